import {
  findEntry,
  toAddress,
  readCell,
  countryCode,
  FieldFault,
  findGravest,
  nonEmpty,
  present,
  publishedDay,
  requireDateForm,
  SOLE_TRADER,
  type CsvRow,
  type ImportRun,
  type Reason,
} from '../../importer/index.ts';
import { isPublishedNumber, quoteValue, type CompanyName, type RegisterLine } from '../../model/index.ts';
import { cleanName, dropRow, mayBePersonal, splitCell } from './row.ts';
import codes from './codes.json' with { type: 'json' };

/** The part of a row of Bolagsverket that is read. A number may have several registrations. */
export interface Registration {
  /** The running number (namnskyddslöpnummer), 0 by default. */
  readonly place: number;
  readonly isDeregistered: boolean;
  readonly line: RegisterLine;
}

/**
 * Returns the organisation number of a row. Counts a row that is not of an organisation and returns undefined.
 * @throws {FieldFault} if the number is invalid
 */
export function readNumber(row: CsvRow, run: ImportRun): string | undefined {
  const [, number = '', kind] = /^([^$]*)\$([A-Z_]+-IDORG)$/.exec(readCell(row, 'organisationsidentitet') ?? '') ?? [];
  if (kind === undefined) throw new FieldFault('organisationsidentitet', 'must be a number, $ and a kind of number');
  run.code('organisationsidentitet', kind, 'left out');
  const drop = (reason: string | Reason): undefined => dropRow('bolagsverket', row, reason, run);
  if (kind !== 'ORGNR-IDORG') return drop(`number that is not an organisation number (${kind})`);
  if (!/^\d{10}$/.test(number)) throw new FieldFault('organisationsidentitet', 'must be ten digits');
  if (mayBePersonal(number)) return drop('number of a person as organisation number');
  if (readCell(row, 'organisationsform') === 'E-ORGFO') return drop(SOLE_TRADER);
  if (!isPublishedNumber('SE organisationsnummer', number)) {
    run.report.note('organisation number with wrong check digit, kept as published', number);
  }
  return number;
}

/** Reads the rest of the row of an organisation. */
export function readRegistration(row: CsvRow, run: ImportRun): Registration {
  const form = run.readCode(row, 'organisationsform');
  const date = readCell(row, 'avregistreringsdatum');
  if (date !== undefined) requireDateForm('avregistreringsdatum', date);
  const reason = readReason(row, run);
  const isDeregistered = date !== undefined || reason !== undefined;
  const proceedings = isDeregistered ? [] : readProceedings(row, run);
  const { name, others } = readNames(row, run);
  const line = present<RegisterLine>({
    name,
    // Bolagsverket's text for a deregistration without a special reason.
    company_status: isDeregistered ? (reason ?? 'Avregistrerad') : joinCodes(proceedings),
    state: isDeregistered ? run.state('registrering', 'avregistrerad') : findState(proceedings, run),
    registered_on: run.readDay(row, 'registreringsdatum'),
    closed_on: publishedDay(run, 'avregistreringsdatum', date),
    address: readAddress(row, run),
    other_names: nonEmpty(others),
    company_type: form,
    legal_form: findEntry(codes.organisationsform, form),
  });
  return { place: readPlace(row), isDeregistered, line };
}

function readPlace(row: CsvRow): number {
  const place = readCell(row, 'namnskyddslopnummer') ?? '0';
  if (/^\d{1,9}$/.test(place)) return Number(place);
  throw new FieldFault('namnskyddslopnummer', `must be a number, got ${quoteValue(place)}`);
}

/** Returns the reason for a deregistration: a code, or a text and a code. */
function readReason(row: CsvRow, run: ImportRun): string | undefined {
  const parts = splitCell(readCell(row, 'avregistreringsorsak'));
  const reason = parts.find((part) => part.endsWith('-AVORG')) ?? parts[0];
  run.code('avregistreringsorsak', reason);
  return reason;
}

/** The kinds of main names, preferred first: of a company, of another entity. */
const MAIN_NAMES = ['FORETAGSNAMN-ORGNAM', 'NAMN-ORGNAM'];

/** The text after a name: its kind, and the date of its registration if published. */
const NAME_KIND = /\$([A-Z_]+-ORGNAM)(?:\$(\d{4}-\d{2}-\d{2}))?(?=[$|]|$)/g;

