import { randomBytes } from 'node:crypto';
import { companyIdBytes } from '../../../src/model/index.ts';
import { Sorter } from '../../../src/files/index.ts';
import { writeLines } from './file-lines.ts';
import type { SigningKey } from '../keys.ts';
import type { ChangesHeader, StoredPart } from './format.ts';
import { LineDigest, endOf } from './lines.ts';
import type { Change } from './difference.ts';

/** Size of a salt: 96 bits cannot be guessed. */
const SALT_BYTES = 12;

export interface WritingChanges {
  /** A folder used only by this run. */
  readonly folder: string;
  readonly signer?: SigningKey | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a change file and syncs it. The changes must be in the order of ids. Events `stored` are kept on disk and written after all
 * other events, so that readers can skip them. Returns the number of visible events.
 */
export async function writeChanges(
  path: string,
  header: ChangesHeader,
  changes: AsyncIterable<Change>,
  { folder, signer, signal }: WritingChanges,
): Promise<number> {
  const stored = new Sorter({ directory: folder, name: 'stored' });
  let events = 0;
  async function* lines(): AsyncGenerator<Uint8Array, void, undefined> {
    const [visible, hidden] = [new LineDigest(), new LineDigest()];
    const visibleLine = (value: object): Buffer => {
      const line = Buffer.from(JSON.stringify(value));
      visible.add(line);
      return line;
    };
    yield visibleLine(header);
    let storedEvents = 0;
    for await (const change of changes) {
      const event = eventOf(change, header);
      if (change.event !== 'stored') {
        events++;
        yield visibleLine(event);
        continue;
      }
      storedEvents++;
      const line = Buffer.from(JSON.stringify(event));
      hidden.add(line);
      stored.add(companyIdBytes(change.id), line);
    }
    if (storedEvents > 0)
      yield visibleLine({ event: 'stored', events: storedEvents, digest: hidden.finish() } satisfies StoredPart);
    yield Buffer.from(JSON.stringify(endOf(events, visible.finish(), signer)));
    for (const { value } of stored.sorted()) yield value;
  }
  await writeLines(path, lines(), signal);
  return events;
}

/**
 * Returns the event of a change without empty fields. The order of fields is part of the format: the id first, then the served fields.
 */
function eventOf({ id, event, fields, record }: Change, { to, time }: ChangesHeader): object {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const head = { id, event, generation: to, time, fields };
  if (record === undefined) return { ...head, company: { id, object: 'company' }, salt };
  const { lifecycle, profile, classifications, identifiers, details, officers, keys, fingerprints } = record;
  // The identifiers of a redirected record are not served.
  const isServed = lifecycle.status === 'active' || lifecycle.status === 'split';
  const stored = {
    identifiers: isServed ? undefined : unlessEmpty(identifiers),
    number_forms: unlessEmpty(record.numberForms),
    keys: unlessEmpty(keys),
    name_before: record.nameBefore,
    fingerprints: unlessEmpty(fingerprints.map((one) => Buffer.from(one).toString('base64url'))),
  };
  return {
    ...head,
    company: {
      id,
      object: 'company',
      lifecycle,
      ...profile,
      classifications: unlessEmpty(classifications),
      identifiers: isServed ? unlessEmpty(identifiers) : undefined,
    },
    details: details.sources.length === 0 ? undefined : details,
    officers: unlessEmpty(officers),
    officers_has_more: record.officersHasMore || undefined,
    stored: Object.values(stored).every((value) => value === undefined) ? undefined : stored,
    salt,
  };
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
