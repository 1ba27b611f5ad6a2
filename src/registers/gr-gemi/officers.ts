import { OfficerRoles, withSource, type ImportRun, type RecordReader } from '../../importer/index.ts';
import type { LineOfficer } from '../../model/index.ts';
import { BOARD, isManagement, partsOf } from './codes.ts';

/**
 * Those who hold an office on a day, in the order of the register: members of boards, and partners whose role says that they
 * manage or represent. Entries of one name that began on one day are one officer with several roles. Shares are
 * not read.
 */
export function officersOf(
  record: RecordReader,
  number: string,
  observed: string | undefined,
  run: ImportRun,
): LineOfficer[] | undefined {
  const officers = new OfficerRoles();
  for (const person of record.objects('persons')) {
    const role = person.content('role');
    if (!isOfficer(person, role, run)) continue;
    const until = person.day('dtTo');
    // A term that ends in the future is an office that somebody holds.
    if (until !== undefined && observed !== undefined && until < observed) continue;
    const ofPerson = person.content('personName');
    const name = ofPerson ?? person.content('businessName');
    const kind = ofPerson === undefined ? 'organisation' : 'natural_person';
    if (name === undefined) {
      run.report.note('officer without a name, skipped', number);
      continue;
    }
    const from = person.day('dtFrom');
    officers.add(JSON.stringify([name, kind, from]), { name, kind, appointed_on: from }, role);
  }
  return withSource(officers.officers, run.officerSource(observed));
}

/** The category decides of boards, the role of everybody else. */
function isOfficer(person: RecordReader, role: string | undefined, run: ImportRun): boolean {
  const category = person.content('category');
  if (category === BOARD) return true;
  const parts = partsOf(role ?? '');
  const isShown = parts.some(isManagement);
  run.code('persons.category', category, isShown ? 'kept' : 'left out');
  for (const part of parts) run.code('persons.role', part, isShown ? 'kept' : 'left out');
  return isShown;
}
