import {
  held,
  joinByKey,
  ordinary,
  requiredCell,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { loadActivityLabels } from './activities.ts';
import { publishedCell } from './cells.ts';
import { headOfficeOf, type HeadOffice } from './head-offices.ts';
import { SirenStates } from './siren-states.ts';
import { derivedOf, isPublicOrganisation, leftOutOf, lineOf } from './unit.ts';

/** The states of a unit: in no file, without a line, with a line, and with a line that may have an address. */
const UNKNOWN = 0;
const LEFT_OUT = 1;
const WITHOUT_ADDRESS = 2;
const PUBLIC = 3;

const JOINED = { unit: held<RegisterLine>(), headOffice: held<HeadOffice>() };

/**
 * Turns legal units into register lines, one per SIREN: the newest record is used. Units are read before establishments,
 * so that only the head offices of units with a line are sorted, and only the addresses of organisations are stored.
 */
export function read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const { report } = run;
  const labels = loadActivityLabels();
  const units = new SirenStates();
  const unitsFirst = inputs.toSorted((a, b) => Number(b.kind === 'units') - Number(a.kind === 'units'));
  return joinByKey(unitsFirst, run, {
    kinds: JOINED,
    needed: { units: 'no input is a file of legal units; establishments have no companies' },
    rows: {
      units(row, hold, { stamp }) {
        const siren = requiredCell(row, 'siren');
        if (units.get(siren) !== UNKNOWN) {
          report.drop(ordinary('a newer record has the same number'), siren);
          return;
        }
        units.set(siren, LEFT_OUT);
        const leftOut = leftOutOf(row, run);
        if (leftOut !== undefined) {
          report.drop(leftOut, siren);
          return;
        }
        hold('unit', siren, lineOf(row, siren, { published: stamp?.date, labels }, run));
        units.set(siren, isPublicOrganisation(row) ? PUBLIC : WITHOUT_ADDRESS);
      },
      establishments(row, hold) {
        const siren = requiredCell(row, 'siren');
        const isHeadOffice = publishedCell(row, 'etablissementSiege');
        run.code('etablissementSiege', isHeadOffice, 'left out');
        const unit = units.get(siren);
        if (isHeadOffice !== 'true') report.drop('establishment that is not the head office', siren);
        else if (unit === UNKNOWN) report.drop('head office of a unit that is in no file', siren);
        else if (unit === LEFT_OUT) report.drop('head office of a unit without a line', siren);
        else hold('headOffice', siren, headOfficeOf(row, siren, unit === PUBLIC, run));
      },
    },
    line: (group) => joinedLine(group, run),
  });
}

function joinedLine(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const [unit] = group.all('unit');
  const headOffice = group.newest('headOffice', ordinary('a newer head office has the same number'));
  const line =
    unit &&
    run.line(unit, () => {
      const { value } = unit;
      return { ...value, ...derivedOf(group.key, value.company_type, run), ...headOffice?.value };
    });
  if (line === undefined) group.dropAll('head office of a unit without a line', unit);
  return line;
}
