/** Pages of lists as publishers serve them, made of the fixtures. */
import { readFileSync } from 'node:fs';
import type { PagedList } from '../../src/importer/index.ts';
import { fixturesFor } from './published-files.ts';

/** Number of records of a page: fewer than requested, so that there are several pages. */
const PAGE = 3;

/** Returns a page of a list in the form that its declaration reads: the records after those of earlier pages. */
export function createPage(list: PagedList, id: string, query: URLSearchParams): { body: unknown; total: number } {
  const [path = ''] = fixturesFor(id, list.name);
  const records = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const { next } = list;
  const after = query.get('after') ?? '';
  const number = (name: string): number => Number(query.get(name) ?? 0);
  // Numbered pages have all requested records, except the last one.
  if (next === 'page') {
    const page = records.slice((number('page') - 1) * list.limit, number('page') * list.limit);
    return { body: within(list, page, records.length), total: records.length };
  }
  const start =
    next === 'offset'
      ? number('offset')
      : 'response' in next
        ? Number(after)
        : firstBehind(records, next.record, after);
  const body = within(list, records.slice(start, start + PAGE), records.length);
  if (typeof next === 'object' && 'response' in next)
    place(body, next.response, start + PAGE < records.length ? `${start + PAGE}` : null);
  return { body, total: records.length };
}

function firstBehind(records: readonly object[], path: string, after: string): number {
  const found = records.findIndex((record) => String(valueAt(record, path)) > after);
  return found === -1 ? records.length : found;
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => Reflect.get(at as object, name), value);
}

function within(list: PagedList, page: readonly object[], total: number): unknown {
  if (list.records === '') return page;
  const body = {};
  place(body, list.records, page);
  if (list.total !== undefined && 'response' in list.total) place(body, list.total.response, total);
  return body;
}

/** Sets a value in a response body at a path such as `meta.next`. */
function place(body: unknown, path: string, value: unknown): void {
  const names = path.split('.');
  let at = body as object;
  for (const name of names.slice(0, -1)) {
    if (!Object.hasOwn(at, name)) Reflect.set(at, name, {});
    at = Reflect.get(at, name) as object;
  }
  Reflect.set(at, names.at(-1) ?? '', value);
}
