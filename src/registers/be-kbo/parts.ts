import {
  FieldFault,
  cellOf,
  type ImportRun,
  type Joined,
  type JoinedRecord,
  type ReadyInput,
  type Row,
} from '../../importer/index.ts';
import { padded, required } from './cells.ts';
import { REGISTERED_NAME, SEAT } from './codes.ts';
import { loadCountries } from './countries.ts';
import { partOf } from './number.ts';

/** What is joined by the number of the enterprise, in the order in which a group gives it; also words of the report. */
export const PARTS = ['enterprises', 'names', 'addresses', 'activities'] as const;
export type Part = (typeof PARTS)[number];

/** A part as it lies in the join: type, situation and form; language and name; country; group, version, code, class. */
export type PartTexts = readonly string[];

/** The lengths of a code of three positions, and of an activity. */
const CODE = [3];
const NACE = [5, 7];

type TakePart = (row: Row, number: string, run: ImportRun) => PartTexts | undefined;

/** Puts a file into the join; rows that no line shows are counted at once and go no further. */
export async function addPart(part: Part, input: ReadyInput, joined: Joined, run: ImportRun): Promise<void> {
  const kind = PARTS.indexOf(part);
  const column = part === 'enterprises' ? 'EnterpriseNumber' : 'EntityNumber';
  const take = TAKES[part]();
  const add = (row: Row): void => {
    const number = required(row, column);
    if (number.includes('\0')) throw new FieldFault(column, 'must not hold a zero character');
    const ofPart = partOf(number);
    if (ofPart !== undefined) {
      run.report.drop(`${part}: of ${ofPart}`, number);
      return;
    }
    const texts = take(row, number, run);
    if (texts !== undefined) joined.add(number, kind, row, JSON.stringify(texts));
  };
  for await (const row of input.rows()) run.attempt(row, () => add(row));
}

/** The texts that {@linkcode addPart} put into the join. */
export function textsOf({ text }: JoinedRecord): PartTexts {
  return JSON.parse(text) as PartTexts;
}

const TAKES: Readonly<Record<Part, () => TakePart>> = {
  enterprises: () => takeEnterprise,
  names: () => takeName,
  addresses: takeSeats,
  activities: () => takeActivity,
};

function takeEnterprise(row: Row, _number: string, run: ImportRun): PartTexts {
  const type = required(row, 'TypeOfEnterprise');
  run.code('TypeOfEnterprise', type);
  run.code('Status', cellOf(row, 'Status'));
  // The form as which the law has it read until the articles of association are adapted.
  const form = cellOf(row, 'JuridicalFormCAC') ?? cellOf(row, 'JuridicalForm') ?? '';
  return [type, padded(cellOf(row, 'JuridicalSituation') ?? '', CODE, run), padded(form, CODE, run)];
}

function takeName(row: Row, number: string, run: ImportRun): PartTexts | undefined {
  const type = padded(required(row, 'TypeOfDenomination'), CODE, run);
  const language = cellOf(row, 'Language');
  run.code('TypeOfDenomination', type);
  run.code('Language', language);
  if (type === REGISTERED_NAME) return [language ?? '', required(row, 'Denomination')];
  run.report.drop('names: not the registered one', number);
  return undefined;
}

/** Of an address, nothing but the country goes any further. */
function takeSeats(): TakePart {
  const countryOf = loadCountries();
  return (row, number, run) => {
    const type = required(row, 'TypeOfAddress');
    run.code('TypeOfAddress', type);
    if (type !== SEAT) {
      run.report.drop('addresses: not of the seat', number);
      return undefined;
    }
    const nl = cellOf(row, 'CountryNL');
    const fr = cellOf(row, 'CountryFR');
    // So says the register's own manual: both are empty for an address in Belgium.
    const code = nl === undefined && fr === undefined ? 'BE' : countryOf(nl, fr);
    if (code !== undefined) return [code];
    run.report.unknownCode('Country', nl ?? fr ?? '');
    run.report.drop('addresses: in a country that the table does not have', number);
    return undefined;
  };
}

function takeActivity(row: Row, _number: string, run: ImportRun): PartTexts {
  const group = padded(required(row, 'ActivityGroup'), CODE, run);
  const version = required(row, 'NaceVersion');
  const classification = cellOf(row, 'Classification');
  run.code('ActivityGroup', group);
  run.code('NaceVersion', version);
  run.code('Classification', classification);
  return [group, version, padded(required(row, 'NaceCode'), NACE, run), classification ?? ''];
}
