import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FieldFault } from '../../importer/declaration.ts';
import type { CrawlRequest, CrawlResponse } from '../../importer/index.ts';
import { crawl } from './crawl.ts';

const createResponse = (request: CrawlRequest, body: unknown, status = 200): CrawlResponse => ({
  request,
  status,
  body: JSON.stringify(body),
  json: () => body,
});
const KRS = '0009000001';
const EXTRACT: CrawlRequest = { kind: 'rejp', key: KRS };
const BULLETIN: CrawlRequest = { kind: 'bulletin', key: '2026-11-20' };
const extract = (number: unknown, parts: object = {}): object => ({
  odpis: { rodzaj: 'Aktualny', naglowekA: { rejestr: 'RejP', numerKRS: number }, dane: parts },
});

suite('The crawl of pl-krs', () => {
  test('first requests every number, of entrepreneurs before the others', () => {
    const { isWhole, requests } = crawl.first({ today: '2026-11-22', reached: {} });
    assert.equal(isWhole, true);
    assert.deepEqual(
      [...requests],
      [
        { kind: 'rejp', from: 1, digits: 10, absentMax: 10_000 },
        { kind: 'rejs', from: 1, digits: 10, absentMax: 10_000 },
      ],
    );
  });

  const AFTER: [claim: string, since: string, today: string, days: string[]][] = [
    ['the day on which the last round began, when it is over', '2026-11-21T20:00:00Z', '2026-11-22', ['2026-11-21']],
    ['no day that is not over in UTC', '2026-11-22T01:00:00Z', '2026-11-22', []],
    [
      'the day before, where the last round began after midnight in Warsaw',
      '2026-11-21T23:30:00Z',
      '2026-11-22',
      ['2026-11-21'],
    ],
    ['every day of a longer pause', '2026-02-27T05:00:00Z', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['the days around a change of the clock', '2026-03-28T23:30:00Z', '2026-03-30', ['2026-03-28', '2026-03-29']],
  ];
  for (const [claim, since, today, days] of AFTER)
    test(`then requests the bulletin of ${claim}, and for new numbers`, () => {
      const state = { today, since, wholeSince: '2026-01-05T00:00:00Z', reached: { rejp: 1_150_000, rejs: 1_149_000 } };
      const { isWhole, requests } = crawl.first(state);
      assert.equal(isWhole, undefined);
      assert.deepEqual(
        [...requests],
        [
          ...days.map((key) => ({ kind: 'bulletin', key })),
          { kind: 'rejp', from: 1_150_001, digits: 10, absentMax: 500 },
          { kind: 'rejs', from: 1_149_001, digits: 10, absentMax: 500 },
        ],
      );
    });

  test('misses no day over many rounds at any hours', () => {
    const asked = new Set<string>();
    let since = '2026-03-01T00:00:00.000Z';
    for (let hours = 7; hours < 24 * 90; hours += 7 + (hours % 41)) {
      const began = new Date(Date.parse('2026-03-01') + hours * 3_600_000).toISOString();
      const { requests } = crawl.first({ today: began.slice(0, 10), since, wholeSince: since, reached: {} });
      for (const one of requests) if ('key' in one) asked.add(one.key);
      since = began;
    }
    const days = Array.from({ length: 85 }, (_, i) => new Date(Date.parse('2026-03-01') + i * 86_400_000));
    for (const day of days) assert.ok(asked.has(day.toISOString().slice(0, 10)), day.toISOString());
  });

  test('asks for everything again after a year', () => {
    const state = { since: '2026-11-21T00:00:00Z', wholeSince: '2025-11-20T00:00:00Z', reached: {} };
    assert.equal(crawl.first({ ...state, today: '2026-11-22' }).isWhole, true);
    assert.equal(crawl.first({ ...state, today: '2026-11-20' }).isWhole, undefined);
  });

  for (const [request, url] of [
    [EXTRACT, 'https://api-krs.ms.gov.pl/api/krs/OdpisAktualny/0009000001?rejestr=P&format=json'],
    [{ kind: 'rejs', key: KRS }, 'https://api-krs.ms.gov.pl/api/krs/OdpisAktualny/0009000001?rejestr=S&format=json'],
    [BULLETIN, 'https://api-krs.ms.gov.pl/api/Krs/Biuletyn/2026-11-20'],
  ] as const)
    test(`asks ${url}`, () => {
      assert.equal(crawl.toHttpRequest(request).url, url);
    });

  test('requests each number of a bulletin once in both registers, and stores no bulletin', () => {
    const bulletin = createResponse(BULLETIN, ['0000000012', '12', 7]);
    assert.deepEqual(
      [...(crawl.follow?.(bulletin) ?? [])],
      ['0000000012', '0000000007'].flatMap((key) => ['rejp', 'rejs'].map((kind) => ({ kind, key, leaf: true }))),
    );
    assert.equal(crawl.keep?.(bulletin), false);
    assert.equal(crawl.keep?.(createResponse(EXTRACT, extract(KRS))), true);
    assert.deepEqual([...(crawl.follow?.(createResponse(EXTRACT, extract(KRS))) ?? [])], []);
  });

  const FAULTS: [claim: string, question: CrawlRequest, body: unknown, fault: string | RegExp | undefined][] = [
    ['the requested extract', EXTRACT, extract(KRS), undefined],
    ['the extract of another number', EXTRACT, extract('0000000001'), 'it is the extract of "0000000001"'],
    ['an object of something else', EXTRACT, { error: 'x' }, 'it has no numerKRS'],
    ['a list', EXTRACT, [], /must be an object/],
    ['a bulletin', BULLETIN, ['0000000001'], undefined],
    ['an empty bulletin', BULLETIN, [], undefined],
    ['a bulletin of other words', BULLETIN, ['x'], /has "x", which is not a number/],
    ['an object in place of a bulletin', BULLETIN, {}, /is not a list/],
  ];
  for (const [claim, request, body, fault] of FAULTS)
    test(`${fault === undefined ? 'takes' : 'refuses'} ${claim}`, () => {
      let found: string | undefined;
      try {
        found = crawl.fault?.(createResponse(request, body));
      } catch (error) {
        assert.ok(error instanceof FieldFault);
        found = `${error.field} ${error.message}`;
      }
      if (fault instanceof RegExp) assert.match(found ?? '', fault);
      else assert.equal(found, fault);
    });

  test('stores no persons, no contact data except the address, and no branches', () => {
    const parts = {
      dzial1: {
        danePodmiotu: {
          nazwa: 'ZMYŚLONA',
          formaPrawna: 'SPÓŁKA AKCYJNA',
          identyfikatory: { nip: '1' },
          daneOWczesniejszejRejestracji: { x: 'GEHEIM' },
        },
        siedzibaIAdres: {
          siedziba: { kraj: 'POLSKA', miejscowosc: 'GEHEIM' },
          adres: { ulica: 'UL. ZMYŚLONA', poczta: 'GEHEIM' },
          adresPocztyElektronicznej: 'GEHEIM',
          adresDoDoreczenElektronicznychWpisanyDoBAE: 'AE:GEHEIM',
        },
        jednostkiTerenoweOddzialy: [{ nazwa: 'GEHEIM' }],
        umowaStatut: 'NOTARIUSZ GEHEIM',
        wspolnicySpzoo: [{ nazwisko: 'GEHEIM', identyfikator: { dataUrodzenia: '21.07.1965' } }],
      },
      dzial2: { reprezentacja: { sklad: [{ nazwisko: 'GEHEIM' }] } },
      dzial3: { przedmiotDzialalnosci: { przedmiotPrzewazajacejDzialalnosci: [{ kodDzial: '62' }] }, cel: 'GEHEIM' },
      dzial6: {
        wykreslenia: [{ kto: 'GEHEIM' }],
        likwidacja: [{ otwarcieLikwidacji: 'NOTARIUSZ GEHEIM', likwidatorzy: [{ nazwisko: 'GEHEIM' }] }],
        postepowanieUpadlosciowe: [
          { daneSyndyka: 'GEHEIM', opisZakonczeniaProcesuUpadlosci: { dataZakonczeniaPostepowania: '01.02.2026' } },
        ],
      },
    };
    const kept = crawl.redact?.(createResponse(EXTRACT, extract(KRS, parts))) ?? '';
    assert.doesNotMatch(kept, /GEHEIM|1965/);
    assert.deepEqual(JSON.parse(kept), {
      odpis: {
        rodzaj: 'Aktualny',
        naglowekA: { rejestr: 'RejP', numerKRS: KRS },
        dane: {
          dzial1: {
            danePodmiotu: { nazwa: 'ZMYŚLONA', formaPrawna: 'SPÓŁKA AKCYJNA', identyfikatory: { nip: '1' } },
            siedzibaIAdres: { siedziba: { kraj: 'POLSKA' }, adres: { ulica: 'UL. ZMYŚLONA' } },
          },
          dzial3: { przedmiotDzialalnosci: { przedmiotPrzewazajacejDzialalnosci: [{ kodDzial: '62' }] } },
          dzial6: {
            wykreslenia: [{}],
            likwidacja: [{}],
            postepowanieUpadlosciowe: [
              { opisZakonczeniaProcesuUpadlosci: { dataZakonczeniaPostepowania: '01.02.2026' } },
            ],
          },
        },
      },
    });
    assert.equal(crawl.redact?.(createResponse(BULLETIN, ['1'])), '["1"]');
    assert.deepEqual(JSON.parse(crawl.redact?.(createResponse(EXTRACT, extract(KRS))) ?? ''), {
      odpis: { rodzaj: 'Aktualny', naglowekA: { rejestr: 'RejP', numerKRS: KRS }, dane: {} },
    });
  });
});
