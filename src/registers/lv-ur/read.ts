import {
  held,
  joinByKey,
  ordinary,
  type Group,
  type CsvRow,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { companyOf, lineOf, numberOf, whyLeftOut, type Company } from './company.ts';
import { Labels } from './labels.ts';
import { Officers, type Appointment } from './officers.ts';
import { Reorganisations } from './reorganisations.ts';

const JOINED = { company: held<Company>(), appointment: held<Appointment>('officers') };

/** What the other files know by the time companies become lines. */
interface Known {
  readonly labels: Labels;
  readonly officers: Officers;
  readonly reorganisations: Reorganisations;
}

/**
 * Turns entities into register lines, one per registration number: the newest record stands. Officers join their entity
 * by its number; entities that became others come last, when it is known which of these have a line.
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const officers = new Officers(run);
  const labels = new Labels(run.report);
  const reorganisations = new Reorganisations();
  yield* joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { companies: 'no input is a register.csv; officers alone make no company' },
    rows: {
      labels: (row) => labels.take(row),
      reorganisations: (row) => reorganisations.take(row, run),
      companies(row, hold) {
        const company = companyOf(row);
        hold('company', company.number, company);
      },
      officers(row, hold) {
        const number = numberOf(row, 'at_legal_entity_registration_number');
        const appointment = officers.appointmentOf(row, number);
        if (appointment !== undefined) hold('appointment', number, appointment);
      },
    },
    line: (group) => lineOfGroup(group, { labels, officers, reorganisations }, run),
  });
  yield* reorganisations.lines(run.report);
}

/** The line of an entity with its officers; undefined where there is none, or none yet. */
function lineOfGroup(group: Group<typeof JOINED>, known: Known, run: ImportRun): RegisterLine | undefined {
  const { key: number } = group;
  const { labels, officers, reorganisations } = known;
  const record = group.newest('company');
  const company = record?.value;
  const leftOut = company && whyLeftOut(company, run);
  if (leftOut !== undefined) run.report.drop(leftOut, number);
  if (record === undefined || company === undefined || leftOut !== undefined) {
    group.drop('appointment', 'of an entity without a line');
    return undefined;
  }
  const line = run.line(record, () => {
    const ofCompany = lineOf(company, record.published, labels, run);
    const appointments = group.ofNewestFile('appointment', ordinary('a newer file has officers of the entity'));
    const current = officers.of(appointments, labels);
    return current.length === 0 ? ofCompany : { ...ofCompany, officers: current };
  });
  if (line === undefined) group.drop('appointment', 'of an entity without a line');
  return line === undefined || reorganisations.hold(company, line, run.report) ? undefined : line;
}
