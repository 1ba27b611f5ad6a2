import {
  DAY_FIRST,
  held,
  joinByKey,
  ordinary,
  present,
  readCell,
  readCells,
  toAddress,
  type CsvRow,
  type Group,
  type HeldRecord,
  type Hold,
  type ImportRun,
  type Input,
  type ValueOf,
} from '../../importer/index.ts';
import { lastingNumber, type RegisterLine } from '../../model/index.ts';
import { FirmLines, isSoleTrader, Nomenclatures, type Activity, type Firm, type Representative } from './firm.ts';

/** The column that all files of firms share and are joined by. */
const NUMBER = 'COD_INMATRICULARE';

/** The kinds of nomenclatures. The last kind is read first, because activities need the versions. */
const NOMENCLATURES: readonly (string | undefined)[] = ['n_stare_firma', 'n_caen', 'n_versiune_caen'];

/** The files about firms, each with what is kept from a row. */
const JOINED = {
  od_firme: held<Firm>('od_firme'),
  od_stare_firma: held<string>('od_stare_firma'),
  od_caen_autorizat: held<Activity>('od_caen_autorizat'),
  od_reprezentanti_legali: held<Representative>('od_reprezentanti_legali'),
  od_reprezentanti_if: held<Representative>('od_reprezentanti_if'),
};
type Kind = keyof typeof JOINED;
/** Turns firms into register lines, one per registration number. Of several files of one kind, the newest file with the firm counts. */
export function read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const nomenclatures = new Nomenclatures(run);
  const lines = new FirmLines(nomenclatures, run);
  /** Holds what `take` returns for each row, by the number of its firm. A row without a number is dropped. */
  const reader =
    <K extends Kind>(kind: K, take: (row: CsvRow, number: string) => ValueOf<typeof JOINED, K>) =>
    (row: CsvRow, hold: Hold<typeof JOINED>): void => {
      const number = readCell(row, NUMBER);
      if (number === undefined) run.report.drop(`${kind}: without a registration number`, `record ${row.record}`);
      else hold(kind, lastingNumber(number), take(row, number));
    };
  const inOrder = inputs.toSorted((a, b) => NOMENCLATURES.indexOf(b.kind) - NOMENCLATURES.indexOf(a.kind));
  return joinByKey(inOrder, run, {
    kinds: JOINED,
    needed: { od_firme: 'no input is a file of firms (OD_FIRME); the others only add to them' },
    rows: {
      n_versiune_caen: (row) => nomenclatures.addVersion(row),
      n_caen: (row) => nomenclatures.addActivity(row),
      n_stare_firma: (row) => nomenclatures.addState(row),
      od_firme: reader('od_firme', (row, number) => readFirm(row, number, run)),
      od_stare_firma: reader('od_stare_firma', (row) => readCell(row, 'COD') ?? ''),
      od_caen_autorizat: reader('od_caen_autorizat', (row) =>
        readCells(row, ['VER_CAEN_AUTORIZAT', 'COD_CAEN_AUTORIZAT']),
      ),
      od_reprezentanti_legali: reader('od_reprezentanti_legali', (row) =>
        readRepresentative(row, 'PERSOANA_IMPUTERNICITA'),
      ),
      od_reprezentanti_if: reader('od_reprezentanti_if', (row) => readRepresentative(row, 'NUME')),
      od_sucursale_alte_state_membre: (row) =>
        run.report.drop(
          ordinary('od_sucursale_alte_state_membre: a branch abroad'),
          readCell(row, NUMBER) ?? `record ${row.record}`,
        ),
    },
    line: (group) => lineOfGroup(group, lines, run),
  });
}

/** The parts of a building, with the usual abbreviations that precede them. */
const PARTS = { ADR_BLOC: 'bl.', ADR_SCARA: 'sc.', ADR_ETAJ: 'et.', ADR_APARTAMENT: 'ap.' };

/**
 * Returns the seat of a firm, without its country. Undefined for a branch of a foreign firm. ADR_COMPLETARE is not read: it is free text,
 * which may name a person.
 */
function readAddress(row: CsvRow) {
  if (readCell(row, 'TARA_FIRMA_MAMA') !== undefined) return undefined;
  const [street = '', number = ''] = ['ADR_DEN_STRADA', 'ADR_NR_STRADA'].map((column) => readCell(row, column));
  const parts = Object.entries(PARTS).flatMap(([column, short]) => {
    const part = readCell(row, column);
    return part === undefined ? [] : `${short} ${part}`;
  });
  return toAddress({
    street: [`${street} ${number}`, ...parts].join(', '),
    postal_code: readCell(row, 'ADR_COD_POSTAL'),
    locality: readCell(row, 'ADR_LOCALITATE'),
    region: readCell(row, 'ADR_JUDET'),
  });
}

function readFirm(row: CsvRow, number: string, run: ImportRun): Firm {
  const line = present<RegisterLine>({
    name: readCell(row, 'DENUMIRE'),
    registered_on: run.readDay(row, 'DATA_INMATRICULARE', DAY_FIRST),
    address: readAddress(row),
    euid: readCell(row, 'EUID')?.replaceAll(' ', ''),
    legal_form: readCell(row, 'FORMA_JURIDICA'),
  });
  return present<Firm>({ number, cui: readCell(row, 'CUI') ?? '', country: readCell(row, 'ADR_TARA'), line });
}

function readRepresentative(row: CsvRow, nameColumn: string): Representative {
  return present<Representative>({ name: readCell(row, nameColumn), role: readCell(row, 'CALITATE') });
}

/** Returns the line of a firm. Records that do not become part of the line are counted. */
function lineOfGroup(group: Group<typeof JOINED>, lines: FirmLines, run: ImportRun): RegisterLine | undefined {
  const records = <K extends Kind>(kind: K) => group.ofNewestFile(kind, ordinary('a newer file speaks of the firm'));
  const firm = chooseFirm(records('od_firme'), run);
  const others = {
    states: records('od_stare_firma'),
    activities: records('od_caen_autorizat'),
    representatives: [...records('od_reprezentanti_legali'), ...records('od_reprezentanti_if')],
  };
  if (firm === undefined) return group.dropAll('no firm has the number');
  if (isSoleTrader(group.key, firm.value) && run.dropsSoleTrader(firm.value.number)) {
    const kinds = Object.keys(JOINED).slice(1) as Kind[];
    for (const kind of kinds) group.drop(kind, ordinary('of a sole trader'));
    return undefined;
  }
  return run.line(firm, () => lines.buildLine(group.key, firm, others));
}

/**
 * Returns the row of a firm. A few thousand numbers have several rows: an old row without a CUI, and a newer one. The first row with a CUI
 * counts, else the first row.
 */
function chooseFirm(rows: readonly HeldRecord<Firm>[], run: ImportRun): HeldRecord<Firm> | undefined {
  const chosen = rows.find(({ value }) => /[1-9]/.test(value.cui)) ?? rows[0];
  for (const row of rows) {
    if (row !== chosen) run.report.drop('od_firme: another row has the same number', row.value.number);
  }
  return chosen;
}
