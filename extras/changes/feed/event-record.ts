import type { CompanyRecord, Profile } from '../../../src/model/index.ts';
import { ChangesError } from './file-lines.ts';
import type { ChangeEvent } from './format.ts';

/** Reads the line of an event; loads the schema of events, which few programs need. */
export async function eventReader(): Promise<(line: Buffer, path: string) => ChangeEvent> {
  const { invalidPartOf } = await import('./event-schema.ts');
  return (line, path) => {
    let value: unknown;
    try {
      value = JSON.parse(line.toString('utf8'));
    } catch {
      throw new ChangesError(path, 'the line of an event is not JSON');
    }
    const part = invalidPartOf(value);
    if (part !== undefined) throw new ChangesError(path, `an event has a wrong field "${part}"`);
    const event = value as ChangeEvent;
    const { id, company } = event;
    const isWithdrawn = event.event === 'withdrawn';
    if (company.id !== id || isWithdrawn !== (company.lifecycle === undefined))
      throw new ChangesError(path, `the event of "${id}" contradicts itself`);
    return event;
  };
}

/** The record that an event leaves, as a snapshot is given it; undefined where it was withdrawn. */
export function recordOf({ id, company, ...event }: ChangeEvent): CompanyRecord | undefined {
  const { id: _, object: __, lifecycle, classifications = [], identifiers, ...profile } = company;
  if (lifecycle === undefined) return undefined;
  const { stored = {} } = event;
  return {
    id,
    lifecycle,
    profile: profile satisfies Profile,
    identifiers: identifiers ?? stored.identifiers ?? [],
    numberForms: stored.number_forms ?? [],
    formerNames: (stored.former_names ?? []).map((name) => ({ name, kind: 'former' })),
    otherNames: (stored.other_names ?? []).map((name) => ({ name, kind: 'other' })),
    classifications,
    officers: event.officers ?? [],
    officersHasMore: event.officers_has_more === true,
    keys: stored.keys ?? [],
    fingerprints: (stored.fingerprints ?? []).map((one) => Buffer.from(one, 'base64url')),
  };
}
