import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FieldFault, xmlRoot, type CrawlResponse, type CrawlRequest, type CrawlState } from '../../importer/index.ts';
import { changes, extract, findFault, hit, search } from './responses-fixture.ts';
import { isDoubtful, narrower, parseKey } from './patterns.ts';
import { CRAWL } from './crawl.ts';

const { fault, first, follow, keep, redact, toHttpRequest } = CRAWL;

const STATE: CrawlState = { today: '2026-11-22', reached: {} };

const createResponse = (kind: string, key: string, body: string): CrawlResponse => ({
  request: { kind, key },
  status: 200,
  body,
  json: () => assert.fail('it is XML'),
});

const named = (requests: Iterable<CrawlRequest | { readonly kind: string }>): string[] =>
  Array.from(requests, (one) => `${one.kind}:${'key' in one ? one.key : ''}`);

const many = (count: number, name: (i: number) => string, form = 'GES', status = 'gelöscht'): string[] =>
  Array.from({ length: count }, (_, i) => hit(`${i + 1}a`, name(i), form, status));

test('the first round searches every form but that of sole traders, and words for forms of unknown code', () => {
  const asked = named(first(STATE).requests);
  for (const one of ['search:GES:*', 'search:AG:*', 'search:KG:*', 'search:PST:*', 'word:FlexCo']) assert.ok(asked.includes(one), one); // prettier-ignore
  assert.ok(!asked.some((one) => one.startsWith('day:') || one.startsWith('search:EU:')));
});

test('a later round requests the changes of each day since the start of the last round, including that day', () => {
  const { requests } = first({ ...STATE, since: '2026-11-20T23:59:00.000Z' });
  assert.deepEqual(named(requests), ['day:2026-11-20', 'day:2026-11-21', 'day:2026-11-22']);
});

test('the first round of a year searches everything again unless the last full search is recent, and removes nothing', () => {
  const startRound = (wholeSince: string) =>
    first({ ...STATE, today: '2027-01-02', since: '2026-12-31T01:00:00.000Z', wholeSince });
  const round = startRound('2026-03-01T01:00:00.000Z');
  const days = ['day:2026-12-31', 'day:2027-01-01', 'day:2027-01-02'];
  assert.deepEqual(named(round.requests).slice(0, 4), [...days, 'search:GES:*']);
  assert.equal(round.isWhole, undefined);
  assert.deepEqual(named(startRound('2026-11-20T01:00:00.000Z').requests), days);
});

