import {
  findEntry,
  toAddress,
  readCell,
  readCells,
  FieldFault,
  findGravest,
  held,
  joinByKey,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  publishedDay,
  requiredCell,
  SOLE_TRADER,
  Successions,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
  type Reason,
  type Texts,
} from '../../importer/index.ts';
import { quoteValue, type CompanyName, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { Labels, Officers, filterName, type Appointment } from './officers.ts';

/**
 * Legal forms that one natural person owns and is liable for. The law of 1992 on individual (family) undertakings, farms and fishing
 * undertakings was repealed, but such undertakings stay registered; many have their owner's name. A representative (PRV) is a person too.
 */
const SOLE_FORMS: ReadonlySet<string> = new Set(codes.type.sole);

/** The code of `closed` for an entity that ended in a reorganisation. */
const REORGANISED = 'R';

/** The reorganisation in which the source ends and continues as several entities; not all of them may be known. */
const DIVISION = 'DIVISION';

const JOINED = {
  company: held<Company>(),
  appointment: held<Appointment>('officers'),
  formerName: held<CompanyName>('names'),
  proceeding: held<string>('proceedings'),
  reorganisation: held<Reorganisation>('reorganisations'),
};

/** The content of the other files. */
interface Known {
  readonly labels: Labels;
  readonly officers: Officers;
  readonly successions: Successions;
  /** Whether both files of proceedings are inputs: only then is an open entity without proceedings active. */
  readonly hasProceedings: boolean;
}

/**
 * Turns entities into register lines, one per registration number, from the newest record. Officers, former names and proceedings are
 * joined by number. Entities that became other entities come last, when it is known which of the latter have a line.
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
        const found = readReorganisation(row, run);
        if (found === undefined) return;
        successions.name(found.final);
        hold('reorganisation', found.source, found);
      },
      companies: (row, hold) => hold('company', readNumber(row, 'regcode'), readCells(row, COLUMNS)),
      officers(row, hold) {
        const number = readNumber(row, 'at_legal_entity_registration_number');
        const appointment = officers.readAppointment(row, number);
        if (appointment !== undefined) hold('appointment', number, appointment);
      },
      names(row, hold) {
        const number = readNumber(row, 'regcode');
        const name = filterName(readCell(row, 'name'));
        const until = run.readDay(row, 'date_to');
        if (name === undefined) run.report.drop('names: without a name', number);
        // The file has no column for the kind of name.
        else hold('formerName', number, present<CompanyName>({ name, kind: 'iepriekšējais nosaukums', until }));
      },
      liquidations(row, hold) {
        hold('proceeding', readNumber(row, 'legal_entity_registration_number'), 'LIQUIDATION');
      },
      insolvencies(row, hold) {
        const number = readNumber(row, 'debtor_registration_number');
        if (readCell(row, 'proceeding_ended_on') !== undefined) run.report.drop(ordinary('proceedings: ended'), number);
        else hold('proceeding', number, requiredCell(row, 'proceeding_form'));
      },
    },
    line: (group) => lineOfGroup(group, { labels, officers, successions, hasProceedings }, run),
  });
  yield* successions.lines();
}

/** Returns the line of an entity with its officers; undefined if it has no line, or gets one later. */
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
    const ofCompany = buildLine(number, company, record.published, labels, run);
    const appointments = group.ofNewestFile('appointment', ordinary('a newer file has officers of the entity'));
    const current = officers.of(appointments, labels);
    return present<RegisterLine>({
      ...ofCompany,
      state: findState(group, company.closed, known.hasProceedings, run),
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
  successions.hold(number, findSuccession(number, ends, line, run));
  return undefined;
}

/** Returns the state of an entity: from the code of its end, else from the gravest of its proceedings. */
function findState(group: Group<typeof JOINED>, closed: string | undefined, hasProceedings: boolean, run: ImportRun) {
  if (closed !== undefined) {
    group.drop('proceeding', ordinary('of an entity that is removed'));
    return run.state('closed', closed);
  }
  const open = hasProceedings ? run.state('proceeding', 'none') : undefined;
  return findGravest([open, ...group.values('proceeding').map((form) => run.state('proceeding', form))]);
}

function dropJoined(group: Group<typeof JOINED>): void {
  group.drop('appointment', 'of an entity without a line');
  group.drop('formerName', ordinary('of an entity without a line'));
  group.drop('proceeding', ordinary('of an entity without a line'));
  group.drop('reorganisation', 'of a source without a line');
}

const COLUMNS = ['name', 'closed', 'type', 'type_text', 'registered', 'terminated', 'address', 'index'] as const;

/** The cells kept from a row of companies. */
type Company = Texts<(typeof COLUMNS)[number]>;

/** Returns a registration number in a row. All numbers are digits; the oldest begin with zeros. */
function readNumber(row: CsvRow, column: string): string {
  const number = requiredCell(row, column);
  if (!/^\d+$/.test(number)) throw new FieldFault(column, `must be digits, got ${quoteValue(number)}`);
  return number;
}

/** Returns why a company has no line; undefined if it has one. */
function whyLeftOut({ type = '' }: Company, run: ImportRun): string | Reason | undefined {
  if (SOLE_FORMS.has(type) && !run.soleTraders) return SOLE_TRADER;
  return findEntry(codes.type.noCompanies, type);
}

/** Builds the line of a company from its own record; unknown values are counted in the report. */
function buildLine(number: string, company: Company, published: string | undefined, labels: Labels, run: ImportRun) {
  const { closed, type = '' } = company;
  run.code('type', company.type);
  run.code('closed', closed);
  // Nine or ten digits are an old number, without a check digit.
  if (!/^\d{9,10}$/.test(number)) noteWrongNumber(run, 'LV reģistrācijas numurs', number, 'registration number');
  return present<RegisterLine>({
    name: filterName(company.name),
    company_status: closed === undefined ? undefined : labels.ofClosed(closed),
    company_type: company.type,
    legal_form: company.type_text,
    as_of_date: published,
    identifiers: [nationalNumber('LV', number)],
    registered_on: publishedDay(run, 'registered', company.registered),
    closed_on: closed === undefined ? undefined : publishedDay(run, 'terminated', company.terminated),
    address: codes.type.organisations.includes(type)
      ? toAddress({ text: company.address, postal_code: company.index })
      : undefined,
  });
}

/** The joined part of a reorganisation in which the source ends. */
interface Reorganisation {
  readonly source: string;
  readonly final: string;
  readonly isDivision: boolean;
}

/** Reads a row. If the source does not end, counts the row and returns undefined. */
function readReorganisation(row: CsvRow, run: ImportRun): Reorganisation | undefined {
  const type = run.readCode(row, 'reorganization_type', 'left out');
  const source = readCell(row, 'source_entity_regcode');
  const final = readCell(row, 'final_entity_regcode');
  const example = source ?? final ?? '';
  if (type === undefined || !codes.reorganization_type.ending.includes(type))
    return run.report.drop(`reorganisations: ${type ?? 'no type'} does not end the source`, example);
  if (source !== undefined && final !== undefined) return { source, final, isDivision: type === DIVISION };
  return run.report.drop('reorganisations: without a source or a final entity', example);
}

/** Returns the succession of an entity that ended in reorganisations. */
function findSuccession(
  number: string,
  reorganisations: readonly Reorganisation[],
  line: RegisterLine,
  run: ImportRun,
) {
  const successors = [...new Set(reorganisations.map(({ final }) => final))];
  for (const _ of reorganisations.slice(successors.length)) run.report.drop('reorganisations: the same again', number);
  const isSplit = successors.length > 1 || reorganisations.some(({ isDivision }) => isDivision);
  return { ordinary: line, succeeded: line, successors, isSplit };
}
