import {
  inputsOfKind,
  lineOfEachRow,
  type CsvRow,
  type FixedWidthRow,
  type ImportRun,
  type Input,
  type InputOfKinds,
} from '../../importer/index.ts';
import { InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import { lineOf } from './company.ts';
import type { KINDS } from './kinds.ts';
import { Officers } from './officers.ts';

/** What the records that are joined under a company number are, in the order in which they come. */
const COMPANY = 0;
const NAMED = 1;
const APPOINTMENT = 2;

/**
 * Turns rows of Product 217 into register lines, one each. Files of officers are a further kind of input: where there
 * are any, everything is joined by company number, and the lines come in the order of those.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const companies = inputsOfKind(inputs, 'companies');
  const officers = inputsOfKind(inputs, 'officers');
  if (companies.length === 0) {
    throw new InputError(
      'Cannot import gb-companies-house: no input is a file of companies; officers alone make no company',
    );
  }
  requireOneSnapshot(companies);
  yield* officers.length === 0 ? readRows(companies, run) : readJoined(companies, officers, run);
}

const readRows = lineOfEachRow(lineOf);

async function* readJoined(
  companies: readonly Input<CsvRow>[],
  officers: readonly Input<FixedWidthRow>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const joined = run.joined('companies');
  const register = new Officers(run);
  for (const input of officers) {
    for await (const { row, record } of register.records(input)) {
      joined.add(record.number, record.text === undefined ? NAMED : APPOINTMENT, row, record.text ?? '');
    }
  }
  for (const input of companies) {
    for await (const row of input.rows()) {
      const line = run.attempt(row, () => lineOf(row, input.stamp?.date, run));
      if (line !== undefined) joined.add(line.identifiers[0].value, COMPANY, row, JSON.stringify(line));
    }
  }
  for (const { key: number, records } of joined.groups()) {
    const found = records.filter(({ kind }) => kind === COMPANY);
    if (found.length === 0) {
      for (const _ of records) run.report.drop('officers: of a company that no file of companies holds', number);
    } else if (found.length === records.length) {
      run.report.note('company that no file of officers names', number);
    }
    const current = register.officersOf(
      number,
      records.filter(({ kind }) => kind === APPOINTMENT),
    );
    for (const record of found) {
      const line = run.line(record, () => {
        const company = JSON.parse(record.text) as RegisterLine;
        return current.length === 0 ? company : { ...company, officers: current };
      });
      if (line !== undefined) yield line;
    }
  }
}

/**
 * Every monthly file is the whole live register: with an older one, the companies that left since would come back. And
 * a part that was forgotten would take its companies with it. Renamed files are not checked.
 * @throws {InputError} naming the files that do not fit together
 */
function requireOneSnapshot(inputs: readonly Input[]): void {
  const [first, ...others] = inputs.filter(({ stamp }) => stamp !== undefined);
  for (const { name, stamp } of others) {
    if (stamp?.order === first?.stamp?.order) continue;
    throw new InputError(
      `Cannot import ${quoteValue(name)}: it is of another month than ${quoteValue(first?.name)}; each is the whole register`,
    );
  }
  const parts = new Set(inputs.map(({ ownName }) => ownName));
  for (const { ownName } of inputs) {
    const [, start, count] = /^(BasicCompanyData-.*-part)\d+_(\d+)\.csv$/.exec(ownName) ?? [];
    for (let part = 1; part <= Number(count ?? 0); part++) {
      const wanted = `${start}${part}_${count}.csv`;
      if (parts.has(wanted)) continue;
      throw new InputError(
        `Cannot import ${quoteValue(ownName)}: ${quoteValue(wanted)} is missing; give all ${count} parts at once`,
      );
    }
  }
}
