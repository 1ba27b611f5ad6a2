import { OfficerRoles, withSource, type ImportRun } from '../../importer/index.ts';
import { foldName } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/**
 * The shown roles of officers. Names of boards mean a seat on them: the committee of a bank, the commission that
 * liquidates, the body of several directors. Folded, too, because the register writes `ţ` in one place and `ț` in another.
 */
const SHOWN = new Set([...codes.rol.shown, ...codes.rol.shown.map(foldName)]);

/** The placeholder for a role that the register does not have. */
const WITHOUT = new Set([...codes.rol.none, ...codes.rol.none.map(foldName)]);

/**
 * The officers of a list such as `POPESCU ION [Administrator], "FIRMA, FILIALA" SRL [Lichidator]`: names contain commas, too, so
 * only its role ends a name. One name with several roles is one officer. Entries that are not shown are counted.
 */
export function officersOf(list = '', number: string, observed: string | undefined, run: ImportRun) {
  const { report } = run;
  const officers = new OfficerRoles();
  let end = 0;
  for (const { 0: entry, 1: before = '', 2: published = '', index } of list.matchAll(/([^[\]]*)\[([^[\]]*)\]/g)) {
    if (index > end) report.note('officers: a list that cannot be divided', number);
    end = index + entry.length;
    const name = before.replace(/^[\s,;]+/, '').trim();
    const role = published.trim();
    const isShown = isIn(SHOWN, role);
    const isKnown = isShown || role === '' || isIn(WITHOUT, role);
    if (!isKnown) run.code('rol', role, 'left out');
    if (!isKnown) report.note(`officers: ${role} is not shown`, number);
    else if (!/\p{L}/u.test(name)) report.note('officers: without a name', number);
    else officers.add(name, { name }, isShown ? role : undefined);
  }
  if (/[^\s,;]/.test(list.slice(end))) report.note('officers: a name without its role in brackets, not shown', number);
  return withSource(officers.officers, run.officerSource(observed));
}

/** Whether a text is one of a list, as it is written there or folded. */
function isIn(list: ReadonlySet<string>, text: string): boolean {
  return list.has(text) || list.has(foldName(text));
}
