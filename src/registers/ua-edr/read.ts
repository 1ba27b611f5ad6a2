import {
  filterRunning,
  held,
  joinByKey,
  nationalNumber,
  noteWrongNumber,
  OfficerRoles,
  present,
  publishedDay,
  RecordReader,
  required,
  withSource,
  withZeros,
  type Group,
  type ImportRun,
  type Input,
  type XmlRow,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';

const JOINED = { subject: held<Company>() };

/**
 * Turns subjects into register lines, in the order of their codes. Of several subjects with one code, running subjects replace ended ones.
 */
export function read(inputs: readonly Input<XmlRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold, { stamp }) {
      const company = readCompany(row, stamp?.date, run);
      if (company !== undefined) hold('subject', company.number ?? `key ${company.id}`, company);
    },
    line: (group) => buildLines(group, run),
  });
}

/** Returns the lines of the subjects with one code. A line has a key only if the code does not identify its subject. */
function buildLines(group: Group<typeof JOINED>, run: ImportRun): RegisterLine[] {
  const subjects = filterRunning(group.key, group.all('subject'), run);
  return subjects.flatMap(({ record, value: { id, number, line } }) => {
    const isIdentified = number !== undefined && subjects.length === 1;
    return run.line(record, () => (isIdentified ? line : { key: id, ...line })) ?? [];
  });
}

/** The day in the first part of "05.12.2006; …". */
const FIRST_DAY = /^[^;\d]*(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})/;

/** The part of a subject that is joined with others of the same code. */
interface Company {
  /** The number of its entry, else of its row, as a key. */
  readonly id: string;
  readonly number?: string;
  readonly hasEnded: boolean;
  readonly line: RegisterLine;
}

/**
 * Reads a subject. Counts a person in business and returns undefined.
 * @throws {FieldFault} if RECORD is missing, or an element occurs twice
 */
function readCompany(row: XmlRow, published: string | undefined, run: ImportRun): Company | undefined {
  const record = new RecordReader(row.value);
  const id = required(record.content('RECORD'), 'RECORD');
  const [code, form, status] = ['EDRPOU', 'OPF', 'STAN'].map((name) => record.content(name));
  // The file of persons in business has the same elements, without a code and a form.
  const isSole = (code === undefined && form === undefined) || /фізична особа/i.test(form ?? '');
  if (isSole && run.dropsSoleTrader(id)) return undefined;
  run.code('STAN', status);
  const number = readNumber(code, id, run);
  const state = run.state('STAN', status);
  const hasEnded = state === 'closed';
  const short = record.content('SHORT_NAME');
  const line = present<RegisterLine>({
    name: record.content('NAME'),
    company_status: status,
    state,
    registered_on: publishedDay(run, 'REGISTRATION', record.content('REGISTRATION'), FIRST_DAY),
    closed_on: hasEnded
      ? publishedDay(run, 'TERMINATED_INFO', record.content('TERMINATED_INFO'), FIRST_DAY)
      : undefined,
    legal_form: form,
    as_of_date: published,
    identifiers: number === undefined ? undefined : [nationalNumber('UA', number)],
    other_names: short === undefined ? undefined : [{ name: short, kind: 'SHORT_NAME' }],
    officers: readOfficers(record, id, published, run),
  });
  return present<Company>({ id: `ua-edr:${readEntry(record) ?? id}`, number, hasEnded, line });
}

/**
 * Returns the number of the entry: the last part of "29.04.2004; 24.10.2006; 10251200000000716", after the days of first registration and
 * entry.
 */
function readEntry(record: RecordReader): string | undefined {
  return /;\s*(?<entry>\d{10,})$/.exec(record.content('REGISTRATION') ?? '')?.groups?.['entry'];
}

function readNumber(code: string | undefined, id: string, run: ImportRun): string | undefined {
  if (code === undefined || !/[\p{L}\p{N}]/u.test(code)) return run.report.note('no code (ЄДРПОУ)', id);
  const number = withZeros(code, 8);
  noteWrongNumber(run, 'UA ЄДРПОУ', number, 'code (ЄДРПОУ)');
  return number;
}

/** Maximum length of a role, in characters. A longer text is a power of attorney, and may contain anything. */
const ROLE_CHARS_MAX = 150;

/** A comma or semicolon outside parentheses, which separates roles. */
const BETWEEN_ROLES = /[,;](?![^()]*\))/;

/** Returns the signers and the members of bodies, each once. The register has no dates for them. */
function readOfficers(record: RecordReader, id: string, observed: string | undefined, run: ImportRun) {
  const officers = new OfficerRoles();
  for (const [list, entry] of Object.entries({ SIGNERS: 'SIGNER', MEMBERS: 'MEMBER' })) {
    for (const element of record.object(list)?.each(entry) ?? []) {
      const text = element.content('$') ?? '';
      const end = text.indexOf(';');
      const name = (end === -1 ? text : text.slice(0, end)).trim();
      if (name === '') {
        run.report.note(`${list}: without a name, skipped`, id);
        continue;
      }
      officers.add(name, { name }, ...readRoles(end === -1 ? '' : text.slice(end + 1), id, run));
    }
  }
  return withSource(officers.officers, run.officerSource(observed));
}

function readRoles(text: string, id: string, run: ImportRun): string[] {
  // Eight digits may be the number of a person or a document.
  if (text.length > ROLE_CHARS_MAX || /\d{8}/.test(text)) {
    run.report.note('role that is a text of its own, skipped', id);
    return [];
  }
  return text.split(BETWEEN_ROLES).flatMap((role) => role.trim() || []);
}
