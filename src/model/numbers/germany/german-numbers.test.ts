import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { foldNumber } from '../../folding/rules.ts';
import type { CompanyIdentifier } from '../../resources.ts';
import { byValue, findReading, listReadings } from '../readings.ts';
import { GERMAN_COURTS, type GermanCourt } from './courts.ts';
import { germanNumbers } from './german-numbers.ts';
import { anyCodePoint } from '../../../../test/fixtures/any-code-point.ts';

function isFound(asked: string, stored: string): boolean {
  const identifier: CompanyIdentifier = { scheme: 'national_registry_number', value: stored, country_scope: 'DE' };
  return findReading(identifier, byValue(listReadings(asked))) !== undefined;
}

/** How imprints write a number, and a number as a line stores it. */
const FOUND: readonly (readonly [asked: string, stored: string])[] = [
  ['Amtsgericht Köln, HRA 12347', 'Köln HRA 12347'],
  ['AG Koeln HRA 12347', 'Köln HRA 12347'],
  ['Koln HRA 12347', 'Köln HRA 12347'],
  ['Registergericht: Amtsgericht Köln\nRegisternummer: HRA 12347', 'Köln HRA 12347'],
  ['Registergericht: Köln, HRA Nr. 12347', 'Köln HRA 12347'],
  ['HRA 12347, Amtsgericht Köln', 'Köln HRA 12347'],
  ['Handelsregister: HRA 12347 (Amtsgericht Köln)', 'Köln HRA 12347'],
  ['Handelsregister: HRA 12347\nRegistergericht: Amtsgericht 50939 Köln', 'Köln HRA 12347'],
  ['Eingetragen im Handelsregister des Amtsgerichts Köln unter HRA 12347', 'Köln HRA 12347'],
  ['eingetragen im Handelsregister des Amtsgerichts Köln unter der HRA 12 347', 'Köln HRA 12347'],
  ['Handelsregister A des Amtsgerichts Köln unter Nummer 12347', 'Köln HRA 12347'],
  ['Amtsgericht Köln Handelsregister Abt. A Nr. 12347', 'Köln HRA 12347'],
  ['Handelsregisternummer: HRA - 12347, Amtsgericht Köln, Deutschland', 'Köln HRA 12347'],
  ['Registergericht und -nummer: Köln, HRA 12347', 'Köln HRA 12347'],
  ['Sitz der Gesellschaft: Brühl / Registergericht: Amtsgericht Köln, HRA 12347', 'Köln HRA 12347'],
  ['Muster GmbH, Amtsgericht Köln, HRA 12347', 'Köln HRA 12347'],
  ['Commercial register: HRA 12347, Local Court of Cologne, Germany', 'Köln HRA 12347'],
  ['Registered at the District Court Köln with HRA 12347', 'Köln HRA 12347'],
  ['Amts\u00adgericht\u00a0Köln HR A 12347', 'Köln HRA 12347'],
  ['KölnHRA12347', 'Köln HRA 12347'],
  ['Köln HRA 012347', 'Köln HRA 12347'],
  ['EUID: DER3306.HRA12347', 'Köln HRA 12347'],
  ['DER3306.HRA12347', 'R3306_HRA12347'],
  ['DER3306HRA12347', 'R3306_HRA12347'],
  ['R3306 HRA 12347', 'R3306_HRA12347'],
  ['R3306_HRA12347', 'Köln HRA 12347'],
  ['Köln HRA 12347', 'DER3306.HRA12347'],
  ['Eingetragen im Vereinsregister beim Amtsgericht Ulm unter Nr. 1891', 'Ulm VR 1891'],
  ['Vereinsregister des Amtsgerichts Ulm: VR 1891', 'Ulm VR 1891'],
  ['Partnerschaftsregister: Amtsgericht Stuttgart, PR 300017', 'Stuttgart PR 300017'],
  ['Amtsgericht Frankfurt (Oder), Gesellschaftsregister GsR 407 FF', 'G1207_GsR407FF'],
  ['Genossenschaftsregister Amtsgericht Berlin-Charlottenburg GnR 738 B', 'F1103R_GnR738'],
  ['Amtsgericht Charlottenburg (Berlin), HRB 270764 B', 'Berlin (Charlottenburg) HRB 270764'],
  ['AG Charlottenburg HRB 270764', 'F1103R_HRB270764B'],
  ['HRB 270764 B Berlin', 'F1103_HRB270764'],
  ['Sitz: Berlin, Amtsgericht Charlottenburg HRB 270764', 'F1103R_HRB270764'],
  ['Registergericht Flensburg: HRB 12946 FL', 'X1112R_HRB12946FL'],
  ['Amtsgericht Kiel HRB 20927KI', 'X1517R_HRB20927'],
  ['Amtsgericht Kiel, HRB 1312', 'X1517R_HRB1312NM'],
  ['HRB Nr.: 17106 P, Amtsgericht Potsdam', 'G1312_HRB17106'],
  ['Bad Homburg v.d.H. HRB 5', 'M1202_HRB5'],
  ['Amtsgericht Bad Homburg v. d. Höhe HRB 5', 'Bad Homburg v.d.H. HRB 5'],
  ['Amtsgericht Frankfurt, HRB 5', 'Frankfurt am Main HRB 5'],
  ['HRB 5, Amtsgericht Frankfurt a. M.', 'M1201_HRB5'],
  ['Frankfurt/Oder HRB 5', 'G1207_HRB5FF'],
  ['Amtsgericht Freiburg i. Br., HRB 290027', 'Freiburg HRB 290027'],
  ['Amtsgericht Freiburg im Breisgau HRB 290027', 'B1204_HRB290027'],
  ['HRB 5 Hof', 'Hof HRB 5'],
  // Courts that the table lacks, and former ones.
  ['Amtsgericht Halle HRB 5', 'Halle HRB 5'],
  ['Wiesbaden früher Rüdesheim HRA 5', 'Wiesbaden früher Rüdesheim HRA 5'],
  ['EUID DEB2609.HRB5', 'B2609_HRB5'],
  // A number without a court is found as it is.
  ['HRB-Nr. 12347', 'HRB 12347'],
  ['Registernummer: HRB 206 446', 'HRB 206446'],
];

