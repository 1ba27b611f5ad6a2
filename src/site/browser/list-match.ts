/** The page that matches a list of companies: reads a CSV file in the browser, requests matches for its rows, and writes the result. */
import { Review, findElement } from './list/review.ts';
import { Service, ServiceError, type ServiceLimits } from './list/service.ts';
import { ADDED_PROPERTIES, downloadText, type MatchedRow } from './list/matched-table.ts';
import {
  counted,
  guessedColumn,
  hasHeadings,
  readTable,
  tooMany,
  withoutHeadings,
  type ColumnNames,
  type Table,
  type TableLimits,
} from './list/table.ts';

/** The settings of the page, which the service writes into it. */
interface Settings extends ServiceLimits, TableLimits {
  readonly bytesMax: number;
  readonly doubtfulMin: number;
  readonly companies: string;
  readonly columnNames: ColumnNames;
}

const ROLES = ['name', 'country', 'number'] as const;

const form = findElement(document, '#list', HTMLFormElement);
const settings = JSON.parse(form.dataset['settings'] ?? '{}') as Settings;
const file = findElement(document, '#list-file', HTMLInputElement);
const selects = ROLES.map((role) => findElement(document, `#list-${role}`, HTMLSelectElement));
const headings = findElement(document, '#list-headings', HTMLInputElement);
const matchButton = findElement(document, '#list-match', HTMLButtonElement);
const stopButton = findElement(document, '#list-stop', HTMLButtonElement);
const downloadButton = findElement(document, '#list-download', HTMLButtonElement);
const progress = findElement(document, '#list-progress', HTMLProgressElement);
const status = findElement(document, '#list-status', HTMLElement);
const review = new Review(findElement(document, '#list-review', HTMLElement), settings.doubtfulMin, settings.companies);

/** The table of the file, whose header is the first row. */
let whole: Table | undefined;
let table: Table | undefined;
let fileName = '';
let matched: MatchedRow[] = [];
let running = new AbortController();

function report(text: string): void {
  status.textContent = text;
}

const serviceFor = (signal: AbortSignal): Service =>
  new Service(
    settings,
    (seconds) => report(`The service takes a limited number of names a minute: continues in ${seconds} s.`),
    signal,
  );

/** Reads a chosen or dropped file, and shows its columns. */
async function open(chosen: File): Promise<void> {
  running.abort();
  table = undefined;
  matched = [];
  review.show([]);
  findElement(document, '#list-columns', HTMLElement).hidden = true;
  try {
    if (chosen.size > settings.bytesMax)
      throw new RangeError(`The file is larger than ${settings.bytesMax / 1_000_000} MB.`);
    whole = readTable(new Uint8Array(await chosen.arrayBuffer()), settings);
    headings.checked = hasHeadings(whole, settings.columnNames);
    fileName = chosen.name;
    useHeadings(whole);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(`Cannot read ${chosen.name}: ${error.message}`);
  }
}

/**
 * Shows the columns of a table, with its first row as headings or as a row.
 * @throws {RangeError} if the table has no rows, or too many
 */
function useHeadings(read: Table): void {
  const next = headings.checked ? read : withoutHeadings(read);
  const { rows, separator, encoding } = next;
  if (rows.length === 0) throw new RangeError('The file has a header, and no rows.');
  if (rows.length > settings.rowsMax) throw tooMany(settings.rowsMax, 'rows');
  table = next;
  showColumns(next);
  const said = separator === undefined ? 'one column' : `separator ${separator === '\t' ? 'tab' : separator}`;
  const first = headings.checked ? '' : ' The first row is a row, not a heading.';
  report(`${fileName}: ${counted(rows.length, 'row')}, ${said}, ${encoding}.${first} Check the columns, then match.`);
}

function showColumns({ header }: Table): void {
  for (const [i, select] of selects.entries()) {
    const role = ROLES[i] ?? 'name';
    const options = header.map((heading, at) => new Option(heading === '' ? `column ${at + 1}` : heading, String(at)));
    select.replaceChildren(new Option('none', '-1'), ...options);
    const guess = guessedColumn(header, settings.columnNames, role);
    select.value = String(guess === -1 && role === 'name' && header.length === 1 ? 0 : guess);
  }
  findElement(document, '#list-columns', HTMLElement).hidden = false;
  matchButton.textContent = 'Match';
}

