import {
  Join,
  cellOf,
  held,
  ordinary,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { keyOf, lineOf, officialOf, whyLeftOut, type Official, type Organisation } from './company.ts';
import { officeOf, type Office } from './office.ts';
import { OrganisationRows, type Found } from './rows.ts';

/** The records joined by the number of an address. */
const AT_ADDRESS = { office: held<Office>('offices'), organisation: held<Organisation>() };

/** The records joined by the type and the number of a company. */
const OF_COMPANY = { organisation: held<Organisation>(), official: held<Official>('officers') };

type Offices = Join<typeof AT_ADDRESS>;
type Companies = Join<typeof OF_COMPANY>;

/**
 * Turns organisations into register lines, one per type and number. Two joins on disk: each organisation meets its address, and
 * then its other names and its officials.
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'organisations')) {
    throw new InputError('Cannot import cy-drcor: no input is a file of organisations; the others only add to them');
  }
  const offices: Offices = new Join(AT_ADDRESS, inputs, run, 'offices');
  const companies: Companies = new Join(OF_COMPANY, inputs, run, 'companies');
  for (const input of inputs) {
    if (input.kind === 'offices') await holdOffices(input, offices, run);
    else if (input.kind === 'officials') await holdOfficials(input, companies, run);
    else await holdOrganisations(input, offices, companies, run);
  }
  for (const group of offices.groups()) passOn(group, companies, run);
  for (const group of companies.groups()) {
    const line = lineOfGroup(group, run);
    if (line !== undefined) yield line;
  }
}

async function holdOffices(input: Input<CsvRow>, offices: Offices, run: ImportRun): Promise<void> {
  for await (const row of input.rows()) {
    const number = cellOf(row, 'ADDRESS_SEQ_NO');
    if (number === undefined) run.report.drop('offices: without a number', `record ${row.record}`);
    else offices.hold('office', number, officeOf(row), row);
  }
}

async function holdOrganisations(
  input: Input<CsvRow>,
  offices: Offices,
  companies: Companies,
  run: ImportRun,
): Promise<void> {
  const organisations = new OrganisationRows(run.report);
  const hold = ({ organisation, place, address }: Found): void => {
    if (address === undefined) companies.hold('organisation', keyOf(organisation), organisation, place);
    else offices.hold('organisation', address, organisation, place);
  };
  for await (const row of input.rows()) organisations.take(row).forEach(hold);
  organisations.end().forEach(hold);
}

async function holdOfficials(input: Input<CsvRow>, companies: Companies, run: ImportRun): Promise<void> {
  for await (const row of input.rows()) {
    const key = (cellOf(row, 'ORGANISATION_TYPE_CODE') ?? '') + (cellOf(row, 'REGISTRATION_NO') ?? '');
    const official = officialOf(row, key, run);
    if (official !== undefined) companies.hold('official', key, official, row);
  }
}

/** Passes the organisations at one address on to the join by their own number. */
function passOn(group: Group<typeof AT_ADDRESS>, companies: Companies, run: ImportRun): void {
  const office = group.newest('office', 'another row has the same number')?.value;
  const organisations = group.all('organisation');
  if (organisations.length === 0) return group.drop('office', 'of no organisation in the files');
  if (office !== undefined && office.isInCyprus !== true) {
    run.report.note('address that ends neither in Cyprus nor in one of its districts: no country', group.key);
  }
  for (const organisation of organisations) {
    const { value } = organisation;
    const placed = office === undefined ? value : { ...value, office };
    companies.hold('organisation', keyOf(value), placed, organisation);
  }
}

/** The line of a company with its former names and officers; undefined where it has none. */
function lineOfGroup(group: Group<typeof OF_COMPANY>, run: ImportRun): RegisterLine | undefined {
  const rows = group.ofNewestFile('organisation', ordinary('a newer file has the organisation'));
  const officials = group.ofNewestFile('official', ordinary('a newer file has officials of the organisation'));
  const [first] = rows;
  const leftOut = first && whyLeftOut(first.value, run);
  if (leftOut !== undefined) group.drop('organisation', leftOut);
  const line = first && leftOut === undefined ? run.line(first, () => lineOf(rows, officials, run)) : undefined;
  if (line === undefined) group.drop('official', 'of an organisation without a line');
  return line;
}
