import { OfficerRoles, withSource, type ImportRun, type RecordReader } from '../../importer/index.ts';
import { collapseWhiteSpace, type LineOfficer, type OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { isOpen, readDay } from './periods.ts';

/**
 * The codes of officers, by list. Statutory bodies (CL010113) are managers, boards, administrators, liquidators, and heads of public and
 * church bodies. Of the stakeholders (CL010109), procurators and supervisory boards are officers; the others are partners and shareholders.
 */
const OFFICERS = { statutoryBodies: codes.statutoryBodies, stakeholders: codes.stakeholders.officers };

/**
 * Returns the current officers of a record, in the order of its lists. Entries with the same holder and the same first day are one officer
 * with several roles.
 */
export function readOfficers(
  record: RecordReader,
  id: string,
  observed: string | undefined,
  run: ImportRun,
): LineOfficer[] | undefined {
  const officers = new OfficerRoles();
  for (const [list, shown] of Object.entries(OFFICERS)) {
    for (const entry of record.objects(list)) {
      if (!isOpen(entry)) continue;
      const type = entry.object('stakeholderType');
      const code = type?.text('code');
      run.code(list, code, 'left out');
      if (code === undefined) run.report.note(`${list}: without a code of its type, skipped`, id);
      if (code === undefined || !shown.includes(code)) continue;
      const name = readName(entry);
      if (name === '') {
        run.report.note(`${list}: without a name, skipped`, id);
        continue;
      }
      const from = readDay(entry, 'validFrom');
      const kind = readKind(entry);
      const identity = JSON.stringify([name, kind, entry.content('identifier'), from]);
      const roles = [type, entry.object('statutoryBodyMember')].map((role) => role?.content('value'));
      officers.add(identity, { name, kind, appointed_on: from }, ...roles);
    }
  }
  return withSource(officers.officers, run.officerSource(observed));
}

/**
 * Returns the kind of an officer. The name of a person is an object; a company has `fullName`. If the name of a person is a text, the kind
 * is unknown.
 */
function readKind(entry: RecordReader): OfficerKind | undefined {
  const isPerson = entry.content('personName') === undefined && entry.object('personName') !== undefined;
  if (isPerson === entry.has('fullName')) return undefined;
  return isPerson ? 'natural_person' : 'organisation';
}

/** Returns the name of an officer. The name of a person is an object or, in one record, a text. A company has `fullName`. */
function readName(entry: RecordReader): string {
  const text = entry.content('personName');
  if (text !== undefined) return text;
  const person = entry.object('personName');
  const formatted = person?.content('formatedName') ?? entry.content('fullName');
  return formatted ?? collapseWhiteSpace([person?.words('givenNames'), person?.words('familyNames')].join(' '));
}
