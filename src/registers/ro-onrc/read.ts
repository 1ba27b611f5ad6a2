import {
  cellOf,
  type CsvRow,
  type ImportRun,
  type Joined,
  type JoinedGroup,
  type JoinedRecord,
  type Input,
  SOLE_TRADER,
  ordinary,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { NUMBER } from './columns.ts';
import { FirmLines, isSoleTrader, type FirmText } from './firm.ts';
import { Nomenclatures, placeOf } from './nomenclatures.ts';
import { lastingNumber } from '../../model/index.ts';

/** The files about firms, and what is kept of their rows. A firm's records come in this order. */
const SECTIONS: readonly { readonly file: string; textOf(row: CsvRow): string }[] = [
  {
    file: 'od_firme',
    textOf: (row) => textOf(row, NUMBER, 'DENUMIRE', 'CUI', 'FORMA_JURIDICA', 'ADR_TARA'),
  },
  { file: 'od_stare_firma', textOf: (row) => cellOf(row, 'COD') ?? '' },
  { file: 'od_caen_autorizat', textOf: (row) => textOf(row, 'VER_CAEN_AUTORIZAT', 'COD_CAEN_AUTORIZAT') },
  { file: 'od_reprezentanti_legali', textOf: (row) => textOf(row, 'PERSOANA_IMPUTERNICITA', 'CALITATE') },
  { file: 'od_reprezentanti_if', textOf: (row) => textOf(row, 'NUME', 'CALITATE') },
];

const BRANCHES = 'od_sucursale_alte_state_membre';

/**
 * Turns firms into register lines, one per registration number. What the files say about a number is gathered and
 * sorted on disk. Of several files of one kind, the newest that has a firm is taken.
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'od_firme')) {
    throw new InputError('Cannot import ro-onrc: no input is a file of firms (OD_FIRME); the others only add to them');
  }
  const nomenclatures = new Nomenclatures(run);
  await nomenclatures.read(inputs);
  const joined = run.joined('firms');
  for (const input of inputs) await gather(input, joined, run);
  const dates = new Map(inputs.flatMap(({ name, stamp }) => (stamp === undefined ? [] : [[name, stamp.date]])));
  const lines = new FirmLines(nomenclatures, dates, run);
  for (const group of joined.groups()) {
    const [firms = [], ...others] = newestOf(group, run);
    const firm = firmOf(firms, run);
    if (firm === undefined) {
      dropOthers(others, 'no firm has the number', group.key, run);
    } else if (isSoleTrader(group.key, firm.text) && !run.soleTraders) {
      run.report.drop(SOLE_TRADER, firm.text[0]);
      dropOthers(others, 'of a sole trader', group.key, run);
    } else {
      const [states = [], activities = [], ...representatives] = others;
      const found = { lastingNumber: group.key, ...firm, states, activities, representatives: representatives.flat() };
      const line = run.line(firm.row, () => lines.lineOf(found));
      if (line !== undefined) yield line;
    }
  }
}

async function gather(input: Input<CsvRow>, joined: Joined, run: ImportRun): Promise<void> {
  const { report } = run;
  const kind = SECTIONS.findIndex(({ file }) => file === input.kind);
  const section = SECTIONS[kind];
  // Nomenclatures were read before.
  if (section === undefined && input.kind !== BRANCHES) return;
  const gatherRow = (row: CsvRow): void => {
    const number = cellOf(row, NUMBER);
    if (section === undefined) report.drop(`${BRANCHES}: a branch abroad`, number ?? placeOf(row));
    else if (number === undefined) report.drop(`${section.file}: without a registration number`, placeOf(row));
    else joined.add(lastingNumber(number), kind, row, section.textOf(row));
  };
  for await (const row of input.rows()) run.attempt(row, () => gatherRow(row));
}

function textOf(row: CsvRow, ...columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => cellOf(row, column) ?? ''));
}

/** The records of a group by the place of their file in {@linkcode SECTIONS}, each from its newest file; older ones are dropped. */
function newestOf(group: JoinedGroup, run: ImportRun): JoinedRecord[][] {
  const sections: JoinedRecord[][] = SECTIONS.map(() => []);
  for (const record of group.records) {
    const section = sections[record.kind] ?? [];
    if ((section[0] ?? record).input === record.input) section.push(record);
    else run.report.drop(ordinary(`${SECTIONS[record.kind]?.file}: a newer file speaks of the firm`), group.key);
  }
  return sections;
}

/**
 * The row that is taken for a firm. A few thousand numbers have several rows, an old one without a CUI beside a newer one:
 * the first with a CUI stands, else the first.
 */
function firmOf(rows: readonly JoinedRecord[], run: ImportRun): { row: JoinedRecord; text: FirmText } | undefined {
  const firms = rows.map((row) => ({ row, text: JSON.parse(row.text) as FirmText }));
  const chosen = firms.find(({ text: [, , cui] }) => /[1-9]/.test(cui)) ?? firms[0];
  for (const firm of firms) {
    if (firm !== chosen) run.report.drop('od_firme: another row has the same number', firm.text[0]);
  }
  return chosen;
}

/** Drops the records beside a firm's row: they belong to a firm that gives no line. */
function dropOthers(others: readonly (readonly JoinedRecord[])[], reason: string, key: string, run: ImportRun): void {
  for (const { kind } of others.flat()) run.report.drop(`${SECTIONS[kind]?.file}: ${reason}`, key);
}
