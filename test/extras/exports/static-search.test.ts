import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import anyAscii from 'any-ascii';
import fc from 'fast-check';
import * as folding from '../../../clients/javascript/src/folding.ts';
import { BlockTable, RangeFiles } from '../../../clients/javascript/src/ranges.ts';
import { StaticSearch, StaticSearchError } from '../../../clients/javascript/src/static-search.ts';
import { SEARCH_LIMITS } from '../../../src/contract/index.ts';
import { exportStatic } from '../../../extras/exports/static/export-static.ts';
import { BlockTable as WrittenTable, ContentFiles } from '../../../extras/exports/static/range-file.ts';
import { countryFilter, foldName } from '../../../src/model/index.ts';
import { folder } from '../../fixtures/folder.ts';
import { buildLines, mills } from '../../searching/generations.ts';
import { BASE, createServer, exported } from './static-search.suite.ts';

suite('Files of a search', () => {
  let directory = '';
  let files = '';
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-static-'));
    const snapshot = await buildLines(directory, 'a.snapshot', mills(0, 1000));
    files = join(directory, 'files');
    await exported(snapshot, files);
  });
  after(() => rmSync(directory, { recursive: true }));

  test('a query reads one block and its index page, and the next letters need no request', async () => {
    const sent: { name: string; bytes: number }[] = [];
    const search = await StaticSearch.open(BASE, createServer(files, sent));
    sent.length = 0;
    for (const q of ['kvarn 0006', 'kvarn 00066', 'kvarn 000666']) await search.search({ q });
    assert.equal(sent.length, 2);
    assert.equal(sent[0]?.name, sent[1]?.name);
    assert.ok(sent.every(({ bytes }) => bytes < 8192));
  });

  test('UK and EL have the same meaning as in the API, and no other code is an alias', () => {
    const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i));
    for (const code of letters.flatMap((first) => letters.map((second) => first + second)))
      assert.equal(folding.isoCountry(code), countryFilter(code));
  });

  test('report their progress', async (t) => {
    const steps = new Map<string, number>();
    await exportStatic({
      snapshot: join(directory, 'a.snapshot'),
      into: folder(t),
      attribution: 'Powered by a test',
      besides: new Map(),
      yieldIfDue: () => undefined,
      onProgress(done, total, note) {
        assert.ok(total === undefined || done <= total);
        steps.set(note, done);
      },
    });
    assert.equal(steps.get('names'), 2000);
    assert.ok((steps.get('numbers') ?? 0) > 0);
  });

  test('have the same bytes for the same data', async (t) => {
    const again = folder(t);
    await exported(join(directory, 'a.snapshot'), again);
    const names = readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(names.length >= 4);
    for (const { parentPath, name } of names) {
      const path = join(parentPath, name);
      assert.ok(readFileSync(path).equals(readFileSync(path.replace(files, again))), name);
    }
  });

  test('a query is refused by the rules of the API', async () => {
    const search = await StaticSearch.open(BASE, createServer(files));
    const { queryCharsMin: min, queryCharsMax: max, limitMax } = SEARCH_LIMITS;
    for (const asked of [
      { q: 'k'.repeat(min - 1) },
      { q: ` ${'k'.repeat(min - 1)}  ` },
      { q: 'k'.repeat(max + 1) },
      { q: 'kvarn', limit: 0 },
      { q: 'kvarn', limit: limitMax + 1 },
      { q: 'kvarn', limit: 1.5 },
      { q: 'kvarn', country: 'SWE' },
      { q: 'kvarn', after: -1 },
      { q: 'kvarn', after: Number.NaN },
    ])
      await assert.rejects(search.search(asked), RangeError);
    assert.equal((await search.search({ q: 'k'.repeat(max), limit: limitMax })).data.length, 0);
    assert.equal((await search.search({ q: 'kvarn', country: 'zz' })).data.length, 0);
    assert.equal((await search.search({ q: 'kvarn' })).data.length, SEARCH_LIMITS.limitDefault);
  });

  const FAULTS: [claim: string, break_: (at: string) => void, message: RegExp][] = [
    [
      'a cut file',
      (at) => truncateSync(at, 10),
      /Cannot read bytes=\d+-\d+ of ".+\/files\/[0-9a-f]+\.bin": the part is damaged$/,
    ],
    ['a damaged file', (at) => writeFileSync(at, readFileSync(at).fill(7)), /the part is damaged$/],
    [
      'a file that is not there',
      (at) => rmSync(at),
      /responded with 404, and must respond with 206 \(a part of the file\)$/,
    ],
  ];
  for (const [claim, break_, message] of FAULTS) {
    test(`${claim} is reported, and read again after repair`, async (t) => {
      const at = folder(t);
      await exported(join(directory, 'a.snapshot'), at);
      const search = await StaticSearch.open(BASE, createServer(at));
      const { scopes } = JSON.parse(readFileSync(join(at, 'search.json'), 'utf8')) as { scopes: { all: { pages: [string, string][] } } }; // prettier-ignore
      const names = join(at, scopes.all.pages[0]?.[1] ?? '');
      const sound = readFileSync(names);
      break_(names);
      await assert.rejects(
        search.search({ q: 'kvarn' }),
        (error) => error instanceof StaticSearchError && message.test(error.message),
      );
      writeFileSync(names, sound);
      assert.equal((await search.search({ q: 'kvarn' })).data.length, 10);
    });
  }

  test('a server without ranges and a missing network are reported', async () => {
    const server = createServer(files);
    const whole = await StaticSearch.open(BASE, (url, init) => server(url, { ...init, headers: {} }));
    await assert.rejects(whole.search({ q: 'kvarn' }), /responded with 200, and must respond with 206/);
    const isDown = { now: false };
    const search = await StaticSearch.open(BASE, (url, init) =>
      isDown.now ? Promise.reject(new TypeError('fetch failed')) : server(url, init),
    );
    isDown.now = true;
    await assert.rejects(search.search({ q: 'kvarn' }), /Cannot read bytes=.+: there is no response$/);
  });

  test('a missing, invalid or unknown manifest is reported', async (t) => {
    const at = folder(t);
    const open = (): Promise<unknown> => StaticSearch.open(BASE, createServer(at));
    await assert.rejects(open(), /Cannot read ".+\/search.json": TypeError: the server responded with 404$/);
    writeFileSync(join(at, 'search.json'), '<html>');
    await assert.rejects(open(), StaticSearchError);
    writeFileSync(join(at, 'search.json'), '{"format":1}');
    await assert.rejects(open(), /its format is "1", and must be 2$/);
  });
});

