import { OfficerRoles, type ImportRun, type NamedOfficer, type RecordReader } from '../../importer/index.ts';
import { collapseWhiteSpace, type OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** Roles that are shown. Other roles are accountants, owners, signatories and the like. */
const SHOWN_ROLES: ReadonlySet<string> = new Set(codes.rolletype.officers);

/** The owner of a sole proprietorship: the business itself, under a person's name. */
const SOLE_OWNER = 'INNH';

/** Returns the current officers of an entity. */
export function readOfficers(record: RecordReader, number: string, run: ImportRun): NamedOfficer[] {
  const officers = new OfficerRoles();
  const roles = record.objects('rollegrupper').flatMap((group) => group.objects('roller'));
  for (const role of roles) addRole(number, role, officers, run);
  return officers.officers;
}

/** Adds a role to its holder. Several roles of one holder are one officer. */
function addRole(number: string, role: RecordReader, officers: OfficerRoles, run: ImportRun): void {
  const { report } = run;
  const type = role.object('type');
  const code = type?.text('kode');
  run.code('rolletype', code, 'left out');
  const isShown = SHOWN_ROLES.has(code ?? '') || (run.soleTraders && code === SOLE_OWNER);
  if (!isShown) return;
  if (role.flag('fratraadt') || role.flag('avregistrert'))
    return report.note('resigned or deregistered role, skipped', number);
  const holder = readHolder(role);
  if (holder === undefined) return report.note('role without a named holder, skipped', number);
  if (holder.gone) return report.note('role of a deceased person or deleted entity, skipped', number);
  officers.add(holder.identity, { name: holder.name, kind: holder.kind }, type?.text('beskrivelse'));
}

/**
 * Returns the holder of a role: a person, another entity or the administrator of a bankruptcy estate. `identity` is equal for two roles of
 * one holder within one entity; `gone` is set if the holder is deceased or deleted.
 */
function readHolder(role: RecordReader) {
  const person = role.object('person');
  const entity = role.object('enhet');
  const administrator = role.object('bostyrer');
  const ofPerson = personName(person?.object('navn'));
  const name = ofPerson || (entity ?? administrator)?.words('navn') || '';
  if (name === '') return undefined;
  // The register does not state whether an administrator is a person or a firm.
  const kind: OfficerKind | undefined = ofPerson === '' ? entity && 'organisation' : 'natural_person';
  return {
    name,
    kind,
    identity: JSON.stringify([name, person?.text('fodselsdato'), entity?.text('organisasjonsnummer')]),
    gone: [person?.flag('erDoed'), entity?.flag('erSlettet'), administrator?.flag('erDoed')].includes(true),
  };
}

function personName(name: RecordReader | undefined): string {
  if (name === undefined) return '';
  return collapseWhiteSpace(['fornavn', 'mellomnavn', 'etternavn'].map((part) => name.words(part)).join(' '));
}
