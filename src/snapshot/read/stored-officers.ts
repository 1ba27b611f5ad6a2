import { companyIdBytes, type LineOfficer } from '../../model/index.ts';
import { Dictionary } from '../dictionary/dictionary.ts';
import { ByteBuffer } from '../format/byte-buffer.ts';
import { DICTIONARY_KEY, blockOf, entryOf, officersKey } from '../format/format.ts';
import { decodeOfficers, decompressOfficers, officersOfEach } from '../format/officer-block.ts';
import { rankOfEntry } from '../format/row.ts';
import type { SnapshotScanner } from './scanner.ts';

/**
 * Reads the officers of an active company as the snapshot was given them, with what nobody is served. It returns those who have not
 * resigned by a day (YYYY-MM-DD).
 */
export function storedOfficersIn(scanner: SnapshotScanner): (id: string, today: string) => LineOfficer[] {
  const dictionary = new Dictionary(scanner.reader.tables.metadata.get(DICTIONARY_KEY) ?? Buffer.alloc(0));
  const scratch = new ByteBuffer(1024);
  return (id, today) => {
    const { ids, officers } = scanner.reader.tables;
    const entry = ids.get(Buffer.from(companyIdBytes(id)));
    const rank = entry && rankOfEntry(entry);
    const block = rank === undefined ? undefined : officers.get(officersKey(blockOf(rank)));
    const stored = rank === undefined || block === undefined ? undefined : officersOfEach(block)[entryOf(rank)];
    if (stored === undefined) return [];
    const { officers: all } = decodeOfficers(decompressOfficers(stored, dictionary, scratch));
    return all.filter(({ resigned_on: until }) => until === undefined || until > today);
  };
}
