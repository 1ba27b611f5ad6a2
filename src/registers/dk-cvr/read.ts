import {
  SOLE_TRADER,
  countryCode,
  held,
  joinByKey,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  publishedDay,
  readCell,
  toAddress,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
  type Reason,
} from '../../importer/index.ts';
import {
  InputError,
  collapseWhiteSpace,
  compareText,
  type CompanyAddress,
  type CompanyClassification,
  type CompanyName,
  type RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { toDanishDay } from './days.ts';

/** The part of a row that is kept for the join. */
interface Entry {
  /** The number, name or code; for an address, its use. */
  readonly value: string;
  /** The words for the value; for a company the status, for an address the country. */
  readonly label?: string;
  /** The position among entries of the same kind. */
  readonly place?: string;
  /** The first day; for a company, the day on which it started. */
  readonly from?: string;
  /** The last day, which only names have; for a company, the day on which it ended. */
  readonly until?: string;
  /** The address without its country. */
  readonly address?: CompanyAddress;
}

const JOINED = {
  companies: held<Entry>('companies'),
  names: held<Entry>('names'),
  forms: held<Entry>('forms'),
  activities: held<Entry>('activities'),
  addresses: held<Entry>('addresses'),
};
type Kind = keyof typeof JOINED;

/** The required files: companies, their names, and legal forms, which reveal sole traders. */
const NEEDED = { companies: 'Virksomhed', names: 'Navn', forms: 'Virksomhedsform' };

/** The words for forms of sole traders and estates, whatever the code. */
const SOLE_TRADER_WORDS = /enkeltmand|personligt ejet|dødsbo/i;

/** The first day of activities by the standard of 2025. */
const DB25_FROM = '2025-01-01';

/** The use of the address of the seat. */
const SEAT = 'beliggenhedsadresse';

/** The position of a main name or activity. */
const MAIN = '0';

/** Turns companies into register lines, in the order of their units. All other files are joined by unit number. */
export function read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const found = new Set<string>();
  return joinByKey(inputs, run, {
    kinds: JOINED,
    passedOver: { units: 'production units are places of work, and no part of a line' },
    rows(row, hold, input) {
      // Activities have six digits, forms at most three, which distinguishes them even if forms get a `sekvens`.
      const isForm = input.kind === 'activities' && /^\d{1,3}$/.test(readCell(row, 'vaerdi') ?? '');
      const kind = isForm ? 'forms' : (input.kind as Kind);
      found.add(kind);
      const unit = readCell(row, kind === 'companies' ? 'id' : 'CVREnhedsId');
      const entry = readEntry(kind, row, run);
      // A "current" file also has superseded rows. Names that ended are kept as former names.
      const ends = kind === 'names' ? ['registreringTil'] : ['registreringTil', 'virkningTil'];
      const isOver = ends.some((column) => readCell(row, column) !== undefined);
      if (unit === undefined || entry.value === '')
        run.report.drop(`${kind}: without a value`, unit ?? String(row.record));
      else if (isOver) run.report.drop(ordinary(`${kind}: superseded row`), unit);
      else hold(kind, unit, entry);
    },
    onRead() {
      const missing = Object.entries(NEEDED).find(([kind]) => !found.has(kind));
      if (missing === undefined) return;
      throw new InputError(
        `Cannot import dk-cvr: no input is a file of ${missing[1]}; Virksomhed, Navn and Virksomhedsform are needed`,
      );
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** The columns of the value and of its label. */
const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  companies: ['CVRNummer', 'status'],
  names: ['vaerdi'],
  forms: ['vaerdi', 'vaerdiTekst'],
  activities: ['vaerdi', 'vaerdiTekst'],
  addresses: ['AdresseringAnvendelse', 'CVRAdresse_landekode'],
};

function readEntry(kind: Kind, row: CsvRow, run: ImportRun): Entry {
  const [value = '', label = ''] = COLUMNS[kind];
  const [from, until] =
    kind === 'companies' ? ['virksomhedStartdato', 'virksomhedOphoersdato'] : ['virkningFra', 'virkningTil'];
  return present<Entry>({
    value: readText(row, value) ?? '',
    label: readText(row, label),
    place: readText(row, 'sekvens'),
    from: readDay(row, from, run),
    until: readDay(row, until, run),
    address: kind === 'addresses' ? readAddress(row) : undefined,
  });
}

function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const company = group.newest('companies', ordinary('a newer record has the same unit'));
  if (company === undefined) return group.dropAll(ordinary('of a unit that is not a company here'));
  const number = company.value.value;
  const form = findLatest(group.values('forms'));
  const leftOut = run.soleTraders ? undefined : whyLeftOut(form);
  if (leftOut === undefined) return run.line(company, () => buildLine(group, form, run));
  return run.report.drop(leftOut, number);
}

/** Returns why a company has no line; undefined if it has one. The name of a sole trader is the name of a person. */
function whyLeftOut(form: Entry | undefined): string | Reason | undefined {
  if (form === undefined) return 'without a form, so perhaps a sole trader';
  const listed: Readonly<Record<string, string>> = codes.virksomhedsform;
  const isSole = listed[form.value] === 'sole trader' || SOLE_TRADER_WORDS.test(form.label ?? '');
  return isSole ? SOLE_TRADER : undefined;
}

/** The forms of companies with a European number (Directive (EU) 2017/1132, annex II): A/S, P/S and ApS. */
const EUROPEAN_FORMS: ReadonlySet<string> = new Set(['60', '70', '80']);

function buildLine(group: Group<typeof JOINED>, form: Entry | undefined, run: ImportRun): RegisterLine {
  const [company] = group.all('companies');
  const { value: number = '', label: status, from: started, until: ended } = company?.value ?? {};
  noteWrongNumber(run, 'DK CVR', number, 'CVR number');
  const statusCode = status?.toLowerCase();
  run.code('status', statusCode);
  run.code('virksomhedsform', form?.value);
  const names = group.values('names');
  const open = names.filter(({ until }) => until === undefined);
  const main = findLatest(open.filter(({ place = MAIN }) => place === MAIN));
  if (main === undefined) run.report.note('no main name', number);
  const others = names.filter(({ value }) => value !== main?.value);
  const addresses = group.values('addresses');
  const country = readCountry(addresses, run);
  return present<RegisterLine>({
    name: main?.value,
    country_code: country,
    company_status: status,
    company_type: form?.value,
    legal_form: form?.label,
    as_of_date: company?.published,
    identifiers: [nationalNumber('DK', number)],
    former_names: nonEmpty(others.filter(({ until }) => until !== undefined).map(toName)),
    other_names: nonEmpty(others.filter(({ until }) => until === undefined).map(toName)),
    classifications: nonEmpty(toClassifications(group.values('activities'))),
    state: run.state('status', statusCode),
    registered_on: started,
    closed_on: ended,
    address: whyLeftOut(form) === undefined ? findSeat(addresses, country) : undefined,
    euid: EUROPEAN_FORMS.has(form?.value ?? '') ? `DKCVR.${number}` : undefined,
    record_url: run.recordUrl(number),
  });
}

function toName({ value: name, from, until }: Entry): CompanyName {
  return present<CompanyName>({ name, kind: 'Navn', from, until });
}

/** Returns the address of the seat. @param country the country of the company: the country of its seat, if the seat has one */
function findSeat(addresses: readonly Entry[], country: string | undefined): CompanyAddress | undefined {
  const seat = findLatest(addresses.filter(({ value }) => value.toLowerCase() === SEAT));
  if (seat?.address === undefined) return undefined;
  return present<CompanyAddress>({ ...seat.address, country_code: seat.label === undefined ? undefined : country });
}

/** Returns the country of the seat, else of the postal address. */
function readCountry(addresses: readonly Entry[], run: ImportRun): string | undefined {
  const byUse = Map.groupBy(addresses, ({ value }) => value.toLowerCase());
  for (const { value } of addresses) run.code('AdresseringAnvendelse', value.toLowerCase(), 'left out');
  const country = Object.keys(codes.AdresseringAnvendelse)
    .map((use) => findLatest(byUse.get(use) ?? [])?.label)
    .find((code) => code !== undefined);
  return countryCode(run, 'CVRAdresse_landekode', country);
}

/** Returns the activities in order, the newest for each position. */
function toClassifications(activities: readonly Entry[]): CompanyClassification[] {
  const byPlace = [...Map.groupBy(activities, ({ place = '' }) => place)].toSorted(([a], [b]) => compareText(a, b));
  const found = new Map<string, CompanyClassification>();
  for (const [place, entries] of byPlace) {
    const { value: code = '', label, from = '' } = findLatest(entries) ?? {};
    if (found.has(code)) continue;
    const scheme = from < DB25_FROM ? 'DB07' : 'DB25';
    found.set(code, present<CompanyClassification>({ scheme, code, label, is_primary: place === MAIN }));
  }
  return [...found.values()];
}

/** Returns the entry that began last; of several that began on that day, the entry in the newest file. */
function findLatest(entries: readonly Entry[]): Entry | undefined {
  return entries.toSorted(({ from: a = '' }, { from: b = '' }) => compareText(b, a))[0];
}

/** Returns the text of a cell with its white space collapsed; undefined if the cell is empty. */
function readText(row: CsvRow, column: string): string | undefined {
  return collapseWhiteSpace(readCell(row, column) ?? '') || undefined;
}

/** Returns the Danish day of a cell with a date, a Danish time, or an instant in UTC. Counts any other text and returns undefined. */
function readDay(row: CsvRow, column: string, run: ImportRun): string | undefined {
  const text = readText(row, column) ?? '';
  return publishedDay(run, column, toDanishDay(text) ?? text);
}

/** Returns the address of a row without its country. `coNavn` is never read, because it is often a person. */
function readAddress(row: CsvRow): CompanyAddress | undefined {
  const part = (name: string): string => readText(row, `CVRAdresse_${name}`) ?? '';
  const until = part('husnummerTil') + part('bogstavTil');
  const number = part('husnummerFra') + part('bogstavFra') + (until === '' ? '' : `-${until}`);
  const floor = part('etagebetegnelse') === '' ? '' : `${part('etagebetegnelse')}.`;
  const parts = [`${part('vejnavn')} ${number}`, `${floor} ${part('doerbetegnelse')}`].map((text) => text.trim());
  return toAddress({
    street: parts.filter((text) => text !== '').join(', '),
    postal_code: part('postnummer'),
    locality: part('postdistrikt'),
  });
}
