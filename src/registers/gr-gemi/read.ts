import {
  RecordReader,
  held,
  joinByKey,
  nationalNumber,
  ordinary,
  present,
  type Group,
  type ImportRun,
  type Input,
  type ResponseRow,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { readCompany, type Company } from './company.ts';
import { bareNumber, readEntries, readTotal } from './values.ts';

/** A company on a page, and the time of the response, which decides between several responses. */
interface Found {
  readonly requestedAt: string;
  /** The list that the page belongs to: the code of a legal form. */
  readonly list: string;
  readonly company: Company;
}

const JOINED = { found: held<Found>() };

/** Turns the companies of all pages into register lines, one per company, in the order of their numbers. */
export async function* read(inputs: readonly Input<ResponseRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  /** The words of the register for its codes, by the name of the list and the code. */
  const words = new Map<string, string>();
  /** The size of each list according to its newest page, and the number of companies found in each list. */
  const sizes = new Map<string, { readonly requestedAt: string; readonly total: number }>();
  const counts = new Map<string, number>();
  yield* joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold) {
      if (row.kind === 'list') {
        for (const [code, text] of readEntries(row.json()))
          if (text !== undefined) words.set(`${row.key} ${code}`, text);
        return;
      }
      if (row.body === undefined) {
        run.report.drop(ordinary('a list without companies'), row.key);
        return;
      }
      const { requestedAt } = row;
      const page = new RecordReader(row.json());
      const [list = ''] = row.key.split(':');
      run.attempt(row, () => {
        const total = readTotal(page);
        if (Number.isInteger(total) && (sizes.get(list)?.requestedAt ?? '') < requestedAt)
          sizes.set(list, { requestedAt, total });
      });
      for (const record of page.objects('searchResults')) {
        run.attempt(row, () => {
          const company = readCompany(record, row.requestedOn, run);
          hold('found', bareNumber(company.number), { requestedAt, list, company });
        });
      }
    },
    line(group) {
      const lists = new Set(group.values('found').map(({ list }) => list));
      for (const list of lists) counts.set(list, (counts.get(list) ?? 0) + 1);
      return lineOfGroup(group, words, run);
    },
  });
  for (const [list, { total }] of sizes) {
    const count = counts.get(list) ?? 0;
    if (count < total)
      run.report.note('a list has more companies than the crawl found', `${list}: ${count} of ${total}`);
  }
}

/**
 * Returns the line of a company; undefined if it is skipped. Pages overlap, and lists shift during the crawl: the newest response is used.
 */
function lineOfGroup(
  group: Group<typeof JOINED>,
  words: ReadonlyMap<string, string>,
  run: ImportRun,
): RegisterLine | undefined {
  const newest = group.latest('found', ({ requestedAt }) => Date.parse(requestedAt));
  if (newest === undefined) return undefined;
  const { requestedAt, company } = newest.value;
  const { number, leftOut, line } = company;
  if (leftOut !== undefined) {
    run.gone({ identifiers: [nationalNumber('GR', number)] }, requestedAt.slice(0, 10));
    return run.report.drop(leftOut, group.key);
  }
  if (line === undefined) return undefined;
  const { company_status: status, legal_form: form } = line;
  const worded = present<Partial<RegisterLine>>({
    company_status: words.get(`companyStatuses ${status}`) ?? status,
    legal_form: words.get(`legalTypes ${form}`) ?? form,
  });
  return run.line(newest, () => ({ ...line, ...worded }));
}
