/** What the number of a query weighs: decisive if it is right, contrary if it is another number of the same kind, else nothing. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { candidatesFor } from '../../../extras/reconcile/matcher.ts';
import { numberAgreement, requestedNumbers } from '../../../extras/reconcile/numbers.ts';
import { toQuery } from '../../../extras/reconcile/parameters.ts';
import { COUNTRIES, type RegisterLine } from '../../../src/model/index.ts';
import { lineId, openSample, type Sample } from '../../fixtures/service.ts';

const company = (name: string, country: string, number: string, more: RegisterLine['identifiers'] = []): RegisterLine => ({
  name,
  identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: country }, ...more],
  address: { country_code: country },
  country_code: country,
}); // prettier-ignore

/** Companies of which the data have one kind of number. */
const COMPANIES = {
  sicav: company('Zwirbelfonds SICAV', 'LU', 'B 299301'),
  austrian: company('Quastenbau AG', 'AT', 'FN 998877m'),
  dutch: company('Kwispelstaart B.V.', 'NL', '99445522'),
  polish: company('Zagwizdanie sp. z o.o.', 'PL', '0000998877'),
  british: company('Quibblewick Ltd', 'GB', '99881122'),
  german: company('Zwirbelknoten GmbH', 'DE', 'HRB 998877'),
  swedish: company('Kvistfnatt AB', 'SE', '5569988776'),
  greek: company('Zoumpoulaki Monoprosopi', 'GR', '998877665544', [
    { scheme: 'tin', value: '998877550', country_scope: 'GR' },
  ]),
} as const;

