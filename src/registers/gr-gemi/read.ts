import {
  RecordReader,
  present,
  type AnswerRow,
  type ImportRun,
  type Input,
  type JoinedGroup,
  ordinary,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';
import { CODE_LISTS, CodeWords } from './lists.ts';
import { bareNumber } from './number.ts';

/** A company of a page, with what tells which of several is the newest. */
interface Found {
  readonly askedAt: string;
  /** The list that it stood in: the code of a legal form. */
  readonly list: string;
  readonly company: Company;
}

/**
 * Turns the companies of all pages into register lines, one each, in the order of their numbers. Pages overlap, and the list
 * shifts while it is crawled: what was asked last stands.
 */
export async function* read(inputs: readonly Input<AnswerRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const words = new CodeWords();
  const lists = new Lists();
  const joined = run.joined('companies');
  for (const input of inputs) {
    for await (const row of input.rows()) {
      const codes = CODE_LISTS.find((list) => row.kind === 'list' && row.key === list);
      if (codes !== undefined) {
        run.attempt(row, () => words.add(codes, row.json()));
        continue;
      }
      if (row.body === undefined) run.report.drop('a list without companies', row.key);
      const page = row.body === undefined ? undefined : run.attempt(row, () => new RecordReader(row.json()));
      if (page === undefined) continue;
      const list = row.key.split(':')[0] ?? '';
      run.attempt(row, () => lists.counts(list, row.askedAt, page));
      for (const record of run.attempt(row, () => page.objects('searchResults')) ?? []) {
        run.attempt(row, () => {
          const company = companyOf(record, row.askedOn, run);
          joined.add(bareNumber(company.number), 0, row, JSON.stringify({ askedAt: row.askedAt, list, company }));
        });
      }
    }
  }
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, words, lists, run);
    if (line !== undefined) yield line;
  }
  lists.report(run);
}

/** The line of a company; undefined where it is left out. */
function lineOfGroup(
  { key, records }: JoinedGroup,
  words: CodeWords,
  lists: Lists,
  run: ImportRun,
): RegisterLine | undefined {
  const all = records.map((record) => ({ record, found: JSON.parse(record.text) as Found }));
  const [newest, ...older] = all.toSorted((a, b) => (a.found.askedAt < b.found.askedAt ? 1 : -1));
  for (const _ of older) run.report.drop(ordinary('a newer record has the same number'), key);
  if (newest === undefined) return undefined;
  for (const list of new Set(all.map(({ found }) => found.list))) lists.found(list);
  const { line, leftOut, status, form } = newest.found.company;
  if (leftOut !== undefined) {
    run.report.drop(leftOut.why, key);
    run.gone({ identifiers: leftOut.identifiers }, newest.found.askedAt.slice(0, 10));
  }
  if (line === undefined) return undefined;
  const { name, company_status: state, legal_form: kind, ...rest } = line;
  return run.line(newest.record, () =>
    present<RegisterLine>({
      name,
      company_status: state ?? words.statusOf(status) ?? status,
      legal_form: kind ?? words.formOf(form) ?? form,
      ...rest,
    }),
  );
}

/** What the lists say that they hold, and how many companies were found in each. */
class Lists {
  readonly #counted = new Map<string, { askedAt: string; total: number }>();
  readonly #found = new Map<string, number>();

  /** Takes what a page says about its list; the page that was asked last knows best. */
  counts(list: string, askedAt: string, page: RecordReader): void {
    const total = Number(page.object('searchMetadata')?.digits('totalCount') ?? Number.NaN);
    const known = this.#counted.get(list);
    if (Number.isInteger(total) && (known === undefined || known.askedAt < askedAt)) {
      this.#counted.set(list, { askedAt, total });
    }
  }

  found(list: string): void {
    this.#found.set(list, (this.#found.get(list) ?? 0) + 1);
  }

  /** Notes each list that has more companies than were found in it. */
  report(run: ImportRun): void {
    for (const [list, { total }] of this.#counted) {
      const found = this.#found.get(list) ?? 0;
      if (found < total)
        run.report.note('a list has more companies than the crawl found', `${list}: ${found} of ${total}`);
    }
  }
}
