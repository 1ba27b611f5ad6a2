import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { importedText } from '../fixture-import.ts';
import { plKrs } from './index.ts';

interface Given {
  readonly kind?: string;
  readonly krs?: string;
  readonly asked?: string;
  /** Absent if the response has no extract. */
  readonly company?: object;
  readonly activities?: object;
  readonly kraj?: string;
  /** The address of the seat, and the sixth part. */
  readonly adres?: object;
  readonly dzial6?: object;
}

/** A response of the crawl, as one line. */
function createResponse({
  kind = 'rejp',
  krs = '0009000001',
  asked = '2026-11-20',
  company,
  activities,
  kraj,
  adres,
  dzial6,
}: Given): string {
  const naglowekA = { rejestr: kind === 'rejp' ? 'RejP' : 'RejS', numerKRS: krs };
  const siedzibaIAdres = { siedziba: { kraj }, adres };
  const dane = {
    dzial1: { danePodmiotu: { nazwa: 'Z', ...company }, siedzibaIAdres },
    dzial3: { przedmiotDzialalnosci: activities },
    dzial6,
  };
  return JSON.stringify({
    question: `${kind}:${krs}`,
    asked_at: `${asked}T03:15:13.000Z`,
    url: 'https://api.example/',
    status: company === undefined ? 404 : 200,
    ...(company !== undefined && { body: JSON.stringify({ odpis: { naglowekA, dane } }) }),
  });
}
const imported = (t: Parameters<typeof importedText>[0], given: Given[], last?: string) =>
  importedText(
    t,
    plKrs,
    `${given.map(createResponse).join('\n')}\n`,
    'excerpt.0001.ndjson',
    last === undefined ? {} : { last },
  );

