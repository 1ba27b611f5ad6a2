import { companyIdBytes, type LineOfficer } from '../../model/index.ts';
import { ByteBuffer } from '../format/byte-buffer.ts';
import { blockOf, entryOf, officersKey } from '../format/format.ts';
import { decodeOfficers, decompressOfficers, officersOfEach } from '../format/officer-block.ts';
import { rankOfEntry } from '../format/row.ts';
import type { SnapshotScanner } from './scanner.ts';

/**
 * Reads the officers of an active company as the snapshot stores them, with the fields that are not served. Returns those who have
 * not resigned by a day (YYYY-MM-DD).
 */
export function storedOfficersIn(scanner: SnapshotScanner): (id: string, today: string) => LineOfficer[] {
  const scratch = new ByteBuffer(1024);
  return (id, today) => {
    const { dictionary, tables } = scanner.reader;
    const { ids, officers } = tables;
    const entry = ids.get(Buffer.from(companyIdBytes(id)));
    const rank = entry && rankOfEntry(entry);
    const block = rank === undefined ? undefined : officers.get(officersKey(blockOf(rank)));
    const stored = rank === undefined || block === undefined ? undefined : officersOfEach(block)[entryOf(rank)];
    if (stored === undefined) return [];
    const { officers: all } = decodeOfficers(decompressOfficers(stored, dictionary, scratch));
    return all.filter(({ resigned_on: until }) => until === undefined || until > today);
  };
}
