import {
  type ImportRun,
  type InputOfKinds,
  type JoinedGroup,
  type JoinedRecord,
  ordinary,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import type { KINDS } from './columns.ts';
import { companyOf, lineOf, numberOf, textOfCompany, whyLeftOut } from './company.ts';
import { Labels } from './labels.ts';
import { Officers, companyNumberOf } from './officers.ts';
import { Reorganisations } from './reorganisations.ts';

/** The kinds of joined records: a group gives its company before the appointments in it. */
const COMPANY = 0;
const APPOINTMENT = 1;

/** What the other files know by the time companies become lines. */
interface Known {
  readonly labels: Labels;
  readonly officers: Officers;
  readonly reorganisations: Reorganisations;
  /** The publish date of each input by its name, where known. */
  readonly dates: ReadonlyMap<string, string | undefined>;
}

/**
 * Turns entities into register lines, one per registration number: the newest record stands. Officers join their entity
 * by its number; entities that became others come last, when it is known which of these have a line.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'companies')) {
    throw new InputError('Cannot import lv-ur: no input is a register.csv; officers alone make no company');
  }
  const known: Known = {
    labels: new Labels(),
    officers: new Officers(run),
    reorganisations: new Reorganisations(),
    dates: new Map(inputs.map(({ name, stamp }) => [name, stamp?.date])),
  };
  const joined = run.joined('entities');
  for (const input of inputs) {
    if (input.kind === 'labels') await known.labels.read(input, run);
    else if (input.kind === 'reorganisations') await known.reorganisations.read(input, run);
    else if (input.kind === 'companies') {
      for await (const row of input.rows()) {
        const number = run.attempt(row, () => numberOf(row, 'regcode'));
        if (number !== undefined) joined.add(number, COMPANY, row, textOfCompany(row));
      }
    } else {
      for await (const row of input.rows()) {
        const number = run.attempt(row, () => companyNumberOf(row));
        const text = number === undefined ? undefined : known.officers.textOf(row, number);
        if (number !== undefined && text !== undefined) joined.add(number, APPOINTMENT, row, text);
      }
    }
  }
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, known, run);
    if (line !== undefined) yield line;
  }
  yield* known.reorganisations.lines(run.report);
}

/** The line of an entity with its officers; undefined where there is none, or none yet. */
function lineOfGroup({ key, records }: JoinedGroup, known: Known, run: ImportRun): RegisterLine | undefined {
  const { report } = run;
  const appointments = records.filter(({ kind }) => kind === APPOINTMENT);
  const [record, ...older] = records.filter(({ kind }) => kind === COMPANY);
  for (const _ of older) report.drop(ordinary('a newer record has the same number'), key);
  const dropOfficers = (): undefined => {
    for (const _ of appointments) report.drop('officers: of an entity without a line', key);
  };
  if (record === undefined) return dropOfficers();
  const company = companyOf(key, record);
  const leftOut = whyLeftOut(company, run);
  if (leftOut !== undefined) {
    report.drop(leftOut, key);
    return dropOfficers();
  }
  const line = run.line(record, () => {
    const ofCompany = lineOf(company, known.dates.get(record.input), known.labels, run);
    const officers = known.officers.of(...newestOf(appointments, known, run, key), known.labels);
    return officers.length === 0 ? ofCompany : { ...ofCompany, officers };
  });
  if (line === undefined) return dropOfficers();
  return known.reorganisations.hold(company, line, report) ? undefined : line;
}

/** The appointments of the newest file that has any in a company, and the date of that file. */
function newestOf(
  appointments: readonly JoinedRecord[],
  { dates }: Known,
  { report }: ImportRun,
  number: string,
): [appointments: JoinedRecord[], observed: string | undefined] {
  const newest = appointments[0]?.input ?? '';
  const [current, older]: [JoinedRecord[], JoinedRecord[]] = [[], []];
  for (const appointment of appointments) (appointment.input === newest ? current : older).push(appointment);
  for (const _ of older) report.drop(ordinary('officers: a newer file has officers of the entity'), number);
  return [current, dates.get(newest)];
}
