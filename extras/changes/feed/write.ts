import { randomBytes } from 'node:crypto';
import { companyIdBytes, type CompanyDetails, type CompanyRecord } from '../../../src/model/index.ts';
import { Sorter } from '../../../src/files/index.ts';
import { writeLines } from './file-lines.ts';
import type { SigningKey } from '../keys.ts';
import type { ChangeEvent } from './event.ts';
import type { ChangesHeader, StoredPart } from './format.ts';
import { LineDigest } from './lines.ts';
import type { Change } from './difference.ts';
import { endOf } from './signature.ts';

/** 96 bits cannot be guessed. */
const SALT_BYTES = 12;

export interface WritingChanges {
  /** A folder used only by this run. */
  readonly folder: string;
  readonly signer?: SigningKey | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a change file and syncs it; the changes are in the order of ids. Events `stored` are kept on disk until all others are
 * written, so that readers can skip them. Returns the number of visible events.
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

/** The line of a change. The order of its fields is part of the format: the id first, then the served fields. */
function eventOf({ id, event, fields, record }: Change, { to, time }: ChangesHeader): ChangeEvent {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const head = { id, event, generation: to, time, ...(fields === undefined ? {} : { fields: [...fields] }) };
  if (record === undefined) return { ...head, company: { id, object: 'company' }, salt };
  const { lifecycle, profile, classifications, identifiers, details, officers, officersHasMore } = record;
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
      ...(classifications.length === 0 ? {} : { classifications: [...classifications] }),
      ...(isServed && identifiers.length > 0 ? { identifiers: [...identifiers] } : {}),
    },
    ...(details.sources.length === 0 ? {} : { details: { ...details, sources: sourcesOf(details) } }),
    ...(officers.length === 0 ? {} : { officers: [...officers] }),
    ...(officersHasMore ? { officers_has_more: true } : {}),
    ...(Object.keys(stored).length === 0 ? {} : { stored }),
    salt,
  };
}

function storedOf(
  { identifiers, numberForms, keys, fingerprints, nameBefore }: CompanyRecord,
  isServed: boolean,
): NonNullable<ChangeEvent['stored']> {
  return {
    ...(isServed || identifiers.length === 0 ? {} : { identifiers: [...identifiers] }),
    ...(numberForms.length === 0 ? {} : { number_forms: [...numberForms] }),
    ...(keys.length === 0 ? {} : { keys: [...keys] }),
    ...(nameBefore === undefined ? {} : { name_before: nameBefore }),
    ...(fingerprints.length === 0
      ? {}
      : { fingerprints: fingerprints.map((one) => Buffer.from(one).toString('base64url')) }),
  };
}

function sourcesOf({ sources }: CompanyDetails): NonNullable<ChangeEvent['details']>['sources'] {
  return sources.map((source) => Object.assign({ ...source }, { fields: [...source.fields] }));
}
