import { dirname, join } from 'node:path';
import { InputError, quoteValue } from '../../model/index.ts';
import { withoutControls, type OnControls } from '../formats/controls.ts';
import { cleanerFor } from '../formats/json-lines.ts';
import type { FileLayout } from '../formats/layout.ts';
import { readText } from '../formats/text.ts';
import { xmlRoot } from '../formats/xml.ts';
import type { Input } from '../input.ts';
import type { InputFile } from '../io/input.ts';
import type { Workspace } from '../io/workspace.ts';
import { FieldFault } from '../record/field-fault.ts';
import { KnownFields } from '../record/fields.ts';
import { present } from '../record/present.ts';
import type { AnswerRow } from '../record/row.ts';
import { countControls, ordinary, type ImportReport, type InputReport } from '../report.ts';
import { answerLines, isAnswers, type AnswerLine } from './answer-line.ts';
import { Superseded } from './superseded.ts';
import { crawlOf } from './crawl-status.ts';

export interface Reading {
  readonly report: ImportReport;
  readonly workspace: Workspace;
  readonly onBytes: (count: number) => void;
  readonly onRecord: () => void;
}

/**
 * One input of all files of a crawl. Its rows are the newest answers to each question. The files are read twice, first to find
 * superseded answers.
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
  const [newest] = sorted
    .flatMap(({ published }) => published ?? [])
    .toSorted()
    .toReversed();
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

/** Whether a crawl has ended once, and all its files are here. */
function isWhole(crawl: NonNullable<InputFile['crawl']>, files: readonly InputFile[]): boolean {
  const names = new Set(files.map(({ ownName }) => ownName));
  return crawl.complete && crawl.files.every(({ name }) => names.has(name));
}

/**
 * Whether the last round has ended without giving up a question. During a round there are pages of two days, and a company that moved
 * from one page to another may be on neither.
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
  for (const [number, file] of files.entries()) {
    let line = 0;
    for await (const { question, asked_at: askedAt } of linesOf(file, () => {})) {
      onRecord();
      superseded.add(question, askedAt, number, line++);
    }
  }
  superseded.finish();
  const fields = new KnownFields(layout.taken, layout.ignored);
  for (const [number, file] of files.entries()) {
    const input = reportOf(file, report);
    const onControls = (count: number): void => countControls(input, count);
    for await (const line of linesOf(file, onBytes)) {
      const record = ++input.records;
      report.read++;
      onRecord();
      if (superseded.has(number, record - 1))
        report.drop(ordinary('a newer record of the same question'), line.question);
      else yield rowOf(line, { input: file.name, record }, fields, report, onControls);
    }
  }
}

function reportOf({ name, sealed, published, crawl }: InputFile, report: ImportReport): InputReport {
  const about =
    crawl && present<NonNullable<InputReport['walk']>>({ complete: crawl.complete, whole_at: crawl.whole_at });
  const input: InputReport = {
    name,
    format: 'answers',
    ...present<Pick<InputReport, 'published' | 'walk'>>({ published, walk: about }),
    proven_whole: sealed,
    records: 0,
  };
  report.inputs.push(input);
  return input;
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
