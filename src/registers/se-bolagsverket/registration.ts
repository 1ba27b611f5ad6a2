import {
  FieldFault,
  present,
  requireDateForm,
  type CsvRow,
  type ImportRun,
  SOLE_TRADER,
  type Reason,
} from '../../importer/index.ts';
import { isPublishedNumber, quoteValue } from '../../model/index.ts';
import { dropRow, mayBePersonal, nameIn, textOf } from './row.ts';

/** The organisation form of one person in business. */
const SOLE_TRADER_FORM = 'E-ORGFO';

/** The text of Bolagsverket for a deregistration without a special reason. */
const DEREGISTERED = 'Avregistrerad';

const PROCEEDINGS = 'pagandeAvvecklingsEllerOmstruktureringsforfarande';

/** What a name of its own kind is, in the order in which one is preferred: of a company, of another entity. */
const MAIN_NAMES = ['FORETAGSNAMN-ORGNAM', 'NAMN-ORGNAM'];

/** What stands behind a name: its kind, and the date of its registration where there is one. */
const NAME_KIND = /\$([A-Z_]+-ORGNAM)(?:\$(\d{4}-\d{2}-\d{2}))?(?=[$|]|$)/g;

/** What is taken from a row of Bolagsverket. A number may have several, one for each registration under it. */
export interface Registration {
  /** Namnskyddslöpnummer, 0 where there is none. */
  readonly place: number;
  readonly isDeregistered: boolean;
  readonly name?: string;
  readonly form?: string;
  readonly status?: string;
}

/**
 * The organisation number of a row; undefined where the row is of a person or not of an organisation, which is counted.
 * @throws {FieldFault} where the number is not a number
 */
export function numberOf(row: CsvRow, run: ImportRun): string | undefined {
  const [, number = '', kind] = /^([^$]*)\$([A-Z_]+-IDORG)$/.exec(textOf(row, 'organisationsidentitet') ?? '') ?? [];
  if (kind === undefined) throw new FieldFault('organisationsidentitet', 'must be a number, $ and a kind of number');
  run.code('organisationsidentitet', kind, 'left out');
  const drop = (reason: string | Reason): undefined => dropRow('bolagsverket', row, reason, run);
  if (kind !== 'ORGNR-IDORG') return drop(`number that is no organisation number (${kind})`);
  if (!/^\d{10}$/.test(number)) throw new FieldFault('organisationsidentitet', 'must be ten digits');
  if (mayBePersonal(number)) return drop('number of a person as organisation number');
  if (textOf(row, 'organisationsform') === SOLE_TRADER_FORM) return drop(SOLE_TRADER);
  if (!isPublishedNumber('SE organisationsnummer', number)) {
    run.report.note('organisation number with wrong check digit, kept as published', number);
  }
  return number;
}

/** Reads the rest of the row of an organisation. */
export function registrationOf(row: CsvRow, run: ImportRun): Registration {
  const form = textOf(row, 'organisationsform');
  run.code('organisationsform', form);
  const date = textOf(row, 'avregistreringsdatum');
  if (date !== undefined) requireDateForm('avregistreringsdatum', date);
  const reason = reasonOf(row, run);
  const isDeregistered = date !== undefined || reason !== undefined;
  return present<Registration>({
    place: placeOf(row),
    isDeregistered,
    name: nameOf(row, run),
    form,
    status: isDeregistered ? (reason ?? DEREGISTERED) : proceedingsOf(row, run),
  });
}

function placeOf(row: CsvRow): number {
  const place = textOf(row, 'namnskyddslopnummer') ?? '0';
  if (/^\d{1,9}$/.test(place)) return Number(place);
  throw new FieldFault('namnskyddslopnummer', `must be a number, got ${quoteValue(place)}`);
}

/** The reason of a deregistration: a code, or a text and a code. */
function reasonOf(row: CsvRow, run: ImportRun): string | undefined {
  const parts = partsOf(textOf(row, 'avregistreringsorsak'));
  const reason = parts.find((part) => part.endsWith('-AVORG')) ?? parts[0];
  run.code('avregistreringsorsak', reason);
  return reason;
}

/** The codes of the proceedings in the order of the file, each once: `|KODE$date` or `|KODE$text$date`, repeated. */
function proceedingsOf(row: CsvRow, run: ImportRun): string | undefined {
  const codes = new Set<string>();
  for (const proceeding of textOf(row, PROCEEDINGS)?.split('|') ?? []) {
    const [code] = partsOf(proceeding);
    if (code === undefined) continue;
    run.code(PROCEEDINGS, code);
    codes.add(code);
  }
  return codes.size === 0 ? undefined : [...codes].join('|');
}

function partsOf(text: string | undefined): string[] {
  const parts = text?.split('$').map((part) => part.trim()) ?? [];
  return parts.filter((part) => part !== '' && part !== 'null');
}

/**
 * The main name among `name$kind$date$text`, repeated with `|` between: of several the one registered last. A text, and by
 * chance a name, may hold these two characters, so what comes before a kind of name is a name.
 */
function nameOf(row: CsvRow, run: ImportRun): string | undefined {
  const names: { name: string; kind: string; date: string }[] = [];
  let from = 0;
  const all = (textOf(row, 'organisationsnamn') ?? '').replace(/^\|/, '');
  for (const match of all.matchAll(NAME_KIND)) {
    const [marker, kind = '', date = ''] = match;
    run.code('organisationsnamn', kind, 'left out');
    // The first name begins the cell; before a later one stands the text of the one before.
    const before = all.slice(from, match.index);
    const name = nameIn(from === 0 ? before : before.slice(before.lastIndexOf('|') + 1));
    from = match.index + marker.length;
    if (name !== '' && name !== 'null') names.push({ name, kind, date });
  }
  if (from === 0 && partsOf(all).length > 0) run.report.note('name of no kind, left out', `record ${row.record}`);
  const kind = MAIN_NAMES.find((main) => names.some((one) => one.kind === main));
  const mains = names.filter((one) => one.kind === kind);
  const [main] = mains.toSorted((a, b) => Number(a.date < b.date) - Number(a.date > b.date));
  return main?.name;
}
