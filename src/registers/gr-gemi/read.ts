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

/** A company of a page, and the time of the answer, which decides among several. */
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
 * The line of a company; undefined where it is skipped. Pages overlap, and the list shifts while it is crawled: the newest answer is used.
 */
function lineOfGroup(
  group: Group<typeof JOINED>,
  words: CodeWords,
  lists: Lists,
  run: ImportRun,
): RegisterLine | undefined {
  for (const list of new Set(group.values('found').map((found) => found.list))) lists.found(list);
  const newest = group.latest('found', ({ askedAt }) => Date.parse(askedAt));
  if (newest === undefined) return undefined;
  const { askedAt, company } = newest.value;
  const { line, leftOut, status = '', form = '' } = company;
  if (leftOut !== undefined) {
    run.report.drop(leftOut.why, group.key);
    run.gone({ identifiers: leftOut.identifiers }, askedAt.slice(0, 10));
  }
  if (line === undefined) return undefined;
  const { name, company_status: state, legal_form: kind, ...rest } = line;
  return run.line(newest, () =>
    present<RegisterLine>({
      name,
      company_status: state ?? words.companyStatuses.get(status) ?? (status || undefined),
      legal_form: kind ?? words.legalTypes.get(form) ?? (form || undefined),
      ...rest,
    }),
  );
}

/** The stated size of each list, and the number of companies found in it. */
class Lists {
  readonly #counted = new Map<string, { askedAt: string; total: number }>();
  readonly #found = new Map<string, number>();

  /** Takes the size of the list in a page; the newest page counts. */
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
