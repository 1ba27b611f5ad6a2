import {
  inputsOfKind,
  nonEmpty,
  present,
  type ImportRun,
  type Joined,
  type JoinedGroup,
  type JoinedRecord,
  type Input,
  type InputOfKinds,
  type Row,
} from '../../importer/index.ts';
import { InputError, hasRightDigits, type RegisterLine } from '../../model/index.ts';
import { readBasic, readGeneral, type CompanyPart, type Said } from './companies.ts';
import type { KINDS } from './fields.ts';
import { officersOf, officersReader, type HeldOfficer } from './officers.ts';

type EeInput = InputOfKinds<typeof KINDS>;

/** The kinds of files; their places in this list are the kinds of the join. */
const KIND_NAMES = ['basic', 'general', 'card', 'offCard'] as const;

/** How drops of records of each kind are called in the report. */
const PREFIXES = ['', 'general data: ', 'persons on the card: ', 'persons outside the card: '] as const;

/** A record that was read and has nothing to say. */
const NOTHING = '';

/**
 * Joins the files by registry code and turns each company into one register line, in the order of the codes. Of each
 * kind of file, the newest record of a company stands.
 */
export async function* read(inputs: readonly EeInput[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'basic' || kind === 'general')) {
    throw new InputError(
      'Cannot import ee-ariregister: no input is a file of companies (lihtandmed or yldandmed); persons alone make none',
    );
  }
  const joined = run.joined('companies');
  await gather(inputs, run, joined);
  const published = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  for (const group of joined.groups()) {
    const line = lineOf(group, published, run);
    if (line !== undefined) yield line;
  }
}

async function gather(inputs: readonly EeInput[], run: ImportRun, joined: Joined): Promise<void> {
  const add = async <R extends Row>(input: Input<R>, readRow: (row: R) => Said<unknown>): Promise<void> => {
    const kind = KIND_NAMES.findIndex((name) => name === input.kind);
    for await (const row of input.rows()) {
      const said = run.attempt(row, () => readRow(row));
      if (said === undefined) continue;
      joined.add(said.code, kind, row, said.held === undefined ? NOTHING : JSON.stringify(said.held));
    }
  };
  for (const input of inputsOfKind(inputs, 'basic')) await add(input, (row) => readBasic(row, run));
  for (const input of inputsOfKind(inputs, 'general')) await add(input, (row) => readGeneral(row, run));
  const readCard = officersReader('kaardile_kantud_isikud', run);
  for (const input of inputsOfKind(inputs, 'card')) await add(input, readCard);
  const readOffCard = officersReader('kaardivalised_isikud', run);
  for (const input of inputsOfKind(inputs, 'offCard')) await add(input, readOffCard);
}

/** The line of a company. Every record that is no part of it is counted. */
function lineOf(
  { key: code, records }: JoinedGroup,
  published: ReadonlyMap<string, string | undefined>,
  run: ImportRun,
): RegisterLine | undefined {
  const newest: (JoinedRecord | undefined)[] = KIND_NAMES.map(() => undefined);
  for (const record of records) {
    if (newest[record.kind] === undefined) newest[record.kind] = record;
    else drop(record.kind, 'a newer record has the same number', code, run);
  }
  const [basic, general, card, offCard] = newest;
  const company = basic ?? general;
  const isSoleTrader = [basic, general].some((record) => record?.text === NOTHING);
  if (isSoleTrader && company !== undefined) drop(company.kind, 'sole trader', code, run);
  const line =
    company === undefined || isSoleTrader
      ? undefined
      : run.line(company, () => {
          const officers = [card, offCard].flatMap((record) =>
            officersOf(heldBy(record), code, published.get(record?.input ?? '')),
          );
          return present<RegisterLine>({
            ...companyOf(code, partOf(basic), partOf(general), published.get(company.input), run),
            officers: nonEmpty(officers),
          });
        });
  for (const record of newest) {
    if (record === undefined || record === company) continue;
    if (line === undefined) drop(record.kind, 'of a company without a line', code, run);
    else if (record.text === NOTHING) drop(record.kind, 'none of a current officer', code, run);
  }
  return line;
}

function heldBy(record: JoinedRecord | undefined): HeldOfficer[] {
  return record === undefined || record.text === NOTHING ? [] : (JSON.parse(record.text) as HeldOfficer[]);
}

function drop(kind: number, reason: string, code: string, run: ImportRun): void {
  run.report.drop(`${PREFIXES[kind] ?? ''}${reason}`, code);
}

function partOf(record: JoinedRecord | undefined): CompanyPart {
  return record === undefined ? {} : (JSON.parse(record.text) as CompanyPart);
}

/** Where both files of companies say something, the basic data stand; the general ones have the code of the form. */
function companyOf(
  code: string,
  basic: CompanyPart,
  general: CompanyPart,
  published: string | undefined,
  run: ImportRun,
): RegisterLine {
  if (!hasRightDigits('EE registrikood', code)) {
    run.report.note('registry code with wrong check digit, kept as published', code);
  }
  return present<RegisterLine>({
    name: basic.name ?? general.name,
    country_code: general.country_code,
    company_status: basic.company_status ?? general.company_status,
    company_type: general.company_type ?? basic.company_type,
    legal_form: basic.legal_form ?? general.legal_form,
    as_of_date: published,
    identifiers: [
      { scheme: 'national_registry_number', value: code, country_scope: 'EE' },
      ...(basic.identifiers ?? []),
    ],
    classifications: general.classifications,
  });
}
