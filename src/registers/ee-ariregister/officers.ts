import {
  OfficerRoles,
  RecordReader,
  codesIn,
  type ImportRun,
  type JsonRow,
  type NamedOfficer,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { codeOf } from './companies.ts';
import { dayOf } from './details.ts';

const { officers: OFFICERS, soleOwners: SOLE_OWNERS } = codes.isiku_roll;

/** The roles that are shown, and those where sole traders are wanted. */
const SHOWN: ReadonlySet<string> = new Set(codesIn(OFFICERS));
const SHOWN_OF_ALL: ReadonlySet<string> = new Set([...SHOWN, ...codesIn(SOLE_OWNERS)]);

/** Füüsiline isik and juriidiline isik. */
const KIND_OF_TYPE = new Map(Object.entries(codes.isiku_tyyp)) as ReadonlyMap<string, OfficerKind>;

/** The placeholders of an absent name. */
const NO_NAME = new Set(['-', '.', '#']);

/** The officers in the list `persons` of a record. Roles that began on different days are officers of their own. */
export function officersOf(row: JsonRow, persons: string, run: ImportRun): NamedOfficer[] {
  const code = codeOf(row);
  const officers = new OfficerRoles();
  for (const person of new RecordReader(row.value).objects(persons)) {
    const role = person.text('isiku_roll');
    run.code('isiku_roll', role, 'left out');
    if (role === undefined) run.report.note('person without a role, skipped', code);
    if (role === undefined || !(run.soleTraders ? SHOWN_OF_ALL : SHOWN).has(role)) continue;
    const type = person.text('isiku_tyyp');
    run.code('isiku_tyyp', type, 'left out');
    const name = nameOf(person, type);
    if (name === '') {
      run.report.note('officer without a name, skipped', code);
      continue;
    }
    const appointed_on = dayOf(run, 'algus_kpv', person.text('algus_kpv'));
    const resigned_on = dayOf(run, 'lopp_kpv', person.text('lopp_kpv'));
    const identity = JSON.stringify([type, name, keyOf(person), appointed_on, resigned_on]);
    const kind = KIND_OF_TYPE.get(type ?? '');
    officers.add(identity, { name, kind, appointed_on, resigned_on }, person.text('isiku_roll_tekstina'));
  }
  return officers.officers;
}

/** A person has two names, an entity has one. */
function nameOf(person: RecordReader, type: string | undefined): string {
  const names = type === 'J' ? ['nimi_arinimi'] : ['eesnimi', 'nimi_arinimi'];
  const words = names.map((field) => person.text(field)).filter((word) => word !== undefined && !NO_NAME.has(word));
  return collapseWhiteSpace(words.join(' '));
}

/** The value that distinguishes two people of one name. It is compared within the record and never written. */
function keyOf(person: RecordReader): string | undefined {
  return ['isikukood_hash', 'isikukood_registrikood', 'valis_kood', 'synniaeg']
    .map((field) => person.text(field))
    .find((value) => value !== undefined);
}