/** Numbers that must not be taken for another one. */
const NOT_FOUND: readonly (readonly [asked: string, stored: string])[] = [
  ['Amtsgericht Köln HRB 12347', 'Hamburg HRB 12347'],
  ['Amtsgericht Köln HRB 12347', 'K1101R_HRB12347'],
  ['Amtsgericht Köln HRB 12347', 'HRB 12347'],
  ['HRB 12347', 'Köln HRB 12347'],
  ['Köln HRB 12347', 'Köln HRB 2347'],
  ['Köln HRB 12347', 'Köln HRA 12347'],
  ['DEK1101R.HRB12347', 'Köln HRB 12347'],
  ['Homburg HRB 5', 'Bad Homburg v.d.H. HRB 5'],
  ['Bad Homburg HRB 5', 'Homburg HRB 5'],
  ['Frankfurt HRB 5', 'Frankfurt/Oder HRB 5'],
  ['Frankfurt (Oder) HRB 5', 'Frankfurt am Main HRB 5'],
  ['Ulm HRB 5', 'Neu-Ulm HRB 5'],
  ['HRB 5 Bamberg', 'Amberg HRB 5 B'],
  ['HRB 5 B Amberg', 'Bamberg HRB 5'],
  ['Handelsregister B, Amberg HRB 5', 'Bamberg HRB 5'],
  ['Handelsregister B Amberg Nr. 5', 'Bamberg HRB 5'],
  ['Hamburg HRB 5 Köln', 'Köln HRB 5'],
  ['Hamburg HRB 5 Köln', 'Hamburg HRB 5'],
  ['Kiel HRB 5 NM', 'Kiel HRB 5 KI'],
  ['Kiel HRB 5 NM', 'Kiel HRB 5'],
  ['Kiel HRB 5 KI', 'Kiel HRB 5 NM'],
  ['Hof HRB 5', 'HRB 5 HOF'],
];

suite('a number of a German court', () => {
  for (const [asked, stored] of FOUND)
    test(`${JSON.stringify(asked)} is ${stored}`, () => assert.ok(isFound(asked, stored)));

  for (const [asked, stored] of NOT_FOUND)
    test(`${JSON.stringify(asked)} is not ${stored}`, () => assert.ok(!isFound(asked, stored)));

  for (const text of [
    '',
    'HRB',
    'Köln',
    '0112038-9',
    'FR7501.404833048',
    'FN 30435 h',
    'Handelsregister',
    'VR',
    '1'.repeat(128),
  ])
    test(`is not read from ${JSON.stringify(text)}`, () => assert.deepEqual(germanNumbers(text), []));

  test('has a bounded number of readings', () => {
    for (const { name } of GERMAN_COURTS) assert.ok(germanNumbers(`${name} HRB 1`).length <= 30, name);
  });
});

