import {
  cellOf,
  Successions,
  gravestOf,
  held,
  joinByKey,
  nonEmpty,
  ordinary,
  present,
  publishedDay,
  type Group,
  type CsvRow,
  type ImportRun,
  requiredCell,
  type Input,
} from '../../importer/index.ts';
import type { CompanyName, CompanyState, RegisterLine } from '../../model/index.ts';
import { companyOf, lineOf, nameOf, numberOf, whyLeftOut, type Company } from './company.ts';
import { REORGANISED, SOLE_FORMS } from './codes.ts';
import { Labels } from './labels.ts';
import { Officers, type Appointment } from './officers.ts';
import { reorganisationOf, successionOf, type Reorganisation } from './reorganisations.ts';

const JOINED = {
  company: held<Company>(),
  appointment: held<Appointment>('officers'),
  formerName: held<CompanyName>('names'),
  proceeding: held<string>('proceedings'),
  reorganisation: held<Reorganisation>('reorganisations'),
};

/** The kind of the names in register_name_history.csv, which has no column for it. */
const FORMER_NAME = 'iepriekšējais nosaukums';

/** The content of the other files. */
interface Known {
  readonly labels: Labels;
  readonly officers: Officers;
  readonly successions: Successions;
  /** Whether both files of proceedings are given: only then is an open entity without one active. */
  readonly hasProceedings: boolean;
}

/**
 * Turns entities into register lines, one per registration number: the newest record counts. Officers, former names and proceedings join
 * their entity by its number; entities that became others come last, when it is known which of these have a line.
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const officers = new Officers(run);
  const labels = new Labels(run.report);
  const successions = new Successions(run.report, { scheme: 'national_registry_number', country_scope: 'LV' });
  const hasProceedings = ['liquidations', 'insolvencies'].every((kind) => inputs.some((input) => input.kind === kind));
  yield* joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { companies: 'no input is a register.csv; officers have no companies' },
    rows: {
      labels: (row) => labels.take(row),
      reorganisations(row, hold) {
        const found = reorganisationOf(row, run);
        if (found === undefined) return;
        successions.name(found.final);
        hold('reorganisation', found.source, found);
      },
      companies: (row, hold) => hold('company', numberOf(row, 'regcode'), companyOf(row)),
      officers(row, hold) {
        const number = numberOf(row, 'at_legal_entity_registration_number');
        const appointment = officers.appointmentOf(row, number);
        if (appointment !== undefined) hold('appointment', number, appointment);
      },
      names(row, hold) {
        const number = numberOf(row, 'regcode');
        const name = nameOf(cellOf(row, 'name'));
        const until = publishedDay(run, 'date_to', cellOf(row, 'date_to'));
        if (name === undefined) run.report.drop('names: without a name', number);
        else hold('formerName', number, present<CompanyName>({ name, kind: FORMER_NAME, until, from: undefined }));
      },
      liquidations(row, hold) {
        hold('proceeding', numberOf(row, 'legal_entity_registration_number'), 'LIQUIDATION');
      },
      insolvencies(row, hold) {
        const number = numberOf(row, 'debtor_registration_number');
        if (cellOf(row, 'proceeding_ended_on') !== undefined) run.report.drop(ordinary('proceedings: ended'), number);
        else hold('proceeding', number, requiredCell(row, 'proceeding_form'));
      },
    },
    line: (group) => lineOfGroup(group, { labels, officers, successions, hasProceedings }, run),
  });
  yield* successions.lines();
}

/** The line of an entity with its officers; undefined where it has no line, or gets one later. */
function lineOfGroup(group: Group<typeof JOINED>, known: Known, run: ImportRun): RegisterLine | undefined {
  const { key: number } = group;
  const { labels, officers, successions } = known;
  const record = group.newest('company');
  const company = record?.value;
  const leftOut = company && whyLeftOut(company, run);
  if (leftOut !== undefined) run.report.drop(leftOut, number);
  if (record === undefined || company === undefined || leftOut !== undefined) {
    dropJoined(group);
    return undefined;
  }
  // A former name of a sole trader may be a person's.
  if (SOLE_FORMS.has(company.type ?? '')) group.drop('formerName', 'of a sole trader');
  const line = run.line(record, () => {
    const ofCompany = lineOf(number, company, record.published, labels, run);
    const appointments = group.ofNewestFile('appointment', ordinary('a newer file has officers of the entity'));
    const current = officers.of(appointments, labels);
    return present<RegisterLine>({
      ...ofCompany,
      state: stateOf(group, company.closed, known.hasProceedings, run),
      former_names: nonEmpty(group.ofNewestFile('formerName').map(({ value }) => value)),
      officers: nonEmpty(current),
    });
  });
  if (line === undefined) {
    dropJoined(group);
    return undefined;
  }
  if (company.closed !== REORGANISED) group.drop('reorganisation', 'the source is not removed for it');
  const ends = group.values('reorganisation');
  if (ends.length === 0) {
    successions.written(number);
    return line;
  }
  successions.hold(number, successionOf(number, ends, line, run));
  return undefined;
}

/** The state of an entity: the code of its end, else the gravest of its proceedings. */
function stateOf(
  group: Group<typeof JOINED>,
  closed: string | undefined,
  hasProceedings: boolean,
  run: ImportRun,
): CompanyState | undefined {
  if (closed !== undefined) {
    group.drop('proceeding', ordinary('of an entity that is removed'));
    return run.state('closed', closed);
  }
  const open = hasProceedings ? run.state('proceeding', 'none') : undefined;
  return gravestOf([open, ...group.values('proceeding').map((form) => run.state('proceeding', form))]);
}

function dropJoined(group: Group<typeof JOINED>): void {
  group.drop('appointment', 'of an entity without a line');
  group.drop('formerName', ordinary('of an entity without a line'));
  group.drop('proceeding', ordinary('of an entity without a line'));
  group.drop('reorganisation', 'of a source without a line');
}
