import {
  cellOf,
  requiredCell,
  type CsvRow,
  type ImportRun,
  type Joined,
  type JoinedRecord,
  type Input,
} from '../../importer/index.ts';
import { padded } from './cells.ts';
import { REGISTERED_NAME, SEAT } from './codes.ts';
import { loadCountries } from './countries.ts';
import { otherUnitOf } from './number.ts';

/** What is joined by the number of the enterprise, in the order in which a group gives it; also words of the report. */
export const SECTIONS = ['enterprises', 'names', 'addresses', 'activities'] as const;
export type Section = (typeof SECTIONS)[number];

/** The text of a section in the join: type, situation and form; language and name; country; group, version, code, class. */
export type SectionTexts = readonly string[];

/** The lengths of a code of three positions, and of an activity. */
const CODE = [3];
const NACE = [5, 7];

type TakeSection = (row: CsvRow, number: string, run: ImportRun) => SectionTexts | undefined;

/** Puts a file into the join; rows that no line shows are counted at once and go no further. */
export async function addSection(
  section: Section,
  input: Input<CsvRow>,
  joined: Joined,
  run: ImportRun,
): Promise<void> {
  const kind = SECTIONS.indexOf(section);
  const column = section === 'enterprises' ? 'EnterpriseNumber' : 'EntityNumber';
  const take = TAKES[section]();
  const add = (row: CsvRow): void => {
    const number = requiredCell(row, column);
    const other = otherUnitOf(number);
    if (other !== undefined) {
      run.report.drop(`${section}: of ${other}`, number);
      return;
    }
    const texts = take(row, number, run);
    if (texts !== undefined) joined.add(number, kind, row, JSON.stringify(texts));
  };
  for await (const row of input.rows()) run.attempt(row, () => add(row));
}

/** The texts that {@linkcode addSection} put into the join. */
export function textsOf({ text }: JoinedRecord): SectionTexts {
  return JSON.parse(text) as SectionTexts;
}

const TAKES: Readonly<Record<Section, () => TakeSection>> = {
  enterprises: () => takeEnterprise,
  names: () => takeName,
  addresses: takeSeats,
  activities: () => takeActivity,
};

function takeEnterprise(row: CsvRow, _number: string, run: ImportRun): SectionTexts {
  const type = requiredCell(row, 'TypeOfEnterprise');
  run.code('TypeOfEnterprise', type);
  run.code('Status', cellOf(row, 'Status'), 'left out');
  // The form as which the law has it read until the articles of association are adapted.
  const form = cellOf(row, 'JuridicalFormCAC') ?? cellOf(row, 'JuridicalForm') ?? '';
  return [type, padded(cellOf(row, 'JuridicalSituation') ?? '', CODE, run), padded(form, CODE, run)];
}

function takeName(row: CsvRow, number: string, run: ImportRun): SectionTexts | undefined {
  const type = padded(requiredCell(row, 'TypeOfDenomination'), CODE, run);
  const language = cellOf(row, 'Language');
  run.code('TypeOfDenomination', type, 'left out');
  run.code('Language', language, 'left out');
  if (type === REGISTERED_NAME) return [language ?? '', requiredCell(row, 'Denomination')];
  run.report.drop('names: not the registered one', number);
  return undefined;
}

/** Of an address, nothing but the country goes any further. */
function takeSeats(): TakeSection {
  const countryOf = loadCountries();
  return (row, number, run) => {
    const type = requiredCell(row, 'TypeOfAddress');
    run.code('TypeOfAddress', type, 'left out');
    if (type !== SEAT) {
      run.report.drop('addresses: not of the seat', number);
      return undefined;
    }
    const nl = cellOf(row, 'CountryNL');
    const fr = cellOf(row, 'CountryFR');
    // So says the register's own manual: both are empty for an address in Belgium.
    const code = nl === undefined && fr === undefined ? 'BE' : countryOf(nl, fr);
    if (code !== undefined) return [code];
    run.report.unknownCode('Country', nl ?? fr ?? '', 'left out');
    run.report.drop('addresses: in a country that the table does not have', number);
    return undefined;
  };
}

function takeActivity(row: CsvRow, _number: string, run: ImportRun): SectionTexts {
  const group = padded(requiredCell(row, 'ActivityGroup'), CODE, run);
  const version = requiredCell(row, 'NaceVersion');
  const classification = cellOf(row, 'Classification');
  run.code('ActivityGroup', group, 'left out');
  run.code('NaceVersion', version);
  run.code('Classification', classification, 'left out');
  return [group, version, padded(requiredCell(row, 'NaceCode'), NACE, run), classification ?? ''];
}
