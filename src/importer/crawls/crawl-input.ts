import { dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Sorter } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { cleanerFor, textLines } from '../formats/json.ts';
import { readText, type Text } from '../formats/text.ts';
import { RESPONSE_CHARS_MAX } from '../limits.ts';
import { withoutControls, type OnControls } from '../formats/controls.ts';
import type { FileLayout } from '../formats/layout.ts';
import { xmlRoot } from '../formats/xml.ts';
import type { Input } from '../input.ts';
import type { InputFile } from '../io/input.ts';
import type { Workspace } from '../io/workspace.ts';
import { FieldFault, present } from '../present.ts';
import { KnownFields } from '../record/lists.ts';
import type { ResponseRow } from '../formats/row.ts';
import { countControls, ordinary, type ImportReport, type InputReport } from '../report.ts';
import { parseCrawlName } from '../io/crawl-status.ts';

const ResponseLine = Type.Object(
  {
    /** The kind and the key of the request. */
    question: Type.String({ pattern: '^[a-z][a-z0-9-]*:[^\\0]+$' }),
    asked_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    url: Type.String(),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    data: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    /** Absent if the status means that the requested thing does not exist. */
    body: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type ResponseLine = Static<typeof ResponseLine>;
const responseLine = Compile(ResponseLine);

/** Streams the lines of a file of responses. @throws {InputError} with the number of the invalid line, from 1 */
export async function* readResponseLines(name: string, text: Text): AsyncGenerator<ResponseLine> {
  let record = 0;
  for await (const value of textLines(name, text, RESPONSE_CHARS_MAX)) {
    record++;
    if (responseLine.Check(value)) {
      yield value;
      continue;
    }
    const fault = responseLine.Errors(value).find(({ keyword }) => keyword !== 'boolean');
    const where = fault?.instancePath.slice(1).replaceAll('/', '.') || 'the line';
    const why = `record ${record}: it is not a response of a crawl: ${where} ${fault?.message ?? 'is wrong'}`;
    throw new InputError(`Cannot read ${quoteValue(name)}: ${why}`);
  }
}

/** Whether the first line of a text is a response of a crawl. */
export function hasResponses({ format, head }: Text): boolean {
  return format === 'json' && /^\s*\{"question":"[a-z][a-z0-9-]*:/.test(head);
}

/** Maximum bytes of requests in memory before they are spilled to disk. */
const MEMORY_BYTES = 16 * 1024 * 1024;

/** Length in bytes of the number of a response in a sort key. */
const NUMBER_BYTES = 6;

/**
 * Finds the superseded responses: all except the newest response to each request. Requests are sorted on disk; memory holds one bit per
 * response.
 */
class Superseded {
  readonly #sorter: Sorter;
  #bits = new Uint8Array();
  #count = 0;

  /** @param directory the folder for sorted runs; @param name the prefix of the file names of the runs */
  constructor(directory: string, name: string) {
    this.#sorter = new Sorter({ directory, name, memoryBytes: MEMORY_BYTES });
  }

  /** Adds the next response with the time of its request. All times have the same length. */
  add(request: string, requestedAt: string): void {
    const key = Buffer.from(`${request}\0${requestedAt}${' '.repeat(NUMBER_BYTES)}`);
    key.writeUIntBE(this.#count++, key.length - NUMBER_BYTES, NUMBER_BYTES);
    this.#sorter.add(key, Buffer.alloc(0));
  }

  /** Ends the input. A response is superseded if a later response to the same request exists. */
  finish(): void {
    this.#bits = new Uint8Array(Math.ceil(this.#count / 8));
    let before: { readonly question: string; readonly number: number } | undefined;
    for (const { key } of this.#sorter.sorted()) {
      const request = key.toString('utf8', 0, key.indexOf(0));
      if (before?.question === request) this.#bits[before.number >> 3]! |= 1 << (before.number & 7);
      before = { question: request, number: key.readUIntBE(key.length - NUMBER_BYTES, NUMBER_BYTES) };
    }
  }

  /** Returns whether a response is superseded. @param number the number of the response, from 0 */
  has(number: number): boolean {
    return ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}

type CrawlReport = NonNullable<InputReport['walk']>;

export interface ImportContext {
  readonly report: ImportReport;
  readonly workspace: Workspace;
  readonly onBytes: (count: number) => void;
  readonly onRecord: () => void;
}

/**
 * Makes one input of all files of a crawl. Its rows are the newest response to each request. The files are read twice: the first time to
 * find the superseded responses.
 */
export function createCrawlInput(
  files: readonly InputFile[],
  layout: FileLayout,
  kind: string | undefined,
  context: ImportContext,
): Input<ResponseRow> {
  const sorted = files.toSorted((a, b) => a.ownName.localeCompare(b.ownName, 'en', { numeric: true }));
  const [first] = sorted;
  if (first === undefined) throw new Error('a crawl has at least one file');
  const ownName = parseCrawlName(first.name) ?? first.ownName;
  const newest = sorted
    .flatMap(({ published }) => published ?? [])
    .toSorted()
    .at(-1);
  return {
    name: join(dirname(first.name), ownName),
    ownName,
    ...present<Pick<Input, 'kind' | 'stamp'>>({
      kind,
      stamp: newest === undefined ? undefined : { date: newest, order: newest },
    }),
    files: sorted.map(({ name }) => name),
    isPart: sorted.some(({ crawl }) => crawl !== undefined && !isWhole(crawl, sorted)),
    isWhole: sorted.every(({ crawl }) => crawl !== undefined && isWhole(crawl, sorted) && isAtRest(crawl)),
    rows: () => readResponseRows(sorted, layout, context),
    passOver: () => Promise.reject(new Error('responses are always read')),
  };
}

/** Whether a crawl has completed a full round, and none of its files is missing. */
function isWhole(crawl: NonNullable<InputFile['crawl']>, files: readonly InputFile[]): boolean {
  const names = new Set(files.map(({ ownName }) => ownName));
  return crawl.complete && crawl.files.every(({ name }) => names.has(name));
}

/**
 * Whether the last round has ended without giving up a request. During a round the pages are from two days, and a company that moved
 * between two pages may be missing from both.
 */
function isAtRest({ round_ended_at: ended, given_up: givenUp }: NonNullable<InputFile['crawl']>): boolean {
  return ended !== undefined && givenUp === 0;
}

async function* readResponseRows(
  files: readonly InputFile[],
  layout: FileLayout,
  { report, workspace, onBytes, onRecord }: ImportContext,
): AsyncGenerator<ResponseRow> {
  const superseded = new Superseded(workspace.make(), `answers-${files[0]?.ownName}`);
  for (const file of files) {
    for await (const { question: request, asked_at: requestedAt } of readLines(file, () => {})) {
      onRecord();
      superseded.add(request, requestedAt);
    }
  }
  superseded.finish();
  const fields = new KnownFields(layout.taken, layout.ignored);
  let number = 0;
  for (const file of files) {
    const { name, sealed, published, crawl } = file;
    const walk = crawl && present<CrawlReport>({ complete: crawl.complete, whole_at: crawl.whole_at });
    const input = report.open({ name, format: 'answers', published, walk, proven_whole: sealed });
    const onControls = (count: number): void => countControls(input, count);
    for await (const line of readLines(file, onBytes)) {
      const record = ++input.records;
      report.read++;
      onRecord();
      if (superseded.has(number++)) report.drop(ordinary('a newer record of the same request'), line.question);
      else yield toRow(line, { input: name, record }, fields, report, onControls);
    }
  }
}

/** Control characters are removed and counted where a body is read. */
async function* readLines(file: InputFile, onBytes: (count: number) => void): AsyncGenerator<ResponseLine> {
  const text = await readText(file.name, file.chunks(onBytes), { isWhole: file.sealed });
  if (!hasResponses(text)) {
    await text.chunks.return(undefined);
    throw new InputError(`Cannot read ${quoteValue(file.name)}: it is not a file of responses of a crawl`);
  }
  yield* readResponseLines(file.name, text);
}

function toRow(
  line: ResponseLine,
  place: Pick<ResponseRow, 'input' | 'record'>,
  fields: KnownFields,
  report: ImportReport,
  onControls: OnControls,
): ResponseRow {
  const colon = line.question.indexOf(':');
  const kind = line.question.slice(0, colon);
  const { asked_at: requestedAt, url, status } = line;
  const body = line.body === undefined ? undefined : withoutControls(line.body, onControls);
  const checked = <T>(value: T): T => {
    fields.leftovers({ [kind]: value }, (path) => report.leftover(path));
    return value;
  };
  return {
    format: 'answers',
    ...place,
    kind,
    key: line.question.slice(colon + 1),
    requestedAt,
    requestedOn: requestedAt.slice(0, 10),
    url,
    status,
    ...(body === undefined ? {} : { body }),
    json: () => checked(parseJson(body, onControls)),
    xml: () => checked(xmlRoot('body', body ?? '', onControls)),
  };
}

function parseJson(body = '', onControls: OnControls): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''), cleanerFor(body, onControls));
  } catch {
    throw new FieldFault('body', body === '' ? 'is missing' : 'is not valid JSON');
  }
}
