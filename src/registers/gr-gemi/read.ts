import {
  RecordReader,
  held,
  joinByKey,
  ordinary,
  present,
  type AnswerRow,
  type Group,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';
import { CODE_LISTS, entriesOf } from './lists.ts';
import { bareNumber } from './number.ts';

/** A company of a page, with what tells which of several is the newest. */
interface Found {
  readonly askedAt: string;
  /** The list that it stood in: the code of a legal form. */
  readonly list: string;
  readonly company: Company;
}

const JOINED = { found: held<Found>() };

/** The words of the register for its codes. */
type CodeWords = Readonly<Record<(typeof CODE_LISTS)[number], Map<string, string>>>;

/** Turns the companies of all pages into register lines, one each, in the order of their numbers. */
export async function* read(inputs: readonly Input<AnswerRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const words: CodeWords = { companyStatuses: new Map(), legalTypes: new Map() };
  const lists = new Lists();
  yield* joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold) {
      const codes = CODE_LISTS.find((list) => row.kind === 'list' && row.key === list);
      if (codes !== undefined) {
        for (const [code, text] of entriesOf(row.json())) if (text !== undefined) words[codes].set(code, text);
        return;
      }
      if (row.body === undefined) {
        run.report.drop(ordinary('a list without companies'), row.key);
        return;
      }
      const { askedAt } = row;
      const page = new RecordReader(row.json());
      const list = row.key.split(':')[0] ?? '';
      run.attempt(row, () => lists.counts(list, askedAt, page));
      for (const record of page.objects('searchResults')) {
        run.attempt(row, () => {
          const company = companyOf(record, row.askedOn, run);
          hold('found', bareNumber(company.number), { askedAt, list, company });
        });
      }
    },
    line: (group) => lineOfGroup(group, words, lists, run),
  });
  lists.report(run);
}

/**
 * The line of a company; undefined where it is left out. Pages overlap, and the list shifts while it is crawled: what was asked last
 * stands.
 */
function lineOfGroup(
  group: Group<typeof JOINED>,
  words: CodeWords,
  lists: Lists,
  run: ImportRun,
): RegisterLine | undefined {
  const all = group.all('found').map((record) => ({ record, found: record.value }));
  const [newest, ...older] = all.toSorted((a, b) => (a.found.askedAt < b.found.askedAt ? 1 : -1));
  for (const _ of older) run.report.drop(ordinary('a newer record has the same number'), group.key);
  if (newest === undefined) return undefined;
  for (const list of new Set(all.map(({ found }) => found.list))) lists.found(list);
  const { line, leftOut, status = '', form = '' } = newest.found.company;
  if (leftOut !== undefined) {
    run.report.drop(leftOut.why, group.key);
    run.gone({ identifiers: leftOut.identifiers }, newest.found.askedAt.slice(0, 10));
  }
  if (line === undefined) return undefined;
  const { name, company_status: state, legal_form: kind, ...rest } = line;
  return run.line(newest.record, () =>
    present<RegisterLine>({
      name,
      company_status: state ?? words.companyStatuses.get(status) ?? (status || undefined),
      legal_form: kind ?? words.legalTypes.get(form) ?? (form || undefined),
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
