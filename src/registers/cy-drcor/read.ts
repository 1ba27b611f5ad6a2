import {
  cellOf,
  type ImportRun,
  type InputOfKinds,
  type Joined,
  type JoinedGroup,
  type JoinedRecord,
  ordinary,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import type { KINDS } from './columns.ts';
import { isInCyprus, keyOf, lineOf, organisationOf, textOfOrganisation, whyLeftOut } from './company.ts';
import { officersOf, textOfOfficial } from './officers.ts';
import { OrganisationRows } from './rows.ts';

type Inputs = readonly InputOfKinds<typeof KINDS>[];

/** The kinds of records that are joined by the number of an address. */
const OFFICE = 0;
const AT_OFFICE = 1;

/** The kinds of records that are joined by the number of a company: those in Cyprus, elsewhere, and its officials. */
const AT_HOME = 0;
const ELSEWHERE = 1;
const OFFICIAL = 2;

/**
 * Turns organisations into register lines, one per type and number. Two joins on disk: each organisation meets its address, which
 * says whether it is in Cyprus, and then its other names and its officials.
 */
export async function* read(inputs: Inputs, run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'organisations')) {
    throw new InputError('Cannot import cy-drcor: no input is a file of organisations; the others only add to them');
  }
  const companies = run.joined('companies');
  await gather(inputs, companies, run);
  const order = new Map(inputs.map(({ name }, position) => [name, position]));
  const dates = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  for (const group of companies.groups()) {
    const line = lineOfGroup(group, { order, dates }, run);
    if (line !== undefined) yield line;
  }
}

async function gather(inputs: Inputs, companies: Joined, run: ImportRun): Promise<void> {
  const offices = run.joined('offices');
  for (const input of inputs) {
    if (input.kind === 'offices') {
      for await (const row of input.rows()) {
        const number = cellOf(row, 'ADDRESS_SEQ_NO');
        if (number === undefined) run.report.drop('offices: without a number', `record ${row.record}`);
        else offices.add(number, OFFICE, row, isInCyprus(cellOf(row, 'TERRITORY')) ? 'CY' : '');
      }
    } else if (input.kind === 'organisations') {
      const organisations = new OrganisationRows(run.report);
      for await (const row of input.rows()) {
        const found = organisations.take(row);
        if (found === undefined) continue;
        const address = found.cell('ADDRESS_SEQ_NO');
        const text = textOfOrganisation(found.cell);
        if (address === undefined) companies.add(keyOf(found.cell), ELSEWHERE, found.place, text);
        else offices.add(address, AT_OFFICE, found.place, text);
      }
      organisations.end();
    } else {
      for await (const row of input.rows()) {
        const text = textOfOfficial(row, run);
        if (text !== undefined)
          companies.add(
            keyOf((column) => cellOf(row, column)),
            OFFICIAL,
            row,
            text,
          );
      }
    }
  }
  for (const { key, records } of offices.groups()) addAtOffice(key, records, companies, run);
}

/** Passes the organisations at one address on to the join by their own number. */
function addAtOffice(address: string, records: readonly JoinedRecord[], companies: Joined, run: ImportRun): void {
  const [office, ...others] = records.filter(({ kind }) => kind === OFFICE);
  const organisations = records.filter(({ kind }) => kind === AT_OFFICE);
  for (const _ of others) run.report.drop('offices: another row has the same number', address);
  if (office !== undefined && organisations.length === 0) {
    run.report.drop('offices: of no organisation in the files', address);
  }
  if (office?.text === '' && organisations.length > 0) {
    run.report.note('address that ends neither in Cyprus nor in one of its districts: no country', address);
  }
  const kind = office?.text === 'CY' ? AT_HOME : ELSEWHERE;
  for (const record of organisations) companies.add(organisationOf(record.text).key, kind, record, record.text);
}

interface Known {
  /** The place of each input among all, newest first. */
  readonly order: ReadonlyMap<string, number>;
  /** The publish date of each input, where known. */
  readonly dates: ReadonlyMap<string, string | undefined>;
}

/** The line of a company with its former names and officers; undefined where it has none. */
function lineOfGroup({ key, records }: JoinedGroup, known: Known, run: ImportRun): RegisterLine | undefined {
  const { report } = run;
  const [rows, olderRows] = newestOf(
    records.filter(({ kind }) => kind !== OFFICIAL),
    known,
  );
  const [officials, olderOfficials] = newestOf(
    records.filter(({ kind }) => kind === OFFICIAL),
    known,
  );
  for (const _ of olderRows) report.drop(ordinary('a newer file has the organisation'), key);
  for (const _ of olderOfficials)
    report.drop(ordinary('officers: a newer file has officials of the organisation'), key);
  const dropOfficials = (): undefined => {
    for (const _ of officials) report.drop('officers: of an organisation without a line', key);
  };
  const [first] = rows;
  if (first === undefined) return dropOfficials();
  const leftOut = whyLeftOut(organisationOf(first.text), run);
  if (leftOut !== undefined) {
    for (const _ of rows) report.drop(leftOut, key);
    return dropOfficials();
  }
  const names = rows.map(({ text, kind }) => organisationOf(text, kind === AT_HOME));
  const line = run.line(first, () => {
    const ofCompany = lineOf(names, known.dates.get(first.input), run);
    const officers = officersOf(officials, known.dates.get(officials[0]?.input ?? ''));
    return officers.length === 0 ? ofCompany : { ...ofCompany, officers };
  });
  return line ?? dropOfficials();
}

/** The records of the newest file that has any, in the order of its rows, and those of older files. */
function newestOf(records: readonly JoinedRecord[], { order }: Known): [JoinedRecord[], JoinedRecord[]] {
  const placeOf = ({ input }: JoinedRecord): number => order.get(input) ?? order.size;
  const newest = Math.min(...records.map(placeOf));
  const current = records.filter((record) => placeOf(record) === newest).toSorted((a, b) => a.record - b.record);
  return [current, records.filter((record) => placeOf(record) !== newest)];
}