/** Returns the names of a row: the main name (of several, the name registered last), and names of other known kinds. */
function readNames(row: CsvRow, run: ImportRun): { name: string | undefined; others: CompanyName[] } {
  const names = readEntries(row, run);
  const kind = MAIN_NAMES.find((main) => names.some((one) => one.kind === main));
  const mains = names.filter((one) => one.kind === kind);
  const [main] = mains.toSorted((a, b) => Number(a.date < b.date) - Number(a.date > b.date));
  const others = names.flatMap((one) => {
    const word = MAIN_NAMES.includes(one.kind) ? undefined : findEntry(codes.organisationsnamn, one.kind);
    if (word === undefined) return [];
    const from = publishedDay(run, 'organisationsnamn', one.date);
    return [present<CompanyName>({ name: one.name, kind: word, from })];
  });
  return { name: main?.name, others };
}

/**
 * Returns the entries `name$kind$date$text`, which are separated by `|`. A text, and by chance a name, may contain both characters, so the
 * text before a kind of name is taken as the name.
 */
function readEntries(row: CsvRow, run: ImportRun) {
  const names: { readonly name: string; readonly kind: string; readonly date: string }[] = [];
  let from = 0;
  const all = (readCell(row, 'organisationsnamn') ?? '').replace(/^\|/, '');
  for (const match of all.matchAll(NAME_KIND)) {
    const [marker, kind = '', date = ''] = match;
    run.code('organisationsnamn', kind, 'left out');
    // Every name except the first follows the text of the previous entry.
    const before = all.slice(from, match.index);
    const name = cleanName(from === 0 ? before : before.slice(before.lastIndexOf('|') + 1));
    from = match.index + marker.length;
    if (name !== '' && name !== 'null') names.push({ name, kind, date });
  }
  if (from === 0 && splitCell(all).length > 0) run.report.note('name without a kind, skipped', `record ${row.record}`);
  return names;
}

const COLUMN = 'pagandeAvvecklingsEllerOmstruktureringsforfarande';

const CONCLUDED = '-AVSLAVOMFO';

/** Returns the proceedings of a row in the order of the file: `|KODE$date` or `|KODE$text$date`, repeated. */
function readProceedings(row: CsvRow, run: ImportRun) {
  return (readCell(row, COLUMN)?.split('|') ?? []).flatMap((entry) => {
    const [code, ...rest] = splitCell(entry);
    if (code === undefined) return [];
    run.code(COLUMN, code);
    return [{ code, date: rest.find((part) => /^\d{4}-\d{2}-\d{2}$/.test(part)) }];
  });
}

type Proceedings = ReturnType<typeof readProceedings>;

/** Returns the codes of proceedings, each once, separated by `|`; undefined if there are no proceedings. */
function joinCodes(proceedings: Proceedings): string | undefined {
  return [...new Set(proceedings.map(({ code }) => code))].join('|') || undefined;
}

/** Returns the state of a registered organisation. Only proceedings that are still open count. An unknown code has no state. */
function findState(proceedings: Proceedings, run: ImportRun) {
  const running = proceedings.filter(({ code }, at) => !code.endsWith(CONCLUDED) && !isConcluded(proceedings, at));
  if (running.length === 0) return run.state('registrering', 'registrerad');
  return findGravest(running.map(({ code }) => run.state(COLUMN, code)));
}

/**
 * Whether a conclusion of the same proceeding follows: `KKAVOV-AVSLAVOMFO` concludes `KK-AVOMFO`. The dates decide, or the order in the
 * file if a date is missing.
 */
function isConcluded(proceedings: Proceedings, at: number): boolean {
  const { code = '', date } = proceedings[at] ?? {};
  const kind = code.replace('-AVOMFO', '');
  return proceedings.some((other, place) => {
    if (!other.code.startsWith(kind) || !other.code.endsWith(CONCLUDED)) return false;
    return date === undefined || other.date === undefined ? place > at : other.date >= date;
  });
}

/** Branches of foreign companies, whose head office is abroad, and simple partnerships, whose address is that of the partners. */
const WITHOUT_ADDRESS = new Set(['BFL-ORGFO', 'EB-ORGFO', 'FL-ORGFO']);

/** Returns the registered address: `street$c/o$town$postal code$country`. The name after c/o is not read. */
function readAddress(row: CsvRow, run: ImportRun) {
  if (WITHOUT_ADDRESS.has(readCell(row, 'organisationsform') ?? '')) return undefined;
  const parts = readCell(row, 'postadress')
    ?.split('$')
    .map((part) => (part === 'null' ? '' : cleanName(part)));
  if (parts === undefined) return undefined;
  if (parts.length !== 5) return run.report.note('postadress without five parts, skipped', `record ${row.record}`);
  const [street, , locality, postal_code, country = ''] = parts;
  const country_code = countryCode(run, 'postadress', country.replace(/-LAND$/, '') || undefined);
  return toAddress({ street, postal_code, locality, country_code });
}
