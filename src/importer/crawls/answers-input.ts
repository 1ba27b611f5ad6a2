import { dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Sorter } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { cleanerFor, textLines } from '../formats/json.ts';
import { readText, type Text } from '../formats/text.ts';
import { ANSWER_CHARS_MAX } from '../limits.ts';
import { withoutControls, type OnControls } from '../formats/controls.ts';
import type { FileLayout } from '../formats/layout.ts';
import { xmlRoot } from '../formats/xml.ts';
import type { Input } from '../input.ts';
import type { InputFile } from '../io/input.ts';
import type { Workspace } from '../io/workspace.ts';
import { FieldFault, present } from '../present.ts';
import { KnownFields } from '../record/lists.ts';
import type { AnswerRow } from '../formats/row.ts';
import { countControls, ordinary, type ImportReport, type InputReport } from '../report.ts';
import { crawlOf } from '../io/crawl-status.ts';

const AnswerLine = Type.Object(
  {
    /** The kind and the key of the question. */
    question: Type.String({ pattern: '^[a-z][a-z0-9-]*:[^\\0]+$' }),
    asked_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    url: Type.String(),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    data: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    /** Absent if the status means that the thing asked about does not exist. */
    body: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type AnswerLine = Static<typeof AnswerLine>;
const answerLine = Compile(AnswerLine);

/** Streams the lines of a file of answers. @throws {InputError} with the number of the invalid line, from 1 */
export async function* answerLines(name: string, text: Text): AsyncGenerator<AnswerLine> {
  let record = 0;
  for await (const value of textLines(name, text, ANSWER_CHARS_MAX)) {
    record++;
    if (answerLine.Check(value)) {
      yield value;
      continue;
    }
    const fault = answerLine.Errors(value).find(({ keyword }) => keyword !== 'boolean');
    const where = fault?.instancePath.slice(1).replaceAll('/', '.') || 'the line';
    const why = `record ${record}: it is not an answer of a crawl: ${where} ${fault?.message ?? 'is wrong'}`;
    throw new InputError(`Cannot read ${quoteValue(name)}: ${why}`);
  }
}

/** Whether the first line of a text is an answer of a crawl. */
export function isAnswers({ format, head }: Text): boolean {
  return format === 'json' && /^\s*\{"question":"[a-z][a-z0-9-]*:/.test(head);
}

/** Maximum bytes of questions in memory before they are spilled to disk. */
const MEMORY_BYTES = 16 * 1024 * 1024;

/** Length in bytes of the number of an answer in a sort key. */
const NUMBER_BYTES = 6;

/**
 * Finds the superseded answers: all except the newest answer to each question. Questions are sorted on disk; memory holds one bit per
 * answer.
 */
class Superseded {
  readonly #sorter: Sorter;
  #bits = new Uint8Array();
  #count = 0;

  /** @param directory the folder for sorted runs; @param name the prefix of the file names of the runs */
  constructor(directory: string, name: string) {
    this.#sorter = new Sorter({ directory, name, memoryBytes: MEMORY_BYTES });
  }

  /** Adds the next answer with the time of its request. All times have the same length. */
  add(question: string, askedAt: string): void {
    const key = Buffer.from(`${question}\0${askedAt}${' '.repeat(NUMBER_BYTES)}`);
    key.writeUIntBE(this.#count++, key.length - NUMBER_BYTES, NUMBER_BYTES);
    this.#sorter.add(key, Buffer.alloc(0));
  }

  /** Ends the input. An answer is superseded if a later answer to the same question exists. */
  finish(): void {
    this.#bits = new Uint8Array(Math.ceil(this.#count / 8));
    let before: { readonly question: string; readonly number: number } | undefined;
    for (const { key } of this.#sorter.sorted()) {
      const question = key.toString('utf8', 0, key.indexOf(0));
      if (before?.question === question) this.#bits[before.number >> 3]! |= 1 << (before.number & 7);
      before = { question, number: key.readUIntBE(key.length - NUMBER_BYTES, NUMBER_BYTES) };
    }
  }

  /** Returns whether an answer is superseded. @param number the number of the answer, from 0 */
  has(number: number): boolean {
    return ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}

type CrawlReport = NonNullable<InputReport['walk']>;

export interface Reading {
  readonly report: ImportReport;
  readonly workspace: Workspace;
  readonly onBytes: (count: number) => void;
  readonly onRecord: () => void;
}

/**
 * Makes one input of all files of a crawl. Its rows are the newest answer to each question. The files are read twice: the first time to
 * find the superseded answers.
 */
export function answersInput(
  files: readonly InputFile[],
  layout: FileLayout,
  kind: string | undefined,
  reading: Reading,
): Input<AnswerRow> {
  const sorted = files.toSorted((a, b) => a.ownName.localeCompare(b.ownName, 'en', { numeric: true }));
  const [first] = sorted;
  if (first === undefined) throw new Error('a crawl has at least one file');
  const ownName = crawlOf(first.name) ?? first.ownName;
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
    rows: () => answerRows(sorted, layout, reading),
    passOver: () => Promise.reject(new Error('answers are always read')),
  };
}

/** Whether a crawl has completed a full round, and none of its files is missing. */
function isWhole(crawl: NonNullable<InputFile['crawl']>, files: readonly InputFile[]): boolean {
  const names = new Set(files.map(({ ownName }) => ownName));
  return crawl.complete && crawl.files.every(({ name }) => names.has(name));
}

/**
 * Whether the last round has ended without giving up a question. During a round the pages are from two days, and a company that moved
 * between two pages may be missing from both.
 */
function isAtRest({ round_ended_at: ended, given_up: givenUp }: NonNullable<InputFile['crawl']>): boolean {
  return ended !== undefined && givenUp === 0;
}

async function* answerRows(
  files: readonly InputFile[],
  layout: FileLayout,
  { report, workspace, onBytes, onRecord }: Reading,
): AsyncGenerator<AnswerRow> {
  const superseded = new Superseded(workspace.make(), `answers-${files[0]?.ownName}`);
  for (const file of files) {
    for await (const { question, asked_at: askedAt } of linesOf(file, () => {})) {
      onRecord();
      superseded.add(question, askedAt);
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
    for await (const line of linesOf(file, onBytes)) {
      const record = ++input.records;
      report.read++;
      onRecord();
      if (superseded.has(number++)) report.drop(ordinary('a newer record of the same question'), line.question);
      else yield rowOf(line, { input: name, record }, fields, report, onControls);
    }
  }
}

/** Control characters are removed and counted where a body is read. */
async function* linesOf(file: InputFile, onBytes: (count: number) => void): AsyncGenerator<AnswerLine> {
  const text = await readText(file.name, file.chunks(onBytes), { isWhole: file.sealed });
  if (!isAnswers(text)) {
    await text.chunks.return(undefined);
    throw new InputError(`Cannot read ${quoteValue(file.name)}: it is not a file of answers of a crawl`);
  }
  yield* answerLines(file.name, text);
}

function rowOf(
  line: AnswerLine,
  place: Pick<AnswerRow, 'input' | 'record'>,
  fields: KnownFields,
  report: ImportReport,
  onControls: OnControls,
): AnswerRow {
  const colon = line.question.indexOf(':');
  const kind = line.question.slice(0, colon);
  const { asked_at: askedAt, url, status } = line;
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
    askedAt,
    askedOn: askedAt.slice(0, 10),
    url,
    status,
    ...(body === undefined ? {} : { body }),
    json: () => checked(jsonOf(body, onControls)),
    xml: () => checked(xmlRoot('body', body ?? '', onControls)),
  };
}

function jsonOf(body = '', onControls: OnControls): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''), cleanerFor(body, onControls));
  } catch {
    throw new FieldFault('body', body === '' ? 'is missing' : 'is not valid JSON');
  }
}
