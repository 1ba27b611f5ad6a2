import {
  held,
  inputsOfKind,
  joinByKey,
  lineOfEachRow,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
  type InputOfKinds,
} from '../../importer/index.ts';
import { InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import { lineOf, numberOf } from './company.ts';
import type { KINDS } from './kinds.ts';
import { Officers, type Appointment } from './officers.ts';

/** Joined under a company number: its line, a mark that a file of officers names it, and the appointments in it. */
const JOINED = {
  company: held<RegisterLine>(),
  named: held<true>('officers'),
  appointment: held<Appointment>('officers'),
};

/**
 * Turns rows of Product 217 into register lines, one each. Files of officers are a further kind of input: where there
 * are any, everything is joined by company number, and the lines come in the order of those.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const companies = inputsOfKind(inputs, 'companies');
  requireOneSnapshot(companies);
  yield* companies.length === inputs.length
    ? readRows(companies, run)
    : readJoined([...inputsOfKind(inputs, 'officers'), ...companies], run);
}

const readRows = lineOfEachRow((row: CsvRow, published, run) => lineOf(row, numberOf(row, run), published, run));

function readJoined(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const register = new Officers(run);
  return joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { companies: 'no input is a file of companies; files of officers have no companies' },
    rows: {
      officers(row, hold) {
        const record = register.recordOf(row);
        if (record?.appointment !== undefined) hold('appointment', record.number, record.appointment);
        else if (record !== undefined) hold('named', record.number, true);
      },
      companies(row, hold, { stamp }) {
        const number = numberOf(row, run);
        hold('company', number, lineOf(row, number, stamp?.date, run));
      },
    },
    line: (group) => linesOf(group, register, run),
  });
}

function* linesOf(group: Group<typeof JOINED>, register: Officers, run: ImportRun): Generator<RegisterLine> {
  const { key: number } = group;
  const companies = group.all('company');
  const appointments = group.all('appointment');
  if (companies.length === 0) {
    group.dropAll('of a company that no file of companies holds');
    return;
  }
  if (appointments.length === 0 && group.all('named').length === 0) {
    run.report.note('company that no file of officers names', number);
  }
  const officers = register.officersOf(number, appointments);
  for (const company of companies) {
    const line = run.line(company, () => (officers.length === 0 ? company.value : { ...company.value, officers }));
    if (line !== undefined) yield line;
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
