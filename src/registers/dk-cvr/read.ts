import {
  SOLE_TRADER,
  cellOf,
  countryCode,
  held,
  isDate,
  joinByKey,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
  type Reason,
} from '../../importer/index.ts';
import {
  InputError,
  collapseWhiteSpace,
  type CompanyClassification,
  type LineName,
  type RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** What is held of a row. */
interface Entry {
  /** The number, name or code; of an address, its use. */
  readonly value: string;
  /** The words for the value; of a company the status, of an address the country. */
  readonly label?: string;
  /** The place among those of its kind. */
  readonly place?: string;
  readonly from?: string;
  /** The end of what a row says, which only names may have. */
  readonly until?: string;
}

const JOINED = {
  companies: held<Entry>('companies'),
  names: held<Entry>('names'),
  forms: held<Entry>('forms'),
  activities: held<Entry>('activities'),
  addresses: held<Entry>('addresses'),
};
type Kind = keyof typeof JOINED;

/** The files without which there are no companies, no names of theirs, or sole traders among them. */
const NEEDED = { companies: 'Virksomhed', names: 'Navn', forms: 'Virksomhedsform' };

/** What the words for a form say of sole traders and of estates, whatever the code. */
const SOLE_TRADER_WORDS = /enkeltmand|personligt ejet|dødsbo/i;

/** The day from which activities are of the standard of 2025. */
const DB25_FROM = '2025-01-01';

/** The place of a main name or activity. */
const MAIN = '0';

/** Turns companies into register lines, in the order of their units. All other files join them by the number of the unit. */
export function read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const found = new Set<string>();
  return joinByKey(inputs, run, {
    kinds: JOINED,
    passedOver: { units: 'production units are places of work, and no part of a line' },
    rows(row, hold, input) {
      const kind = kindOf(row, input);
      found.add(kind);
      const unit = cellOf(row, kind === 'companies' ? 'id' : 'CVREnhedsId');
      const entry = entryOf(kind, row);
      if (unit === undefined || entry.value === '')
        run.report.drop(`${kind}: without a value`, unit ?? String(row.record));
      else if (!isInForce(kind, row)) run.report.drop(ordinary(`${kind}: superseded row`), unit);
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

/** Activities have six digits, forms three at most: so they are told apart, should forms get a `sekvens` one day. */
function kindOf(row: CsvRow, { kind }: Input<CsvRow>): Kind {
  return kind === 'activities' && /^\d{1,3}$/.test(cellOf(row, 'vaerdi') ?? '') ? 'forms' : (kind as Kind);
}

function entryOf(kind: Kind, row: CsvRow): Entry {
  const text = (column: string): string | undefined => collapseWhiteSpace(cellOf(row, column) ?? '') || undefined;
  const day = (column: string): string | undefined => [text(column)?.slice(0, 10) ?? ''].find(isDate);
  const entry = { place: text('sekvens'), from: day('virkningFra'), until: day('virkningTil') };
  const [value, label] = {
    companies: ['CVRNummer', 'status'],
    names: ['vaerdi'],
    forms: ['vaerdi', 'vaerdiTekst'],
    activities: ['vaerdi', 'vaerdiTekst'],
    addresses: ['AdresseringAnvendelse', 'CVRAdresse_landekode'],
  }[kind];
  return present<Entry>({ value: text(value ?? '') ?? '', label: text(label ?? ''), ...entry });
}

/** A "current" file has superseded rows too. Of names, those that were right until some day are kept: former names. */
function isInForce(kind: Kind, row: CsvRow): boolean {
  if (cellOf(row, 'registreringTil') !== undefined) return false;
  return kind === 'names' || cellOf(row, 'virkningTil') === undefined;
}

function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const company = group.newest('companies', ordinary('a newer record has the same unit'));
  if (company === undefined) {
    group.dropAll(ordinary('of a unit that is no company here'));
    return undefined;
  }
  const number = company.value.value;
  const form = latestOf(group.values('forms'));
  const leftOut = run.soleTraders ? undefined : whyLeftOut(form);
  if (leftOut === undefined) return run.line(company, () => lineOf(group, form, run));
  run.report.drop(leftOut, number);
  return undefined;
}

/** Why a company gives no line; undefined where it does. The name of one person in business is that of the person. */
function whyLeftOut(form: Entry | undefined): string | Reason | undefined {
  if (form === undefined) return 'without a form, so perhaps a sole trader';
  const listed: Readonly<Record<string, string>> = codes.virksomhedsform;
  const isSole = listed[form.value] === 'sole trader' || SOLE_TRADER_WORDS.test(form.label ?? '');
  return isSole ? SOLE_TRADER : undefined;
}

/** Builds the line of a company; what was not understood is counted in the report. */
function lineOf(group: Group<typeof JOINED>, form: Entry | undefined, run: ImportRun): RegisterLine {
  const [company] = group.all('companies');
  const { value: number = '', label: status } = company?.value ?? {};
  noteWrongNumber(run, 'DK CVR', number, 'CVR number');
  run.code('status', status);
  run.code('virksomhedsform', form?.value);
  const names = group.values('names');
  const open = names.filter(({ until }) => until === undefined);
  const main = latestOf(open.filter(({ place = MAIN }) => place === MAIN));
  if (main === undefined) run.report.note('no main name', number);
  const others = names.filter(({ value }) => value !== main?.value);
  return present<RegisterLine>({
    name: main?.value,
    country_code: countryOf(group.values('addresses'), run),
    company_status: status,
    company_type: form?.value,
    legal_form: form?.label,
    as_of_date: company?.published,
    identifiers: [nationalNumber('DK', number)],
    former_names: nonEmpty(others.filter(({ until }) => until !== undefined).map(nameOf)),
    other_names: nonEmpty(others.filter(({ until }) => until === undefined).map(nameOf)),
    classifications: nonEmpty(classificationsOf(group.values('activities'))),
  });
}

function nameOf({ value: name, from, until }: Entry): LineName {
  return present<LineName>({ name, kind: 'Navn', from, until });
}

/** The country of the seat, else of the postal address. */
function countryOf(addresses: readonly Entry[], run: ImportRun): string | undefined {
  const byUse = Map.groupBy(addresses, ({ value }) => value.toLowerCase());
  for (const { value } of addresses) run.code('AdresseringAnvendelse', value.toLowerCase(), 'left out');
  const country = Object.keys(codes.AdresseringAnvendelse)
    .map((use) => latestOf(byUse.get(use) ?? [])?.label)
    .find((code) => code !== undefined);
  return countryCode(run, 'CVRAdresse_landekode', country);
}

/** The activities in their order, of each place the one that began last. */
function classificationsOf(activities: readonly Entry[]): CompanyClassification[] {
  const byPlace = [...Map.groupBy(activities, ({ place = '' }) => place)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const found = new Map<string, CompanyClassification>();
  for (const [place, entries] of byPlace) {
    const { value: code = '', label, from = '' } = latestOf(entries) ?? {};
    if (found.has(code)) continue;
    const scheme = from < DB25_FROM ? 'DB07' : 'DB25';
    found.set(code, present<CompanyClassification>({ scheme, code, label, is_primary: place === MAIN }));
  }
  return [...found.values()];
}

/** The entry that began last; of those of one day, that of the newest file. */
function latestOf(entries: readonly Entry[]): Entry | undefined {
  const [latest] = entries.toSorted(({ from: a = '' }, { from: b = '' }) => (a === b ? 0 : a < b ? 1 : -1));
  return latest;
}