suite('pl-krs', () => {
  test('has no officers, no e-mail and no branches', async (t) => {
    const { text } = await imported(t, [{ company: { formaPrawna: 'SPÓŁKA AKCYJNA' } }]);
    assert.doesNotMatch(text, /officers|@/);
  });

  const NUMBERS: [claim: string, ids: object, identifiers: string[], forms: string[] | undefined, notes: number][] = [
    ['a REGON of fourteen digits', { regon: '99990001700000' }, ['99990001700000'], ['999900017'], 0],
    ['a REGON of nine digits', { regon: '999900017' }, ['999900017'], undefined, 0],
    ['a REGON of zeros', { regon: '00000000000000' }, [], undefined, 0],
    ['a REGON with a wrong digit', { regon: '99990001800000' }, ['99990001800000'], ['999900018'], 1],
    ['a NIP', { nip: '9990000008' }, ['9990000008'], undefined, 0],
    ['a NIP with the length of a REGON', { nip: '99900000800000' }, ['99900000800000'], undefined, 1],
    ['a NIP of zeros', { nip: '0000000000' }, [], undefined, 0],
    ['a NIP with a wrong digit', { nip: '9990000009' }, ['9990000009'], undefined, 1],
  ];
  for (const [claim, identyfikatory, values, forms, notes] of NUMBERS)
    test(`gives ${claim}`, async (t) => {
      const { lines, report } = await imported(t, [{ company: { identyfikatory } }]);
      assert.deepEqual(
        lines[0]?.identifiers?.map(({ value }) => value),
        ['0009000001', ...values],
      );
      assert.deepEqual(lines[0]?.number_forms, forms);
      assert.equal(Object.keys(report.noted).length, notes);
    });

  const RESTRUCTURING = 'postepowanieRestrukturyzacyjneNaprawczePrzymusowaRestrukturyzacjaUporzadkowanaLikwidacja';
  const OPENED =
    'otwarciePostepowaniaRestrukturyzacyjnegoNaprawczegoPrzymusowejRestrukturyzacjiUporzadkowanejLikwidacji';
  const adres = { ulica: 'ZMYŚLONA', nrDomu: '1' };
  const OF_BRANCH = { company: { formaPrawna: 'ODDZIAŁ ZAGRANICZNEGO PRZEDSIĘBIORCY' }, adres };
  const WORDS: [claim: string, given: Given, euid: string | undefined, state: string, hasAddress: boolean][] = [
    ['a limited company', { company: { formaPrawna: 'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ' }, adres }, 'PLKRS.0009000001', 'active', true],
    ['a partnership', { company: { formaPrawna: 'SPÓŁKA JAWNA' } }, undefined, 'active', false],
    ['a branch of a foreign company', OF_BRANCH, undefined, 'active', false],
    ['a name with bankruptcy', { company: { nazwa: 'ZIRBEL S.A. W UPADŁOŚCI LIKWIDACYJNEJ' } }, undefined, 'insolvent', false],
    ['a proceeding', { company: {}, dzial6: { [RESTRUCTURING]: [{ [OPENED]: { rodzajPostepowania: 'PRZYSPIESZONE POSTĘPOWANIE UKŁADOWE' } }] } }, undefined, 'insolvent', false],
  ]; // prettier-ignore
  for (const [claim, given, euid, state, hasAddress] of WORDS)
    test(`reads ${claim} with and without diacritics alike`, async (t) => {
      const plain = JSON.parse(JSON.stringify(given).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('Ł', 'L')) as Given; // prettier-ignore
      for (const one of [given, plain]) {
        const { lines, report } = await imported(t, [one]);
        assert.deepEqual([lines[0]?.euid, lines[0]?.state, lines[0]?.address !== undefined], [euid, state, hasAddress]);
        assert.deepEqual(report.unknown_codes, {});
      }
    });

  const LAST =
    '{"register":"pl-krs","name":"Z","as_of_date":"2026-11-10","identifiers":[{"scheme":"national_registry_number","value":"0009000001","country_scope":"PL"}]}\n';
  const FATES: [claim: string, given: Given[], lines: number, gone: number][] = [
    ['a number that is in neither register is gone', [{}, { kind: 'rejs' }], 0, 1],
    ['a number of which one register was not requested is not gone', [{}], 1, 0],
    ['a number that moved to the other register is there', [{}, { kind: 'rejs', company: {} }], 1, 0],
    ['a number that was not requested keeps its line', [{ krs: '0009000002', company: {} }], 2, 0],
  ];
  for (const [claim, given, count, gone] of FATES)
    test(claim, async (t) => {
      const last = join(folder(t), 'last.ndjson');
      writeFileSync(last, LAST);
      const { lines, report } = await imported(t, given, last);
      assert.equal(lines.length, count);
      assert.equal(report.last_lines?.gone, gone);
    });

  test('uses the newest extract of a number, with inputs in any order', async (t) => {
    const old = { company: { nazwa: 'STARA' }, asked: '2026-11-01' };
    const young = { company: { nazwa: 'NOWA' }, asked: '2026-11-19' };
    for (const given of [[old, young], [young, old]]) assert.deepEqual((await imported(t, given)).lines.map(({ name }) => name), ['NOWA']); // prettier-ignore
  });

  test('gives at most a hundred activities, each once, and reports the others', async (t) => {
    const activity = (n: number): object => ({ kodDzial: '10', kodKlasa: String(n), kodPodklasa: 'Z', opis: 'X' });
    const przedmiotPozostalejDzialalnosci = Array.from({ length: 120 }, (_, n) => activity(n));
    const activities = { przedmiotPrzewazajacejDzialalnosci: [activity(7)], przedmiotPozostalejDzialalnosci };
    const { lines, report } = await imported(t, [{ company: {}, activities }]);
    assert.equal(lines[0]?.classifications?.length, 100);
    assert.equal(
      lines[0].classifications
        .filter(({ is_primary: is }) => is)
        .map(({ code }) => code)
        .join(),
      '10.7.Z',
    );
    assert.equal(report.noted['more than 100 activities, the others skipped']?.count, 1);
  });

  test('refuses responses that are not extracts', async (t) => {
    const other = createResponse({ company: {} }).replace('rejp:', 'company:');
    await assert.rejects(
      importedText(t, plKrs, `${other}\n`, 'excerpt.0001.ndjson'),
      /question is of an unknown kind, company/,
    );
    const empty = createResponse({ company: {} }).replace('numerKRS', 'x');
    await assert.rejects(
      importedText(t, plKrs, `${empty}\n`, 'excerpt.0001.ndjson'),
      /odpis\.naglowekA\.numerKRS is missing/,
    );
  });

  for (const [kraj, code] of [
    ['POLSKA', 'PL'],
    ['NIEMCY', 'DE'],
    ['WIELKA BRYTANIA', 'GB'],
    ['WŁOCHY', 'IT'],
    ['WLOCHY', 'IT'],
    ['SLOWACJA', 'SK'],
    ['STANY ZJEDNOCZONE AMERYKI', 'US'],
    ['KRAINA BAJEK', undefined],
  ] as const)
    test(`"${kraj}" is ${code ?? 'no country'}`, async (t) => {
      const { lines, report } = await imported(t, [{ company: {}, kraj }]);
      assert.equal(lines[0]?.country_code, code);
      assert.equal(Object.keys(report.unknown_codes).length, code === undefined ? 1 : 0);
    });
});
