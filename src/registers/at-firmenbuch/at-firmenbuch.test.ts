import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { hasRightDigits, type RegisterLine } from '../../model/index.ts';
import { createImport, importedText, type Imported } from '../fixture-import.ts';
import { fixtureCases } from '../fixtures.ts';
import { SOAP_11, SOAP_12, changes, envelope, extract, hit, search } from './responses-fixture.ts';
import { atFirmenbuch } from './index.ts';
import { formatNumber, listNumberForms } from './responses.ts';

const ALL = fixtureCases('at-firmenbuch').flatMap(({ inputs }) => inputs);

const formatResponses = (...rows: [question: string, at: string, body: string][]): string =>
  rows.map(([request, at, body]) => `${JSON.stringify({ question: request, asked_at: `2026-11-${at}:00:00.000Z`, url: 'https://firmenbuch.example/', status: 200, body })}\n`).join(''); // prettier-ignore

const importAnswers = (t: TestContext, ...rows: [question: string, at: string, body: string][]): Promise<Imported> =>
  importedText(t, atFirmenbuch, formatResponses(...rows), 'some.0001.ndjson');

async function buildLine(
  t: TestContext,
  ...rows: [question: string, at: string, body: string][]
): Promise<RegisterLine> {
  const { lines } = await importAnswers(t, ...rows);
  assert.equal(lines.length, 1);
  return lines[0] as RegisterLine;
}

const NUMBERS: [claim: string, text: string, want: string | undefined][] = [
  ['as extracts print it', '999901 v', '999901 v'],
  ['as searches print it', '999901v', '999901 v'],
  ['with zeros', '000999w', '999 w'],
  ['as people write it', 'FN 099901 P', '99901 p'],
  ['without its letter', '999901', undefined],
  ['of seven digits', '1999901 v', undefined],
  ['of zeros', '000000 a', undefined],
  ['with two letters', '999901 vw', undefined],
];
for (const [claim, text, want] of NUMBERS) {
  test(`at-firmenbuch reads a number ${claim}`, () => assert.equal(formatNumber(text), want));
}

test('at-firmenbuch checks the check letter of numbers with and without zeros', () => {
  const isRight = (number: string): boolean => hasRightDigits('AT Firmenbuchnummer', number);
  for (const number of ['999901 v', '99901 p', '099901 p', 'FN 999 w']) assert.ok(isRight(number), number);
  for (const number of ['999901 w', '99902 p', '999901']) assert.ok(!isRight(number), number);
});

test('at-firmenbuch gives the common forms of a number', () => {
  assert.deepEqual(listNumberForms('999901 v'), ['FN 999901 v']);
  assert.deepEqual(listNumberForms('999 w'), ['FN 999 w', '000999 w', 'FN 000999 w']);
});

