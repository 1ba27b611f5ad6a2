import {
  RecordReader,
  isoDate,
  nonEmpty,
  officerSource,
  present,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type LineOfficer } from '../../model/index.ts';
import { OFFICER_KIND_OF, officerRoles } from './codes.ts';
import { registryCode, type Said } from './companies.ts';

/** An officer without the source, which the join adds. */
export type HeldOfficer = Omit<LineOfficer, 'source'>;

/** What the register writes where it has no name. */
const NO_NAME = new Set(['-', '.', '#']);

/** `20.11.2026` */
const DATE = /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/;

const SYSTEM = 'Registrite ja Infosüsteemide Keskus, e-Äriregister';

/** Reads records whose list `persons` names the officers. */
export function officersReader(persons: string, run: ImportRun): (row: JsonRow) => Said<HeldOfficer[]> {
  const shown = officerRoles(run.soleTraders);
  return (row) => {
    const record = new RecordReader(row.value);
    const code = registryCode(record.digits('ariregistri_kood'));
    const officers = new Map<string, HeldOfficer>();
    for (const person of record.objects(persons)) addRole(code, person, officers);
    return { code, held: officers.size === 0 ? undefined : [...officers.values()] };
  };

  /** Adds a role to its holder. Roles that began on different days are officers of their own. */
  function addRole(code: string, person: RecordReader, officers: Map<string, HeldOfficer>): void {
    const role = person.text('isiku_roll');
    run.code('isiku_roll', role, 'left out');
    if (role === undefined) run.report.note('person without a role, left out', code);
    if (role === undefined || !shown.has(role)) return;
    const type = person.text('isiku_tyyp');
    run.code('isiku_tyyp', type, 'left out');
    const name = nameOf(person, type);
    if (name === '') {
      run.report.note('officer without a name, left out', code);
      return;
    }
    const appointed_on = dateOf(code, person, 'algus_kpv');
    const resigned_on = dateOf(code, person, 'lopp_kpv');
    const identity = JSON.stringify([type, name, keyOf(person), appointed_on, resigned_on]);
    const known = officers.get(identity);
    const title = person.text('isiku_roll_tekstina');
    const roles = [...new Set([...(known?.roles ?? []), ...(title === undefined ? [] : [title])])];
    const kind = OFFICER_KIND_OF.get(type ?? '');
    officers.set(identity, present<HeldOfficer>({ name, kind, roles: nonEmpty(roles), appointed_on, resigned_on }));
  }

  function dateOf(code: string, person: RecordReader, field: string): string | undefined {
    const published = person.text(field);
    const date = isoDate(published, DATE);
    if (published !== undefined && date === undefined) {
      run.report.note(`officer with ${field} that is no date, which is left out`, code);
    }
    return date;
  }
}

/** Adds the source to officers: the register's own page of the company, and the date of the file. */
export function officersOf(held: readonly HeldOfficer[], code: string, published: string | undefined): LineOfficer[] {
  const source = officerSource(SYSTEM, published, `https://ariregister.rik.ee/est/company/${code}`);
  return held.map((officer) => ({ ...officer, source }));
}

/** A person has two names, an entity has one. */
function nameOf(person: RecordReader, type: string | undefined): string {
  const names = type === 'J' ? ['nimi_arinimi'] : ['eesnimi', 'nimi_arinimi'];
  const words = names.map((field) => person.text(field)).filter((word) => word !== undefined && !NO_NAME.has(word));
  return collapseWhiteSpace(words.join(' '));
}

/** What distinguishes two people of one name. It is compared within the record and never written. */
function keyOf(person: RecordReader): string | undefined {
  return ['isikukood_hash', 'isikukood_registrikood', 'valis_kood', 'synniaeg']
    .map((field) => person.text(field))
    .find((value) => value !== undefined);
}
