import { randomBytes } from 'node:crypto';
import type { CompanyRecord } from '../model/index.ts';
import { writeLines } from './file-lines.ts';
import type { ChangeEvent, ChangesEnd, ChangesHeader } from './format.ts';
import { LineDigest } from './line-digest.ts';
import type { Change } from './difference.ts';
import { endOf, type ChangesSigner } from './signature.ts';

/** 96 bits: nobody can try them all. */
const SALT_BYTES = 12;
/** Random bytes are taken from the system for so many lines at once. */
const SALTS_AT_ONCE = 1024;

/** Writes a change file and syncs it; the changes come in the order of their ids. Returns the last line. */
export async function writeChanges(
  path: string,
  header: ChangesHeader,
  changes: AsyncIterable<Change>,
  { signer, signal }: { readonly signer?: ChangesSigner | undefined; readonly signal?: AbortSignal | undefined },
): Promise<ChangesEnd> {
  let end: ChangesEnd | undefined;
  async function* lines(): AsyncGenerator<Buffer, void, undefined> {
    const digest = new LineDigest();
    let events = 0;
    const first = Buffer.from(JSON.stringify(header));
    digest.add(first);
    yield first;
    const salts = new Salts();
    for await (const change of changes) {
      const line = Buffer.from(JSON.stringify(eventOf(change, header, salts.next())));
      digest.add(line);
      events++;
      yield line;
    }
    end = endOf(events, digest.finish(), signer);
    yield Buffer.from(JSON.stringify(end));
  }
  await writeLines(path, lines(), signal);
  if (end === undefined) throw new Error('The lines were not read to their end');
  return end;
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
  // Nobody is served the identifiers of a redirected record.
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
