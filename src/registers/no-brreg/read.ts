import {
  inputsOfKind,
  nonEmpty,
  officerSource,
  present,
  type ImportRun,
  type InputOfKinds,
  type JoinedGroup,
  ordinary,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { readEntity, type Entity } from './entity.ts';
import type { KINDS } from './fields.ts';
import { readRoles, type NamedOfficer } from './roles.ts';

/** The kinds of joined records. */
const ENTITY = 0;
const ROLES = 1;

const SYSTEM = 'Brønnøysundregistrene, Enhetsregisteret';

/**
 * Turns entities into register lines, one per organisation number, in the order of the numbers. Entities and roles are
 * joined by that number; of both, the newest record stands.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const entities = inputsOfKind(inputs, 'entities');
  if (entities.length === 0) {
    throw new InputError('Cannot import no-brreg: no input is a file of entities; roles alone make no company');
  }
  const joined = run.joined('entities');
  for (const input of inputsOfKind(inputs, 'roles')) {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const { number, officers } = readRoles(row, run);
        joined.add(number, ROLES, row, JSON.stringify(officers));
      });
    }
  }
  for (const input of entities) {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const { number, entity } = readEntity(row, input.stamp?.date, run);
        joined.add(number, ENTITY, row, JSON.stringify(entity));
      });
    }
  }
  const dates = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, dates, run);
    if (line !== undefined) yield line;
  }
}

/** The line of an entity with its officers. Every record that is no part of it is counted. */
function lineOfGroup(
  { key: number, records }: JoinedGroup,
  dates: ReadonlyMap<string, string | undefined>,
  run: ImportRun,
): RegisterLine | undefined {
  const { report } = run;
  const [entity, ...olderEntities] = records.filter(({ kind }) => kind === ENTITY);
  const [roles, ...olderRoles] = records.filter(({ kind }) => kind === ROLES);
  for (const _ of olderEntities) report.drop(ordinary('a newer record has the same number'), number);
  for (const _ of olderRoles) report.drop(ordinary('roles: a newer record has the same number'), number);
  const officers = roles === undefined ? [] : (JSON.parse(roles.text) as NamedOfficer[]);
  const { leftOut, line } = entity === undefined ? {} : (JSON.parse(entity.text) as Entity);
  if (leftOut !== undefined) report.drop(leftOut, number);
  const complete = (): RegisterLine => {
    const url = `https://data.brreg.no/enhetsregisteret/api/enheter/${encodeURIComponent(number)}/roller`;
    const source = officerSource(SYSTEM, dates.get(roles?.input ?? ''), url);
    return present<RegisterLine>({ ...line, officers: nonEmpty(officers.map((officer) => ({ ...officer, source }))) });
  };
  const written = entity === undefined || line === undefined ? undefined : run.line(entity, complete);
  if (roles !== undefined && officers.length === 0) report.drop('roles: none of a current officer', number);
  else if (roles !== undefined && written === undefined) report.drop('roles: of an entity without a line', number);
  return written;
}
