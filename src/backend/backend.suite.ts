/**
 * Tests what every implementation of `Backend` promises, with many concurrent callers. Each implementation runs the suite over real data: a
 * file, or a running database.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { COMPANIES, suiteId, toLaterName, toName } from './backend-fixture.ts';
import { claimsOfRestrictedDetails, detailsClaims } from './details.suite.ts';
import { PositionGone, type Backend } from './index.ts';

const CALLERS = 64;
const TODAY = '2026-11-22';

/** A backend over {@linkcode SUITE_LINES}. */
export interface Opened {
  readonly backend: Backend;
  /** Replaces the data with {@linkcode LATER_LINES} while the backend serves it; absent if data cannot be replaced. */
  readonly replace?: () => Promise<void>;
  /** False if details lack the names of redirected records. */
  readonly hasNamesBefore?: false;
  readonly remove: () => Promise<void>;
}

const toText = (json: Uint8Array): string => Buffer.from(json).toString();
const parseNames = (json: Uint8Array): string[] =>
  (JSON.parse(`[${toText(json)}]`) as { name: string }[]).map(({ name }) => name);

/** Runs the suite over a backend that `open` returns for {@linkcode SUITE_LINES}. */
export function backendSuite(title: string, open: () => Promise<Opened>): void {
  suite(`${title} keeps the promises of a backend`, () => {
    let opened: Opened;
    before(async () => {
      opened = await open();
    });
    after(async () => {
      await opened.backend.close();
      await opened.remove();
    });

    /** Returns the names on each page of a search. */
    async function walk(query: string, country: string | undefined, limit: number): Promise<string[][]> {
      const pages: string[][] = [];
      for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
        const page = await opened.backend.search({ query, country, limit, after: next });
        pages.push(parseNames(page.json));
        ({ next } = page);
      }
      return pages;
    }

    const all = Array.from({ length: COMPANIES }, (_, n) => n);
    const searches: readonly (readonly [claim: string, query: string, country: string | undefined, want: number[]])[] =
      [
        ['a name', 'pohjola', undefined, all],
        ['a name in a country', 'POHJOLA my', 'SE', all.filter((n) => n % 3 === 0)],
        ['a business ID', '980010', undefined, all.filter((n) => Math.floor(n / 10) === 10)],
        ['nothing', 'qqqqqq', undefined, []],
      ];
    for (const [claim, query, country, want] of searches) {
      test(`a walk by ${claim} finds each company once, in order, on full pages`, async () => {
        const pages = await walk(query, country, 7);
        assert.deepEqual(pages.flat(), want.map(toName));
        for (const page of pages.slice(0, -1)) assert.equal(page.length, 7);
      });
    }

    for (const [claim, query] of [
      ...searches.map(([by, text]) => [by, text] as const),
      ['a name in the middle', 'Pohjola Mylly 0005'],
    ] as const) {
      test(`where it counts, it counts what a walk by ${claim} finds, in every country and in each`, async () => {
        const { all: count, countries } = (await opened.backend.counts?.(query)) ?? {};
        if (countries === undefined) return;
        assert.equal(count, (await walk(query, undefined, 25)).flat().length);
        for (const country of ['FI', 'SE', 'NO'])
          assert.equal(countries.get(country) ?? 0, (await walk(query, country, 25)).flat().length, country);
      });
    }

    for (const [claim, numbers, limit, want, hasMore] of [
      ['a number', ['9800007'], 10, [7], false],
      ['several numbers, in registry name order', ['9800011', '9800003', '9800007'], 10, [3, 7, 11], false],
      ['more than the limit', ['9800011', '9800003', '9800007'], 2, [3, 7], true],
      ['the beginning of numbers', ['980000', '98', '9'], 10, [], false],
      ['a number with more behind it', ['98000071'], 10, [], false],
      ['a name, and nothing', ['POHJOLA', ''], 10, [], false],
    ] as const) {
      test(`where it finds by number, it finds exactly those of ${claim}`, async () => {
        const found = await opened.backend.byNumber?.({ numbers, limit });
        if (found === undefined) return;
        assert.deepEqual([found.companies.map(({ id }) => id), found.hasMore], [want.map((n) => suiteId(n)), hasMore]);
        for (const [i, n] of want.entries())
          assert.deepEqual(found.companies[i]?.numbers, [`98${String(n).padStart(5, '0')}`]);
      });
    }

    test('the last page has no position, even if it is full', async () => {
      const { next } = await opened.backend.search({ query: 'pohjola', limit: 24, after: await findPosition(96) });
      assert.equal(next, undefined);
    });

    /** Returns the position after the first `n` companies of a search that finds all companies. */
    async function findPosition(n: number): Promise<string | undefined> {
      let next: string | undefined;
      for (let left = n; left > 0; left -= 24)
        ({ next } = await opened.backend.search({ query: 'pohjola', limit: Math.min(24, left), after: next }));
      return next;
    }

    detailsClaims(() => opened);

    test('a company and its officers are found by id; an id that was never published has neither', async () => {
      const { backend } = opened;
      const company = await backend.company(suiteId(5));
      assert.ok(company !== undefined);
      const resource = JSON.parse(toText(company.json)) as { id: string; name: string; identifiers: unknown[] };
      assert.deepEqual([resource.id, resource.name, resource.identifiers.length], [suiteId(5), toName(5), 1]);
      const officers = await backend.officers({ id: suiteId(5), limit: 10, today: TODAY });
      assert.ok(officers !== undefined);
      assert.deepEqual(parseNames(officers.json), ['Aino Esimerkki 5', 'Bo Exempel 5']);
      assert.deepEqual([officers.companyId, officers.hasMore], [suiteId(5), false]);
      const first = await backend.officers({ id: suiteId(5), limit: 1, today: TODAY });
      assert.deepEqual([first && parseNames(first.json), first?.hasMore], [['Aino Esimerkki 5'], true]);
      const unknown = 'co_00000000000000000000000000';
      assert.equal(await backend.company(unknown), undefined);
      assert.equal(await backend.officers({ id: unknown, limit: 10, today: TODAY }), undefined);
    });

    test(`${CALLERS} callers at once each get their own answer, and keep it`, async () => {
      const { backend } = opened;
      const positions = await Promise.all(Array.from({ length: 12 }, async (_, i) => await findPosition(i * 8)));
      const calls = Array.from({ length: CALLERS }, async (_, i) => {
        const n = (i * 7) % COMPANIES;
        if (i % 4 === 0) return { want: toName(n), json: (await backend.company(suiteId(n)))?.json };
        if (i % 4 === 1)
          return {
            want: `Aino Esimerkki ${n}`,
            json: (await backend.officers({ id: suiteId(n), limit: 1, today: TODAY }))?.json,
          };
        if (i % 4 === 2) return { want: toName(n), json: (await backend.search({ query: toName(n), limit: 3 })).json };
        const page = i % 12;
        const { json } = await backend.search({ query: 'pohjola', limit: 1, after: positions[page] });
        return { want: toName(page * 8), json };
      });
      const answers = await Promise.all(calls);
      // More requests must not change results that the callers still hold.
      for (let n = 0; n < COMPANIES; n++) await backend.company(suiteId(n));
      await walk('pohjola', undefined, 25);
      for (const { want, json } of answers) assert.deepEqual(json && parseNames(json), [want]);
    });

    test('a position of data that is not kept is gone, and other callers notice nothing', async () => {
      const { backend } = opened;
      const gone = async (): Promise<unknown> => await backend.search({ query: 'pohjola', limit: 5, after: 'none.5' });
      const [page, error] = await Promise.all([
        backend.search({ query: 'pohjola', limit: 5 }),
        gone().catch((thrown: unknown) => thrown),
      ]);
      assert.ok(error instanceof PositionGone);
      assert.equal(parseNames(page.json).length, 5);
    });

    test('the facts are one object until the data changes', async () => {
      assert.equal(await opened.backend.facts(), await opened.backend.facts());
    });

    test('every example of the data is found, and has officers where it says so', async () => {
      const { backend } = opened;
      const { examples } = await backend.facts();
      // A backend need not have examples.
      if (examples === undefined) return;
      for (const { query, country, companies, hasMore } of [examples.search, ...examples.searches]) {
        const { json, next } = await backend.search({ query, country, limit: companies.length });
        assert.deepEqual(JSON.parse(`[${toText(json)}]`), companies, query);
        assert.equal(next !== undefined, hasMore, query);
      }
      const { company, officers, search } = examples;
      assert.deepEqual([search.companies[0].id, search.hasMore], [company.id, false]);
      assert.deepEqual(JSON.parse(toText((await backend.company(company.id))?.json ?? Buffer.of())), company);
      if (officers === undefined) return;
      const list = await backend.officers({ id: officers.id, limit: 100, today: TODAY });
      assert.deepEqual(JSON.parse(`[${toText(list?.json ?? Buffer.of())}]`), officers.list);
    });

    test('while data is replaced, every page is wholly from one generation, and positions continue in their own', async () => {
      const { backend, replace } = opened;
      if (replace === undefined) return;
      const facts = await backend.facts();
      const positions = await Promise.all(all.filter((n) => n % 10 === 0 && n > 0).map(findPosition));
      const later = (n: number): string => toLaterName(COMPANIES - 1 - n);
      const isNamed = (names: readonly string[], start: number): boolean =>
        [toName, later].some((nameAt) => names.every((name, i) => name === nameAt(start + i)));
      const [, ...pages] = await Promise.all([
        replace(),
        ...Array.from({ length: CALLERS }, async (_, i) => {
          await new Promise((resolve) => setTimeout(resolve, i));
          return parseNames((await backend.search({ query: 'pohjola', limit: 5 })).json);
        }),
      ]);
      for (const names of pages) assert.ok(isNamed(names, 0), names.join());
      // Facts without a generation do not show whether the data has changed.
      if (facts.generation !== undefined) assert.notEqual(await backend.facts(), facts);
      assert.deepEqual(parseNames((await backend.search({ query: 'pohjola', limit: 1 })).json), [later(0)]);
      const old = await Promise.all(
        positions.map(async (next) => await backend.search({ query: 'pohjola', limit: 5, after: next })),
      );
      for (const [i, { json }] of old.entries())
        assert.deepEqual(parseNames(json), all.slice(10 * (i + 1), 10 * (i + 1) + 5).map(toName));
    });

    claimsOfRestrictedDetails(() => opened);
  });
}
