import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import type { Company } from '../src/contract/index.ts';
import { COUNTRIES, collapseWhiteSpace, foldName } from '../src/model/index.ts';
import { openSample, type Sample } from '../test/service.ts';
import { foldPlain, narrowed } from './src/narrowing.ts';
import { COUNTRY_CODES } from './src/texts.ts';
import type { SearchPage } from './src/types.ts';

/** As many as a page can hold. */
const LIMIT = 25;
const LAST_LATIN = 0x24f;

test('the country picker has the countries that the service covers', () => {
  assert.deepEqual(COUNTRY_CODES, [...COUNTRIES.keys()]);
});

suite('a name folds in the browser as it does in the service, or not at all:', () => {
  test('every character by itself and amid a word', () => {
    let known = 0;
    for (let code = 0x20; code <= 0xffff; code++) {
      const char = String.fromCharCode(code);
      for (const text of [char, `a${char}b`, `l${char}l`]) {
        const folded = foldPlain(text);
        if (folded !== undefined) assert.equal(folded, foldName(text), `U+${code.toString(16)} in ${text}`);
        if (folded !== undefined && code <= LAST_LATIN) known++;
      }
    }
    assert.ok(known > 900, `${known} of the Latin ones are known`);
  });

  test('any text', () => {
    const latin = fc.integer({ min: 0x20, max: LAST_LATIN }).map((code) => String.fromCharCode(code));
    const marked = fc.constantFrom('e\u0301', 'A\u030a', 'l·l', '’', 'Æ', 'ß', 'o\u0308');
    const text = fc.array(fc.oneof(latin, marked, fc.constantFrom('a', 'l', ' ', '.'))).map((chars) => chars.join(''));
    fc.assert(fc.property(text, (given) => [undefined, foldName(given)].includes(foldPlain(given))));
  });
});

suite('a complete answer narrowed without asking', () => {
  let sample: Sample;
  before(async () => {
    // Names that meet business IDs: the number of the first begins as the name of the others.
    const line = (name: string, value: string) => ({
      identifiers: [{ scheme: 'national_registry_number', value, country_scope: 'AT' } as const],
      name,
    });
    sample = await openSample([
      line('Zwirn Weberei GmbH', 'QUOX 77'),
      line('Quox Seide GmbH', 'FN 770001x'),
      line('Quoxal Tuche GmbH', 'QUOXA 3'),
      line('Quoxeria Garne und Tuche GmbH', 'FN 770003z'),
    ]);
  });
  after(() => sample.close());

  async function answer(query: string): Promise<SearchPage> {
    const request = { query, country: undefined, limit: LIMIT, after: undefined };
    const { json, next } = await sample.backend.search(request);
    const data = JSON.parse(`[${Buffer.from(json).toString()}]`) as Company[];
    return {
      object: 'list',
      query,
      countries: [],
      data,
      next_cursor: next === undefined ? null : 'more',
      attribution: '',
    };
  }

  /** What the service finds for a text after each letter from the third. */
  async function eachKey(text: string): Promise<SearchPage[]> {
    const queries = Array.from({ length: Math.max(0, text.length - 2) }, (_, i) =>
      collapseWhiteSpace(text.slice(0, i + 3)),
    );
    const answers: SearchPage[] = [];
    for (const query of new Set(queries)) answers.push(await answer(query));
    return answers;
  }

  test('is what the service answers, and never holds what it does not: for names and numbers of the sample, at every key', async () => {
    const some = sample.lines.filter((_, i) => i % 12 === 0);
    const numbers = some.flatMap(({ identifiers = [] }) => identifiers.map(({ value }) => value));
    const texts = some.map(({ name }) => name ?? '').concat(numbers);
    let saved = 0;
    let asked = 0;
    for (const text of [...texts, 'Quoxal Tuche', 'Quoxeria Garne', 'QUOX 77', 'Quoxa 3', '---', 'Nordlysmyr xyz']) {
      const answers = (await eachKey(text)).filter(({ query }) => query.length > 2);
      for (const [i, page] of answers.entries())
        for (const longer of answers.slice(i)) {
          const { companies, isWhole } = narrowed(page, longer.query);
          const ids = companies.map(({ id }) => id);
          const wanted = longer.data.map(({ id }) => id);
          if (isWhole) assert.deepEqual(ids, wanted, `"${page.query}" narrowed to "${longer.query}"`);
          else if (longer.next_cursor === null) assert.ok(ids.every((id) => wanted.includes(id)));
          if (isWhole) saved++;
          else asked++;
        }
    }
    assert.ok(saved > asked / 10, `${saved} saved, ${asked} asked`);
  });

  for (const [was, now, isWhole, why] of [
    ['Quoxe', 'Quoxeria', true, 'every name goes on so'],
    ['Quoxeriap', 'Quoxeriapp', true, 'nothing was found before'],
    ['Quox', 'Quoxe', false, 'a number may begin so'],
    ['Quox', 'Quoxeria', false, 'one was found by its number'],
    ['Nordlysmyr', 'Nordlysmyr h', true, 'eight letters and more are no number'],
    ['Nordlysmyr', 'Nordlysmyr 7', false, 'a digit may be of a number'],
    ['Nordlysmyr h', 'Nordlysmyr', false, 'a shorter text finds more'],
    ['tov', 'tov n', false, 'the answer was not complete'],
    ['Злат', 'Златен', false, 'how other scripts fold is not known here'],
  ] as const)
    test(`${isWhole ? 'spares a request' : 'asks'} from "${was}" to "${now}": ${why}`, async () => {
      assert.equal(narrowed(await answer(was), now).isWhole, isWhole);
    });
});
