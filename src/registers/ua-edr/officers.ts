import { OfficerRoles, withSource, type ImportRun, type RecordReader } from '../../importer/index.ts';
import type { LineOfficer } from '../../model/index.ts';

/** The longest role, in characters. A longer text is a power of attorney, and may name anything. */
const ROLE_CHARS_MAX = 150;

/** The number of a person or a document. */
const NUMBER_OF_SOMEONE = /\d{8}/;

/** A comma or semicolon outside of parentheses. */
const BETWEEN_ROLES = /[,;](?![^()]*\))/;

/** The signers and the members of bodies, each once. The register gives no dates. */
export function officersOf(
  record: RecordReader,
  id: string,
  observed: string | undefined,
  run: ImportRun,
): LineOfficer[] | undefined {
  const officers = new OfficerRoles();
  for (const [list, entry] of [
    ['SIGNERS', 'SIGNER'],
    ['MEMBERS', 'MEMBER'],
  ] as const) {
    for (const element of record.object(list)?.each(entry) ?? []) {
      const text = element.content('$') ?? '';
      const end = text.indexOf(';');
      const name = (end === -1 ? text : text.slice(0, end)).trim();
      if (name === '') {
        run.report.note(`${list}: without a name, skipped`, id);
        continue;
      }
      officers.add(name, { name }, ...rolesOf(end === -1 ? '' : text.slice(end + 1), id, run));
    }
  }
  return withSource(officers.officers, run.officerSource(observed));
}

function rolesOf(text: string, id: string, run: ImportRun): string[] {
  if (text.length > ROLE_CHARS_MAX || NUMBER_OF_SOMEONE.test(text)) {
    run.report.note('role that is a text of its own, skipped', id);
    return [];
  }
  return text.split(BETWEEN_ROLES).flatMap((role) => role.trim() || []);
}