/** Matches the rows that have no result yet. */
async function match({ rows }: Table): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  const [name = -1, country = -1, number = -1] = selects.map(({ value }) => Number(value));
  if (name === -1 && number === -1) return report('Choose the column with the names, or one with numbers.');
  const service = serviceFor(signal);
  setRunning(true);
  progress.max = rows.length;
  try {
    while (matched.length < rows.length) {
      const rest = rows.slice(matched.length, matched.length + settings.batchMax);
      const found = await service.match(
        rest.map((cells) => ({ name: cells[name] ?? '', country: cells[country] ?? '', number: cells[number] ?? '' })),
      );
      signal.throwIfAborted();
      for (const [i, candidates] of found.entries())
        matched.push({ cells: rest[i] ?? [], candidates, chosen: candidates.length === 0 ? -1 : 0, isChecked: false });
      progress.value = matched.length;
      report(`${matched.length} of ${counted(rows.length, 'row')}`);
    }
    report(review.summary(matched));
  } catch (error) {
    if (signal.aborted) report(`Stopped after ${matched.length} of ${counted(rows.length, 'row')}.`);
    else report(`${formatReason(error)} Done: ${matched.length} of ${counted(rows.length, 'row')}.`);
  }
  setRunning(false);
  matchButton.textContent = matched.length < rows.length ? 'Continue' : 'Match again';
  review.show(matched);
}

/** Downloads the result as a file. */
async function download(from: Table): Promise<void> {
  running = new AbortController();
  setRunning(true);
  try {
    const ids = new Set(matched.flatMap(({ candidates, chosen }) => candidates[chosen]?.id ?? []));
    report('Requests number, town, country and state of the companies.');
    const properties = await serviceFor(running.signal).properties([...ids], ADDED_PROPERTIES);
    const text = downloadText(from, matched, properties, settings.candidates);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    link.download = `${fileName.replace(/\.\w+$/, '')}-matched.csv`;
    link.click();
    // The browser reads the address only after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    report(`${link.download} has ${counted(matched.length, 'row')}.`);
  } catch (error) {
    report(`Cannot write the file: ${running.signal.aborted ? 'stopped.' : formatReason(error)}`);
  }
  setRunning(false);
}

function formatReason(error: unknown): string {
  if (error instanceof ServiceError) return error.message.replace(/\.?$/, '.');
  if (error instanceof TypeError) return 'The service does not answer.';
  throw error;
}

function setRunning(isRunning: boolean): void {
  // The rest of a partly matched list uses the same columns.
  const isPartial = matched.length > 0 && matched.length < (table?.rows.length ?? 0);
  progress.hidden = !isRunning;
  stopButton.hidden = !isRunning;
  matchButton.disabled = isRunning;
  file.disabled = isRunning;
  for (const input of [...selects, headings]) input.disabled = isRunning || isPartial;
  downloadButton.hidden = isRunning || matched.length === 0;
}

file.addEventListener('change', () => {
  const [chosen] = file.files ?? [];
  if (chosen !== undefined) void open(chosen);
});
headings.addEventListener('change', () => {
  if (whole === undefined) return;
  matched = [];
  review.show([]);
  downloadButton.hidden = true;
  try {
    useHeadings(whole);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    headings.checked = !headings.checked;
    report(`${fileName}: ${error.message}`);
  }
});
stopButton.addEventListener('click', () => running.abort());
downloadButton.addEventListener('click', () => {
  if (table !== undefined) void download(table);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (table === undefined) return;
  if (matched.length === table.rows.length) matched = [];
  void match(table);
});
for (const name of ['dragover', 'drop'] as const)
  form.addEventListener(name, (event) => {
    event.preventDefault();
    form.classList.toggle('over', name === 'dragover');
    const [dropped] = event.dataTransfer?.files ?? [];
    if (name === 'drop' && dropped !== undefined && !file.disabled) void open(dropped);
  });
form.addEventListener('dragleave', () => form.classList.remove('over'));
form.hidden = false;
