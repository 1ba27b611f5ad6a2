import {
  inputsOfKind,
  isoDate,
  nonEmpty,
  OfficerRoles,
  ordinary,
  present,
  publishedDay,
  readCell,
  serialDate,
  SOLE_TRADER,
  toAddress,
  withSource,
  type ImportRun,
  type InputOfKinds,
  type Reason,
  type XlsxRow,
} from '../../importer/index.ts';
import {
  foldName,
  InputError,
  isPublishedNumber,
  type CompanyClassification,
  type RegisterLine,
} from '../../model/index.ts';
import forms from './forms.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };

/** The columns that are read from the sheet of companies. Only older files have the status. */
const COLUMN = columns.taken;

/** The inputs, by the kinds of files. */
type Inputs = readonly InputOfKinds<{ companies: { xlsx: true }; activities: { xlsx: true } }>[];

/** Dates like `14.09.2026`, in the title of the sheet and in cells of older files. */
const DAY_FIRST = /(?<!\d)(?<day>\d{2})\.(?<month>\d{2})\.(?<year>(?:19|20)\d{2})(?!\d)/;

/** The status of a company with a date of liquidation. The file has no word for this status: the word is from the name of the column. */
const ENDED = 'Lichidată';

/** Maximum number of activities in a line; no company has as many. */
const ACTIVITIES_MAX = 100;

/** The activities by the numbers that the sheet of companies uses for them. */
type Activities = ReadonlyMap<string, Pick<CompanyClassification, 'code' | 'label'>>;

/** Turns rows of companies into register lines, one per row. The sheets of activities are read first. */
export async function* read(inputs: Inputs, run: ImportRun): AsyncGenerator<RegisterLine> {
  const companies = inputsOfKind(inputs, 'companies');
  if (companies.length === 0) {
    throw new InputError('Cannot import md-asp: no input has the sheet of companies; the others only add to it');
  }
  const activities = new Map<string, Activities>();
  for (const input of inputsOfKind(inputs, 'activities')) {
    const { packedIn = '' } = input;
    const isLicensed = !foldName(input.ownName).includes('nelicen');
    const found = isLicensed ? new Map() : new Map(activities.get(packedIn));
    for await (const row of input.rows()) {
      const [id, code, label] = ['ID', 'Cod CAEM', 'Denumire'].map((column) => readCell(row, column));
      if (isLicensed) run.report.drop(ordinary('activities: a licence'), formatPlace(row));
      else if (id === undefined || code === undefined)
        run.report.drop(ordinary('activities: without a number or a code'), formatPlace(row));
      else found.set(id, present<Pick<CompanyClassification, 'code' | 'label'>>({ code, label }));
    }
    if (!isLicensed) activities.set(packedIn, found);
  }
  for (const input of companies) {
    const known = activities.get(input.packedIn ?? '') ?? new Map();
    for await (const row of input.rows()) {
      const leftOut = whyLeftOut(row, run);
      if (leftOut !== undefined) run.report.drop(leftOut, readCell(row, COLUMN.number) ?? formatPlace(row));
      const line =
        leftOut === undefined ? run.line(row, () => buildLine(row, input.stamp?.date, known, run)) : undefined;
      if (line !== undefined) yield line;
    }
  }
}

/** Returns why a row has no line; undefined if it has one. */
function whyLeftOut(row: XlsxRow, run: ImportRun): string | Reason | undefined {
  // The last row may hold sums.
  if (!/^\d+$/.test(readCell(row, COLUMN.number) ?? '')) return 'without an IDNO or a fiscal code of digits';
  return !run.soleTraders && hasForm(row, forms.sole) ? SOLE_TRADER : undefined;
}

/**
 * Whether the legal form of a company begins with one of these words, for forms of one person (a sole trader, or a farm) or with a head
 * office elsewhere. Forms are compared folded, because the register writes both `ţ` and `ț`.
 */
function hasForm(row: XlsxRow, beginnings: readonly string[]): boolean {
  const form = foldName(readCell(row, COLUMN.form) ?? '');
  return beginnings.some((beginning) => form.startsWith(beginning));
}