suite('The number of a query', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample(Object.values(COMPANIES));
  });
  after(() => sample.close());

  const findScore = async (line: RegisterLine, numbers: readonly string[], country = '') => {
    const found = await candidatesFor(sample.backend, toQuery(line.name ?? '', country === '' ? [] : [country], numbers, 25)); // prettier-ignore
    const one = found.find(({ id }) => id === lineId(line));
    assert.ok(one !== undefined, line.name);
    return one;
  };

  for (const [which, numbers] of Object.entries({
    sicav: ['LU99887766', '99887766', 'LU 998 877 66'],
    austrian: ['ATU99887766', 'U99887766', '12 345/6789'],
    dutch: ['NL998877665B01', '998877665B01', '998877665'],
    polish: ['9988776652', 'PL9988776652', '998877664', '99887766400000'],
    british: ['GB998877665', '998 8776 65', 'SC99', 'Reg. 1'],
    german: ['DE998877665', '998877665', '201/123/12340', '998877'],
    greek: ['1234-56', 'ΑΡΜΑΕ 12345/01'],
    swedish: ['1.00168663E+9', '5,56E+09', '5569988777', '556998', '9999999999'],
  } as const))
    for (const number of [...numbers, 'unknown', 'n/a', '#N/A', '0', '00000', '0.0', 'applied for', 'beantragt', 'αναμένεται', 'заявлено', '-', '?', 'TBD', 'pending', 'wird 2026 nachgereicht'])
      test(`"${number}" weighs nothing for a company of which the data have no number of that kind (${which})`, async () => {
        const line = COMPANIES[which as 'sicav'];
        const bare = await findScore(line, []);
        const { score, reason } = await findScore(line, [number]);
        assert.deepEqual([score, reason], [bare.score, bare.reason]);
      }); // prettier-ignore

  for (const [which, other] of Object.entries({
    sicav: 'B299302',
    austrian: 'FN 998866x',
    dutch: 'KvK 99445523',
    polish: 'KRS 0000998878',
    british: 'SC123456',
    german: 'HRB 998878',
    swedish: '556998-8669',
    greek: 'EL 998877666',
  } as const))
    test(`"${other}" is another number of the same kind (${which})`, async () => {
      const { score, match, reason } = await findScore(COMPANIES[which as 'sicav'], [other]);
      assert.match(reason, /another number/);
      assert.ok(!match, `${score}`);
    });

  for (const [asked, stored, want] of [
    // A court that one side lacks is no contradiction, whatever is written around it.
    ['Köln HRB 998877', 'HRB 998877', 0],
    ['Registergericht: Amtsgericht 50939 Köln, Registernummer: HRB 998 877', 'HRB 998877', 0],
    ['HRB 998 877', 'Köln HRB 998877', 0],
    ['Kiel HRB 998877', 'Kiel HRB 998877 XY', 0],
    ['Amtsgericht 50939 Köln HRB 12 349', 'HRB 12349', 0],
    ['12349', 'Köln HRB 12349', 0],
    ['R3306_HRB12349', 'Koeln HRB 12349', 0],
    // Another court, another register.
    ['Köln HRB 998877', 'Bonn HRB 998877', -1],
    ['HRB 998877, Amtsgericht Köln', 'Bonn HRB 998877', -1],
    ['Köln HRB 998877', 'K1101R_HRB998877', -1],
    ['K1101R_HRB998877', 'Köln HRB 998877', -1],
    ['HRB 998877', 'HRA 998877', -1],
    ['Köln HRA 998877', 'HRB 998877', -1],
  ] as const)
    test(`"${asked}" is ${['another number than', 'no evidence beside', 'the number'][want + 1]} "${stored}"`, () => {
      const identifiers = [{ scheme: 'national_registry_number', value: stored, country_scope: 'DE' } as const];
      const german = { object: 'company', id: 'co_00000000000000000000000000', lifecycle: { status: 'active' }, identifiers } as const;
      assert.equal(numberAgreement(german, requestedNumbers([asked], [])), want);
    }); // prettier-ignore

  /** Ways of writing a number, of which some are read and others are not. */
  const WAYS: readonly ((number: string) => string)[] = [
    (number) => number,
    (number) => number.toLowerCase(),
    (number) => number.replaceAll(/\D/g, ''),
    (number) => number.replace(/^\p{L}+\s*/u, ''),
    (number) => Array.from(number).join(' '),
    (number) => number.replaceAll(/\d{3}(?=\d)/g, '$&.'),
    (number) => number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    (number) => `'${number}`,
    (number) => `${number} (HQ, since 2019)`,
    (number) => `Eingetragen unter ${number} am 3. Mai`,
    (number) => `${number}/1`,
    (number) => `${number}.0`,
    (number) => `${number},00`,
    (number) => Number(number.replaceAll(/\D/g, '')).toExponential(5).toUpperCase(),
    (number) => `${number}; ${number}`,
    (number) => number.replaceAll(/\d/g, '9'),
    (number) => number.replaceAll(/\d/g, '0'),
  ];
  test('is never contrary because of how it is written, for companies of all countries', async () => {
    for (const country of COUNTRIES.keys()) {
      const lines = sample.byState.active.filter(({ name = '', identifiers = [] }) => /\p{L}{3}/u.test(name) && identifiers[0]?.country_scope?.startsWith(country)); // prettier-ignore
      for (const line of lines.slice(0, 1))
        for (const { value } of line.identifiers ?? [])
          for (const write of WAYS) {
            const { features, reason } = await findScore(line, [write(value)]);
            const contrary = features.find(({ id }) => id === 'contrary')?.value;
            assert.equal(contrary, 0, `${country} ${value} as ${write(value)}: ${reason}`);
          }
    }
  });

  test('of a company of the sample is decisive, and that of its neighbour contrary, in all countries', async () => {
    for (const country of COUNTRIES.keys()) {
      const [one, next] = sample.byState.active.filter(
        ({ identifiers = [], name }) =>
          /\p{L}{3}/u.test(name ?? '') && identifiers.some(({ scheme, country_scope: scope }) => scheme === 'national_registry_number' && scope?.startsWith(country)),
      ); // prettier-ignore
      const findNumber = (line: RegisterLine | undefined) => line?.identifiers?.find(({ scheme }) => scheme === 'national_registry_number')?.value ?? ''; // prettier-ignore
      assert.ok(one !== undefined && next !== undefined, country);
      const other = await findScore(one, [findNumber(next)], country);
      assert.match(
        (await findScore(one, [findNumber(one)], country)).reason,
        /same number/,
        `${country} ${findNumber(one)}`,
      );
      assert.match(other.reason, /another number/, `${country} ${findNumber(one)} ${findNumber(next)}`);
    }
  });
});