/** Returns the fields of a request by name, in order. */
function listFields(kind: string, key: string): [operation: string, fields: [name: string, value: string][]] {
  const { url, headers, body = '' } = toHttpRequest({ kind, key });
  assert.match(url, /^https:\/\/justizonline\.gv\.at\//);
  assert.equal(headers?.['x-api-key'], '{API_KEY}');
  assert.match(headers?.['content-type'] ?? '', /^application\/soap\+xml/);
  const root = xmlRoot('body', body) as Record<string, Record<string, Record<string, { $?: string }>>>;
  const [[operation, fields] = ['', {}]] = Object.entries(root['Body'] ?? {});
  return [operation, Object.entries(fields).map(([name, value]) => [name, value.$ ?? ''])];
}

test('requests have all fields in the order of the schema, including empty ones', () => {
  const fields = ['FIRMENWORTLAUT', 'EXAKTESUCHE', 'SUCHBEREICH', 'GERICHT', 'RECHTSFORM', 'RECHTSEIGENSCHAFT', 'ORTNR']; // prettier-ignore
  const [operation, searched] = listFields('search', 'GES:a&b: <c>*');
  assert.equal(operation, 'SUCHEFIRMAREQUEST');
  assert.deepEqual(searched.map(([name]) => name), fields); // prettier-ignore
  assert.deepEqual(searched.map(([, value]) => value), ['a&b: <c>*', 'true', '1', '', 'GES', '', '']); // prettier-ignore
  assert.deepEqual(listFields('word', 'FlexCo')[1].map(([, value]) => value), ['*FlexCo*', 'true', '1', '', '', '', '']); // prettier-ignore
  assert.deepEqual(listFields('day', '2026-11-20'), ['VERAENDERUNGENFIRMAREQUEST', [['VON', '2026-11-20'], ['BIS', '2026-11-20']]]); // prettier-ignore
  const [, [number, day, extent]] = listFields('extract', '999901v');
  assert.deepEqual([number, extent], [['FNR', '999901v'], ['UMFANG', 'Kurzinformation']]); // prettier-ignore
  assert.match(day?.join(' ') ?? '', /^STICHTAG 20\d\d-\d\d-\d\d$/);
});

test('a search leads to the extracts of registered companies, not of companies that are struck off', () => {
  const hits = [hit('999901v', 'Zirbe GmbH', 'GES'), hit('999902w', 'Weg GmbH', 'GES', 'gelöscht'), hit('099901 p', 'Alt GmbH', 'GES', 'historisch')]; // prettier-ignore
  const requests = [...follow(createResponse('search', 'GES:*', search('GES', '*', hits)))];
  assert.deepEqual(named(requests), ['extract:999901v', 'extract:99901p']);
  assert.ok(requests.every(({ leaf }) => leaf));
});

test('every change of a day leads to an extract', () => {
  const day = changes('2026-11-20', [['999901 v', 'Änderung'], ['999902 w', 'Löschung'], ['999903 x', 'Neueintragung']]); // prettier-ignore
  assert.deepEqual(named(follow(createResponse('day', '2026-11-20', day))), ['extract:999901v', 'extract:999902w', 'extract:999903x']); // prettier-ignore
});

test('changes of a day whose count may be a limit are requested by form, too', () => {
  const of = (count: number) => changes('2026-11-20', Array.from({ length: count }, (_, i) => [`${i + 1} a`, 'Änderung'] as const)); // prettier-ignore
  const led = (key: string, count: number): string[] => named(follow(createResponse('day', key, of(count)))).filter((one) => one.startsWith('day:')); // prettier-ignore
  assert.deepEqual(led('2026-11-20', 999), []);
  assert.deepEqual(led('2026-11-20', 2000).slice(0, 2), ['day:2026-11-20:GES', 'day:2026-11-20:AG']);
  assert.deepEqual(led('2026-11-20:GES', 1000), []);
  assert.equal(fault(createResponse('day', '2026-11-20:GES', of(1))), undefined);
  assert.deepEqual(listFields('day', '2026-11-20:GES')[1].at(-1), ['RECHTSFORM', 'GES']);
});

test('the hits of a word lead to searches of unknown forms, and are not kept', () => {
  const body = search('', '*FlexCo*', [hit('999901v', 'Zirbe FlexCo', 'FKG'), hit('999902w', 'Alma FlexCo e.U.', 'EU'), hit('999904y', 'Jost FlexCo', 'XU').replace('Form XU', 'Einzelunternehmer/in'), hit('999903x', 'FlexCo GmbH', 'GES')]); // prettier-ignore
  assert.deepEqual(named(follow(createResponse('word', 'FlexCo', body))), ['search:FKG:*']);
  assert.equal(keep(createResponse('word', 'FlexCo', body)), false);
  assert.ok(keep(createResponse('search', 'FKG:*', body)));
});

const COUNTS: [hits: number, isDoubtful: boolean][] = [[0, false], [1, false], [99, false], [100, true], [250, true], [500, true], [999, false], [1000, true], [1001, true], [5000, true]]; // prettier-ignore
for (const [hits, wanted] of COUNTS) {
  test(`a response of ${hits} hits ${wanted ? 'may have been cut, so it is requested in parts' : 'is complete'}`, () => {
    assert.equal(isDoubtful(hits), wanted);
    const requests = named(
      follow(
        createResponse(
          'search',
          'GES:b*',
          search(
            'GES',
            'b*',
            many(hits, (i) => `Bx ${i}`),
          ),
        ),
      ),
    );
    assert.equal(requests.includes('search:GES:ba*'), wanted);
  });
}

/** The searches that replace a search whose response was cut. */
const inParts = (prefix: string, names: readonly string[] = []): string[] =>
  Array.from(narrower({ form: 'GES', prefix, isWhole: false }, names), (one) => `${one.prefix}${one.isWhole ? '' : '*'}`); // prettier-ignore

test('a cut search is split into the exact name, each sign of the alphabet and each sign that the hits have there', () => {
  const parts = inParts('zi', ['ZI¤x', 'Zi', 'Zirbe', 'A ¬', 'zi*']);
  for (const part of ['zi', 'zia*', 'zi9*', 'ziä*', 'zi *', 'zi&*', 'zi¤*']) assert.ok(parts.includes(part), part);
  for (const part of ['zi**', 'zi¬*', 'ziZ*']) assert.ok(!parts.includes(part), part);
  assert.equal(new Set(parts).size, parts.length);
});

test('no part begins with a space or has two in a row: the service ignores the first and collapses the others', () => {
  assert.ok(!inParts('').includes(' *'));
  assert.ok(!inParts('zi ').includes('zi  *'));
});

test('a part that ends with a mark may be refused without keeping the round open', () => {
  const parts = [...follow(createResponse('search', 'GES:b*', search('GES', 'b*', many(1000, (i) => `B¤${i}`))))];
  const leaves = new Map(parts.map(({ key, leaf }) => [key, leaf === true]));
  for (const [key, isLeaf] of [['GES:b', false], ['GES:ba*', false], ['GES:bß*', false], ['GES:b&*', true], ['GES:b¤*', true]] as const)
    assert.equal(leaves.get(key), isLeaf, key);
}); // prettier-ignore

test('the key of a search with any signs is read back', () => {
  for (const [key, want] of [['GES:*', ['GES', '', false]], ['GES:a: b*', ['GES', 'a: b', false]], ['KG:zi', ['KG', 'zi', true]]] as const) {
    const { form, prefix, isWhole } = parseKey(key);
    assert.deepEqual([form, prefix, isWhole], want);
  }
}); // prettier-ignore

/** A register with names of many kinds, and a maximum number of hits: the crawl must find every name. */
test('a crawl by pattern finds every name despite the limit of hits', () => {
  const words = ['immo', 'Immo', 'café', 'Çelik', 'A & B', '"Zirbe"', '1a', 'öko', 'ʘx'];
  const names = Array.from({ length: 450 }, (_, i) => `${words[i % words.length]}${i % 2 === 0 ? ' ' : ''}${'xyz'[i % 3]}${Math.floor(i / 9).toString(36)}`); // prettier-ignore
  names.push('immo', 'i', 'IMMO X');
  for (const limit of [100, 250]) {
    const found = new Set<string>();
    const open = [...first(STATE).requests].flatMap((one) => ('key' in one && one.key === 'GES:*' ? one : []));
    const done = new Set<string>();
    for (const request of open) {
      const { key } = request;
      if (done.has(key)) continue;
      done.add(key);
      assert.ok(done.size < 60_000, 'the crawl ends');
      const { prefix, isWhole } = parseKey(key);
      const hits = names.flatMap((name, i) => {
        const lower = name.toLowerCase();
        return (isWhole ? lower === prefix : lower.startsWith(prefix)) ? { name, number: `${i + 1}a` } : [];
      });
      const shown = hits.slice(0, limit);
      for (const { name } of shown) found.add(name);
      const body = search('GES', '', shown.map(({ name, number }) => hit(number, name, 'GES', 'gelöscht'))); // prettier-ignore
      const given = { ...createResponse('search', key, body), question: request };
      assert.equal(fault(given), undefined);
      for (const next of follow(given)) if (next.kind === 'search') open.push(next);
    }
    assert.deepEqual(names.filter((name) => !found.has(name)), []); // prettier-ignore
  }
});

const STANDING = extract({ number: '999901 v', day: '2026-11-20', name: 'Zirbe GmbH', form: 'GES' });
const WRONG: [claim: string, kind: string, key: string, body: string, want: RegExp][] = [
  ['a fault', 'extract', '999901v', findFault('Stichtag darf nicht in der Zukunft sein'), /Fault says "Stichtag darf nicht in der Zukunft sein"/],
  ['the extract of another company', 'extract', '999902w', STANDING, /it is the extract of "999901 v"/],
  ['an extract without a company', 'extract', '999901v', STANDING.replaceAll('FIRMA>', 'NIX>'), /it has no FIRMA/],
  ['the changes of another day', 'day', '2026-11-21', changes('2026-11-20', []), /it is of 2026-11-20 to 2026-11-20/],
  ['a page', 'search', 'GES:*', '<html><body>Wartung</body></html>', /Body is missing/],
  ['hits of another search', 'search', 'GES:zi*', search('GES', 'zi*', many(1000, (i) => `Alm ${i}`)), /none of its 1000 hits begins with "zi"/],
  ['a thousand names that begin alike for sixty signs', 'search', `GES:${'zi'.repeat(30)}*`, search('GES', 'x', many(1000, (i) => `${'Zi'.repeat(30)}${i}`)), /it has 1000 hits for "GES:zi/],
]; // prettier-ignore
for (const [claim, kind, key, body, want] of WRONG) {
  test(`a response is requested again if it is ${claim}`, () => {
    const said = ((): string | undefined => {
      try {
        return fault(createResponse(kind, key, body));
      } catch (error) {
        if (!(error instanceof FieldFault)) throw error;
        return `${error.field} ${error.message}`;
      }
    })();
    assert.match(said ?? '', want);
  });
}

test('an extract is stored without personal data other than names and functions', () => {
  const kept = redact(createResponse('extract', '999901v', STANDING));
  for (const secret of ['19710203', '02.03.1971', 'Nebenmann', 'Heimweg', 'Daheim', 'LIE', 'GEBURTSDATUM', 'PE_DKZ03', 'PE_STAAT']) {
    assert.ok(STANDING.includes(secret), secret);
    assert.ok(!kept.includes(secret), secret);
  }
  for (const shown of ['Alma Zirbel', 'Zirbe GmbH', '20200102', 'Beispielgasse']) assert.ok(kept.includes(shown), shown); // prettier-ignore
  assert.equal(fault(createResponse('extract', '999901v', kept)), undefined);
  assert.equal(redact(createResponse('extract', '999901v', kept)), kept);
}); // prettier-ignore

test('the extract of a sole trader is stored with only the number and the form', () => {
  const sole = extract({ number: '999902 w', day: '2026-11-20', name: 'Alma Zirbel e.U.', form: 'EU' });
  const kept = redact(createResponse('extract', '999902w', sole));
  for (const secret of ['Alma', 'Zirbel', 'Beispielgasse', '20200102']) {
    assert.ok(sole.includes(secret), secret);
    assert.ok(!kept.includes(secret), secret);
  }
  assert.match(kept, /999902 w.*<ns6:CODE>EU</s);
});
