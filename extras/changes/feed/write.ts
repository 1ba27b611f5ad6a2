import { randomBytes } from 'node:crypto';
import { companyIdBytes, type CompanyRecord } from '../../../src/model/index.ts';
import { Sorter } from '../../../src/files/index.ts';
import { writeLines } from './file-lines.ts';
import type { ChangeEvent, ChangesHeader, StoredPart } from './format.ts';
import { LineDigest } from './lines.ts';
import type { Change } from './difference.ts';
import { endOf, type ChangesSigner } from './signature.ts';

/** 96 bits: too many to try them all. */
const SALT_BYTES = 12;
/** The number of lines for which random bytes are generated at once. */
const SALTS_AT_ONCE = 1024;

export interface WritingChanges {
  /** A folder used only by this run. */
  readonly folder: string;
  readonly signer?: ChangesSigner | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a change file and syncs it; the changes come in the order of their ids. Events `stored` wait on disk until all others are
 * written, so that readers need not read them. Returns the number of events for readers.
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
    const [told, behind] = [new LineDigest(), new LineDigest()];
    const toldLine = (value: object): Buffer => {
      const line = Buffer.from(JSON.stringify(value));
      told.add(line);
      return line;
    };
    yield toldLine(header);
    const salts = new Salts();
    let storedEvents = 0;
    for await (const change of changes) {
      const event = eventOf(change, header, salts.next());
      if (change.event !== 'stored') {
        events++;
        yield toldLine(event);
        continue;
      }
      storedEvents++;
      const line = Buffer.from(JSON.stringify(event));
      behind.add(line);
      stored.add(companyIdBytes(change.id), line);
    }
    if (storedEvents > 0)
      yield toldLine({ event: 'stored', events: storedEvents, digest: behind.finish() } satisfies StoredPart);
    yield Buffer.from(JSON.stringify(endOf(events, told.finish(), signer)));
    for (const { value } of stored.sorted()) yield value;
  }
  await writeLines(path, lines(), signal);
  return events;
}

class Salts {
  #bytes = Buffer.alloc(0);
  #at = 0;

  next(): string {
    if (this.#at === this.#bytes.length) {
      this.#bytes = randomBytes(SALT_BYTES * SALTS_AT_ONCE);
      this.#at = 0;
    }
    this.#at += SALT_BYTES;
    return this.#bytes.toString('base64url', this.#at - SALT_BYTES, this.#at);
  }
}

/** The line of a change. The order of its fields is part of the format: the id first, then what readers are served. */
function eventOf({ id, event, fields, record }: Change, { to, time }: ChangesHeader, salt: string): ChangeEvent {
  const head = { id, event, generation: to, time, ...(fields === undefined ? {} : { fields }) };
  if (record === undefined) return { ...head, company: { id, object: 'company' }, salt };
  const { lifecycle, profile, classifications, identifiers, officers, officersHasMore } = record;
  // The identifiers of a redirected record are not served.
  const isServed = lifecycle.status === 'active' || lifecycle.status === 'split';
  const stored = storedOf(record, isServed);
  return {
    ...head,
    company: {
      id,
      object: 'company',
      lifecycle,
      ...profile,
      ...(classifications.length === 0 ? {} : { classifications }),
      ...(isServed && identifiers.length > 0 ? { identifiers } : {}),
    },
    ...(officers.length === 0 ? {} : { officers }),
    ...(officersHasMore ? { officers_has_more: true } : {}),
    ...(Object.keys(stored).length === 0 ? {} : { stored }),
    salt,
  };
}

function storedOf(
  { identifiers, numberForms, keys, formerNames, otherNames, fingerprints }: CompanyRecord,
  isServed: boolean,
): NonNullable<ChangeEvent['stored']> {
  return {
    ...(isServed || identifiers.length === 0 ? {} : { identifiers }),
    ...(numberForms.length === 0 ? {} : { number_forms: numberForms }),
    ...(keys.length === 0 ? {} : { keys }),
    ...(formerNames.length === 0 ? {} : { former_names: formerNames.map(({ name }) => name) }),
    ...(otherNames.length === 0 ? {} : { other_names: otherNames.map(({ name }) => name) }),
    ...(fingerprints.length === 0
      ? {}
      : { fingerprints: fingerprints.map((one) => Buffer.from(one).toString('base64url')) }),
  };
}
