import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { DETAIL_FIELDS, NO_DETAILS, type CompanyRecord, type Profile } from '../../../src/model/index.ts';
import {
  CompanyClassification,
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  LineOfficer,
  detailFields,
  profileFields,
  closedObject,
} from '../../../src/model/shapes.ts';
import { ChangesError } from './file-lines.ts';
import { EVENT_NAMES } from './format.ts';

const identifiers = Type.Optional(Type.Array(CompanyIdentifier));
const texts = Type.Optional(Type.Array(Type.String()));

/** A register that supplied details. */
const Source = closedObject({
  register: Type.Optional(Type.String()),
  as_of_date: Type.Optional(Type.String({ format: 'date' })),
  fields: Type.Array(Type.Enum([...DETAIL_FIELDS]), { minItems: 1 }),
});

/** The line of an event. */
const Event = closedObject({
  id: CompanyId,
  event: Type.Enum([...EVENT_NAMES]),
  generation: Type.String(),
  time: Type.String(),
  /** The changed fields of the resource and of its details, and `officers`; only in events `changed`. */
  fields: texts,
  /** The resource after the event. That of a redirected record has no values of its target. */
  company: closedObject({
    id: CompanyId,
    object: Type.Literal('company'),
    lifecycle: Type.Optional(CompanyLifecycle),
    ...profileFields,
    classifications: Type.Optional(Type.Array(CompanyClassification)),
    identifiers,
  }),
  /** Absent if no register publishes details, and in files of versions 1 and 2. */
  details: Type.Optional(closedObject({ ...detailFields, sources: Type.Array(Source, { minItems: 1 }) })),
  /** All officers on record, including former ones. */
  officers: Type.Optional(Type.Array(LineOfficer)),
  officers_has_more: Type.Optional(Type.Literal(true)),
  /**
   * Values that a snapshot stores but never serves. Only files of versions 1 and 2 have former and other names here; they are not read.
   */
  stored: Type.Optional(
    closedObject({
      identifiers,
      number_forms: identifiers,
      keys: texts,
      /** The last known name of a redirected record. */
      name_before: Type.Optional(Type.String()),
      former_names: texts,
      other_names: texts,
      /** 17 bytes in base64url. */
      fingerprints: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{23}$' }))),
    }),
  ),
  /** Random, so that the digest of a purged line does not reveal its content. */
  salt: Type.String(),
});
export type ChangeEvent = Static<typeof Event>;

const schema = Compile(Event);

/** Reads the line of an event. @throws {ChangesError} if it violates the schema or contradicts itself */
export function readEvent(line: Buffer, path: string): ChangeEvent {
  let event: unknown;
  try {
    event = JSON.parse(line.toString('utf8'));
  } catch {
    throw new ChangesError(path, 'the line of an event is not JSON');
  }
  if (!schema.Check(event))
    throw new ChangesError(path, `an event has a wrong field "${schema.Errors(event)[0]?.instancePath ?? ''}"`);
  const isWithdrawn = event.event === 'withdrawn';
  if (event.company.id !== event.id || isWithdrawn !== (event.company.lifecycle === undefined))
    throw new ChangesError(path, `the event of "${event.id}" contradicts itself`);
  return event;
}

/** Returns the record after an event; undefined if the record was withdrawn. */
export function recordOf({
  id,
  company,
  officers = [],
  stored = {},
  ...event
}: ChangeEvent): CompanyRecord | undefined {
  const { id: _, object: __, lifecycle, classifications = [], identifiers: served, ...profile } = company;
  if (lifecycle === undefined) return undefined;
  return {
    id,
    lifecycle,
    profile: profile satisfies Profile,
    identifiers: served ?? stored.identifiers ?? [],
    numberForms: stored.number_forms ?? [],
    details: event.details ?? NO_DETAILS,
    classifications,
    officers,
    officersHasMore: event.officers_has_more === true,
    keys: stored.keys ?? [],
    fingerprints: (stored.fingerprints ?? []).map((one) => Buffer.from(one, 'base64url')),
    nameBefore: stored.name_before,
  };
}