test('at-firmenbuch never writes an owner, a former officer, a person of an address, or a sole trader', async (t) => {
  const { text } = await createImport(atFirmenbuch)(t, ALL);
  const sources = ALL.map((path) => readFileSync(path, 'utf8')).join('');
  for (const secret of ['Eigentümer Still', 'Kommanditist Leise', 'Stifter Unbekannt', 'Ehemalige Chefin', 'Ohne Amt', 'Frida Geheim', 'Altname', '999902 w']) {
    assert.ok(sources.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
}); // prettier-ignore

const STANDING = extract({ number: '999901 v', day: '2026-11-10', name: 'Zirbe GmbH', form: 'GES' });
const GONE = extract({ number: '999901 v', day: '2026-11-10', name: 'Zirbe GmbH', form: 'GES', isDeleted: true });
const searched = (status: string): string => search('GES', 'zirbe*', [hit('999901v', 'Zirbe GmbH', 'GES', status)]);

const STATES: [claim: string, rows: [question: string, at: string, body: string][], status: string | undefined, day: string][] = [
  ['nothing, if it is registered', [['extract:999901v', '10T09', STANDING]], undefined, '2026-11-10'],
  ['what its extract says', [['extract:999901v', '10T09', GONE]], 'gelöscht', '2026-11-10'],
  ['what a later search says', [['extract:999901v', '10T09', STANDING], ['search:GES:zirbe*', '12T09', searched('gelöscht')]], 'gelöscht', '2026-11-12'],
  ['what a later extract says', [['search:GES:zirbe*', '09T09', searched('gelöscht')], ['extract:999901v', '10T09', STANDING]], undefined, '2026-11-10'],
  ['what the search says, where there is no extract', [['search:GES:zirbe*', '09T09', searched('historisch')]], 'historisch', '2026-11-09'],
  ['a deletion of that day or later', [['extract:999901v', '10T09', STANDING], ['day:2026-11-10', '11T01', changes('2026-11-10', [['999901 v', 'Löschung']])]], 'gelöscht', '2026-11-10'],
  ['no deletion of before', [['extract:999901v', '10T09', STANDING], ['day:2026-11-09', '11T01', changes('2026-11-09', [['999901 v', 'Löschung']])]], undefined, '2026-11-10'],
  ['no other change', [['extract:999901v', '10T09', STANDING], ['day:2026-11-11', '12T01', changes('2026-11-11', [['999901 v', 'Änderung']])]], undefined, '2026-11-10'],
]; // prettier-ignore
for (const [claim, rows, status, day] of STATES) {
  test(`at-firmenbuch shows as the state of a company ${claim}`, async (t) => {
    const states: Record<string, string | undefined> = { gelöscht: 'closed', historisch: undefined };
    for (const some of [rows, rows.toReversed()]) {
      const line = await buildLine(t, ...some);
      assert.deepEqual([line.company_status, line.as_of_date, line.name], [status, day, 'Zirbe GmbH']);
      assert.equal(line.state, status === undefined ? 'active' : states[status]);
    }
  });
}

test('at-firmenbuch shows a company with a liquidator as in liquidation, until it is struck off', async (t) => {
  const liquidated = STANDING.replace('FKEN="GF"', 'FKEN="LI"');
  assert.equal((await buildLine(t, ['extract:999901v', '10T09', liquidated])).state, 'in_liquidation');
  const line = await buildLine(t, ['extract:999901v', '10T09', liquidated], ['day:2026-11-11', '12T01', changes('2026-11-11', [['999901 v', 'Löschung']])]); // prettier-ignore
  assert.deepEqual([line.state, line.closed_on], ['closed', '2026-11-11']);
});

const element = (tag: string, value: string): string => `<ns6:${tag}>${value}</ns6:${tag}>`;
const OFFICES: [claim: string, office: Record<string, string>, want: string | undefined][] = [
  ['its parts', { STRASSE: 'Zirbengasse', HAUSNUMMER: '1', TUERNUMMER: '4' }, 'Zirbengasse 1/4'],
  ['one text, without parts', { STELLE: 'Zirbenstraße 337' }, 'Zirbenstraße 337'],
  ['its parts, also beside a text', { STELLE: 'Lager 7', STRASSE: 'Zirbengasse' }, 'Zirbengasse'],
  ['the text without the person behind c/o', { STELLE: 'c/o Frida Geheim, Zirbengasse 1' }, 'Zirbengasse 1'],
  ['nothing, where the text has only a person', { STELLE: 'Frida Geheim' }, undefined],
  ['nothing, where the text names a person in words', { STELLE: 'bei Frau Geheim, Zirbengasse 1' }, undefined],
];
for (const [claim, office, street] of OFFICES) {
  test(`at-firmenbuch takes as the street of an address ${claim}`, async (t) => {
    const inner = Object.entries({ ...office, STAAT: 'AUT', PLZ: '1010', ORT: 'Wien' }).map(([tag, value]) => element(tag, value)); // prettier-ignore
    const body = extract({ number: '999901 v', day: '2026-11-10', name: 'A', form: 'GES', office: inner.join('') });
    const line = await buildLine(t, ['extract:999901v', '10T09', body]);
    const rest = { postal_code: '1010', locality: 'Wien', country_code: 'AT' };
    assert.deepEqual(line.address, street === undefined ? rest : { street, ...rest });
  });
}

const first = (day: string, isValid = true): string => `<ns6:FI_DKZ09 ns6:AUFRECHT="${isValid}" ns6:VNR="001">${element('HRAHRB', 'HRB 99')}${element('DATERST', day)}</ns6:FI_DKZ09>`; // prettier-ignore
const NEW = element('VOLLZ', element('VNR', '001') + element('VOLLZUGSDATUM', '2001-04-23') + element('ANTRAGSTEXT', 'Antrag auf Neueintragung einer Firma')); // prettier-ignore
const TRANSFERRED = NEW.replace('Antrag auf Neueintragung einer Firma', 'Ersterfassung gem. Art. XXIII Abs. 4 FBG');
const DAYS: [claim: string, more: string, entry: string, want: string | undefined][] = [
  ['in the books, where it was transferred from them', first('19730802'), TRANSFERRED, '1973-08-02'],
  ['in the books, whatever else is there', first('19730802') + first('', false), NEW, '1973-08-02'],
  ['that is valid', first('19010101', false) + first('19730802'), TRANSFERRED, '1973-08-02'],
  ['in this register, where it is the only one', '', NEW, '2001-04-23'],
  ['of neither, where none is known', first(''), TRANSFERRED, undefined],
];
for (const [claim, more, entry, want] of DAYS) {
  test(`at-firmenbuch takes as the day of registration that of the entry ${claim}`, async (t) => {
    const body = extract({ number: '999901 v', day: '2026-11-10', name: 'A', form: 'GES', more });
    const { lines, report } = await importAnswers(t, ['extract:999901v', '10T09', body.replace('</ns6:AUSZUG_V2_RESPONSE>', `${entry}$&`)]); // prettier-ignore
    assert.equal(lines[0]?.registered_on, want);
    assert.deepEqual(report.leftover_fields, {});
  });
}

test('at-firmenbuch reads SOAP 1.1 and 1.2 alike, and prefixes of any name', async (t) => {
  const lines = await Promise.all(
    [SOAP_11, SOAP_12].map((version) =>
      buildLine(t, ['extract:999901v', '10T09', extract({ number: '999901 v', day: '2026-11-10', name: 'A', form: 'GES', version, prefix: version === SOAP_11 ? 'ns6' : 'x' })]),
    ),
  ); // prettier-ignore
  assert.deepEqual(lines[0], lines[1]);
});

test('at-firmenbuch reports undeclared fields of a response', async (t) => {
  const { report } = await importAnswers(t, ['extract:999901v', '10T09', STANDING.replace('<ns6:FI_DKZ07', '<ns6:FI_DKZ99 ns6:NEU="1">x</ns6:FI_DKZ99><ns6:FI_DKZ07')]); // prettier-ignore
  assert.deepEqual(report.leftover_fields, { 'extract.Body.AUSZUG_V2_RESPONSE.FIRMA.FI_DKZ99': 1 });
});

test('at-firmenbuch reports searches that look cut at an unknown limit', async (t) => {
  const createSearch = (from: number, count: number): string =>
    search(
      'GES',
      'a*',
      Array.from({ length: count }, (_, i) => hit(`${from + i}a`, `A ${i}`, 'GES', 'gelöscht')),
    );
  const rows = (...counts: number[]): [string, string, string][] =>
    counts.map((count, i) => [`search:GES:${i}*`, '10T09', createSearch(1 + 1000 * i, count)]);
  const noted = async (...counts: number[]): Promise<string[]> =>
    Object.keys((await importAnswers(t, ...rows(...counts))).report.noted).filter((note) => note.includes('cut'));
  assert.deepEqual(await noted(77, 77, 5), []);
  assert.deepEqual(await noted(77, 5, 77, 77), [
    'search with the most hits, 77, as others have: perhaps they were cut',
  ]);
  assert.deepEqual(await noted(77, 77, 77, 78), []);
});

const REFUSED: [claim: string, question: string, body: string, want: RegExp][] = [
  ['a fault', 'extract:999901v', envelope('<s:Fault><faultstring>nein</faultstring></s:Fault>', SOAP_11), /Fault says "nein"$/],
  ['a response that is cut', 'extract:999901v', STANDING.slice(0, -30), /body is not valid XML/],
  ['a response of something else', 'extract:999901v', searched(''), /AUSZUG_V2_RESPONSE is missing$/],
  ['a page', 'search:GES:*', '<html><body/></html>', /Body is missing: the response is not one of the service$/],
  ['an extract without a number', 'extract:999901v', STANDING.replace('999901 v', 'x'), /@FNR must be a number, got "x"$/],
  ['a hit without a number', 'search:GES:*', search('GES', '*', [hit('', 'A', 'GES')]), /FNR must be a number, got/],
  ['a change without a day', 'day:2026-11-10', changes('10.11.2026', [['999901 v', 'Änderung']]), /VOLLZUGSDATUM must be a day, got "10.11.2026"$/],
]; // prettier-ignore
for (const [claim, request, body, want] of REFUSED) {
  test(`at-firmenbuch refuses ${claim}`, async (t) => {
    await assert.rejects(importAnswers(t, [request, '10T09', body]), want);
  });
}