const SECTIONS = ['HRA', 'HRB', 'GnR', 'GsR', 'PR', 'VR'];

/** The ways to write a court and a number, with the words of imprints. */
const WAYS: readonly ((court: string, number: string, section: string) => string)[] = [
  (court, number) => `${court} ${number}`,
  (court, number) => `${number} ${court}`,
  (court, number) => `Amtsgericht ${court}, ${number}`,
  (court, number) => `${number}, AG ${court}`,
  (court, number) => `${number} (Amtsgericht ${court})`,
  (court, number) => `Registergericht: Amtsgericht ${court}\nRegisternummer: ${number}`,
  (court, number) => `Eingetragen im Register des Amtsgerichts ${court} unter ${number}.`,
  (court, number) => `Registernummer ${number}; Registergericht ${court}, Deutschland`,
  (court, number, section) => `${court} ${number.replace(section, `${section}-Nr.`)}`,
  (court, number) => `${court} ${number.replace(/(?<=\d) /, '')}`.toLowerCase(),
];

/** The ways to write umlauts, written apart from the code that reads them. */
const UMLAUTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.normalize('NFD'),
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss'),
  (text) => text.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ß', 'ss'),
];

/** The numbers that the importers write in the lines of companies of a court: that of the register, and its forms. */
function listNumbers({ name, codes, stored: [shown = name] = [] }: GermanCourt, number: string): string[][] {
  const bare = number.replaceAll(' ', '');
  return [
    // de-offeneregister, with either code.
    ...codes.map((code) => [`${shown} ${number}`, `${code}_${bare}`]),
    // gleif: the number has no court, and its forms do.
    codes.map((code) => `${code}_${bare}`),
  ];
}

test('every way to write a number finds the company in the lines of both importers, and no company of another court', () => {
  const holder = new Map<string, GermanCourt>();
  for (const court of GERMAN_COURTS)
    for (const section of SECTIONS)
      for (const letters of ['', ...(court.letters ?? [])])
        for (const value of listNumbers(court, `${section} 4711 ${letters}`.trim()).flat())
          holder.set(foldNumber(value), court);
  for (const court of GERMAN_COURTS) {
    const names = [court.name, ...(court.stored ?? []), ...(court.also ?? [])];
    for (const section of SECTIONS)
      for (const name of names)
        for (const [i, way] of WAYS.entries()) {
          const spell = UMLAUTS[(i + name.length) % UMLAUTS.length] ?? String;
          for (const letters of ['', ...(court.letters ?? [])]) {
            const number = `${section} 4711 ${letters}`.trim();
            const asked = way(spell(name), number, section);
            const readings = byValue(listReadings(asked));
            for (const values of listNumbers(court, number))
              assert.ok(
                values.some((value) => readings.has(foldNumber(value))),
                `${JSON.stringify(asked)} does not find ${values.join(', ')}`,
              );
            for (const value of readings.keys())
              assert.equal(holder.get(value) ?? court, court, `${JSON.stringify(asked)} finds ${value}`);
          }
        }
    for (const spell of UMLAUTS)
      for (const name of names)
        assert.ok(
          germanNumbers(`${spell(name)} HRB 1`).some(({ value }) => value === `${court.codes[0]}HRB1`),
          name,
        );
    for (const code of court.codes)
      for (const euid of [`DE${code}.HRB4711`, `EUID: de${code}.hrb4711`, `${code}_HRB4711`, `${code} HRB 4711`])
        assert.ok(isFound(euid, `${court.name} HRB 4711`), euid);
  }
});

test('any text is read without an error, and the readings are folded', () => {
  const part = fc.constantFrom(
    'HRB',
    'VR',
    'Köln',
    'AG',
    'Amtsgericht',
    'B',
    '5',
    '12347',
    ' ',
    ',',
    '\n',
    'ẞ',
    'Hof',
    'DEK1101R.',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(part, fc.string({ unit: anyCodePoint, maxLength: 4 })), { maxLength: 20 }),
      (parts) => {
        for (const { value } of germanNumbers(parts.join(''))) assert.equal(foldNumber(value), value);
      },
    ),
  );
});