/** @param published the date from the command line, the file name or the download; the title of the sheet also has a date */
function buildLine(row: XlsxRow, published: string | undefined, activities: Activities, run: ImportRun): RegisterLine {
  const number = readCell(row, COLUMN.number) ?? '';
  // The old fiscal codes are kept as tax numbers: an index may have the same number for another company.
  const isIdno = number.length === 13;
  if (!isIdno) run.report.note('an old fiscal code in the place of the IDNO, kept as a tax number', number);
  else if (!isPublishedNumber('MD IDNO', number))
    run.report.note('IDNO with wrong check digit, kept as published', number);
  const date = published ?? row.above.flatMap((text) => isoDate(text, DAY_FIRST) ?? [])[0];
  const isUnit = hasForm(row, forms.unit);
  const country_code = readCell(row, COLUMN.unit) !== undefined && !isUnit ? 'MD' : undefined;
  const hasAddress = !isUnit && !hasForm(row, forms.sole) && readCell(row, COLUMN.form) !== undefined;
  const ended = readDay(row, COLUMN.ended, run);
  return present<RegisterLine>({
    name: readCell(row, COLUMN.name),
    country_code,
    // Ended companies stay in the file.
    company_status: readCell(row, COLUMN.status) ?? (ended && ENDED),
    legal_form: readCell(row, COLUMN.form),
    as_of_date: date,
    identifiers: [{ scheme: isIdno ? 'national_registry_number' : 'tin', value: number, country_scope: 'MD' }],
    state: run.state(COLUMN.ended, ended && ENDED),
    registered_on: readDay(row, COLUMN.registered, run),
    closed_on: ended,
    address: hasAddress ? toAddress({ text: readCell(row, COLUMN.address), country_code }) : undefined,
    classifications: nonEmpty(readClassifications(row, activities, run)),
    officers: readOfficers(readCell(row, COLUMN.officers), number, date, run),
  });
}

/** Returns the day of a cell: a serial date, or a text in older files. */
function readDay(row: XlsxRow, column: string, run: ImportRun): string | undefined {
  const text = readCell(row, column);
  return serialDate(text ?? '') ?? publishedDay(run, column, text, DAY_FIRST);
}

function readClassifications(row: XlsxRow, activities: Activities, run: ImportRun): CompanyClassification[] {
  const found = new Map<string, CompanyClassification>();
  for (const id of (readCell(row, COLUMN.activities) ?? '').split(/[,;\s]+/)) {
    const activity = activities.get(id);
    if (activity !== undefined) found.set(activity.code, { scheme: 'CAEM', ...activity, is_primary: false });
    else if (id !== '') run.report.note('activity that is not in the list of the file, skipped', id);
  }
  if (found.size > ACTIVITIES_MAX) {
    run.report.note(`more than ${ACTIVITIES_MAX} activities: the first are taken`, readCell(row, COLUMN.number) ?? '');
  }
  return [...found.values()].slice(0, ACTIVITIES_MAX);
}

function formatPlace({ record }: XlsxRow): string {
  return `record ${record}`;
}

/**
 * The shown roles of officers. The name of a board means a seat on it: the committee of a bank, the commission that liquidates, the body of
 * several directors. The folded roles are included, because the register writes both `ţ` and `ț`.
 */
const SHOWN = new Set([...codes.rol.shown, ...codes.rol.shown.map(foldName)]);

/** The placeholders for an unknown role. */
const WITHOUT = new Set([...codes.rol.none, ...codes.rol.none.map(foldName)]);

/**
 * Returns the officers in a list such as `POPESCU ION [Administrator], "FIRMA, FILIALA" SRL [Lichidator]`. Names may contain commas, so
 * only the role ends a name. Entries with the same name are one officer with several roles. Entries that are not shown are counted.
 */
function readOfficers(list = '', number: string, observed: string | undefined, run: ImportRun) {
  const { report } = run;
  const officers = new OfficerRoles();
  let end = 0;
  for (const { 0: entry, 1: before = '', 2: published = '', index } of list.matchAll(/([^[\]]*)\[([^[\]]*)\]/g)) {
    if (index > end) report.note('officers: a list that cannot be divided', number);
    end = index + entry.length;
    const name = before.replace(/^[\s,;]+/, '').trim();
    const role = published.trim();
    const isShown = isListed(SHOWN, role);
    const isKnown = isShown || role === '' || isListed(WITHOUT, role);
    if (!isKnown) run.code('rol', role, 'left out');
    if (!isKnown) report.note(`officers: ${role} is not shown`, number);
    else if (!/\p{L}/u.test(name)) report.note('officers: without a name', number);
    else officers.add(name, { name }, isShown ? role : undefined);
  }
  if (/[^\s,;]/.test(list.slice(end))) report.note('officers: a name without its role in brackets, not shown', number);
  return withSource(officers.officers, run.officerSource(observed));
}

/** Whether a list contains a text, as written or folded. */
function isListed(list: ReadonlySet<string>, text: string): boolean {
  return list.has(text) || list.has(foldName(text));
}