test('each key is found in a table with many index pages', async (t) => {
  const at = folder(t);
  for (const isLast of [false, true]) {
    const table = new WrittenTable(new ContentFiles(at), isLast ? 'last' : 'first');
    const keys = Array.from({ length: 600 }, (_, i) => String(2 * Math.floor(i / 3)).padStart(5, '0'));
    const numbers = keys.map((key, i) => table.add(key, i));
    const pages = table.end();
    assert.ok(pages.length > 2);
    const read = new BlockTable<number>(new RangeFiles(BASE, createServer(at)), pages);
    for (let n = 0; n < keys.length; n += 7) assert.equal(await read.block(numbers[n] ?? -1), n);
    const all: number[] = [];
    for await (const [number, block] of read.blocksFrom(0)) {
      assert.equal(number, numbers[block]);
      all.push(block);
    }
    assert.deepEqual(all, [...keys.keys()]);
    for (let n = isLast ? 0 : 1; n < 400; n += 9) {
      const key = String(n).padStart(5, '0');
      const first = keys.filter((one) => one < key).length;
      for await (const [, block] of read.blocksFrom(await read.firstFrom(key, isLast))) {
        assert.equal(block, first, key);
        break;
      }
    }
  }
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('É', 'e\u0301', 'ß', "'", '.', '·', 'l', 'ъ', 'Ω', '中', '½', '´', ' ', '\u00a0', 'ʼ', 'Α', 'Х', '-', '1') }), // prettier-ignore
);

test('names fold as in the service', async () => {
  const transliterate = (given: string): Promise<string> => Promise.resolve(anyAscii(given));
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      assert.equal(await folding.foldName(given, transliterate), foldName(given));
    }),
    { numRuns: 2000 },
  );
});
