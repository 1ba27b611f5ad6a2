import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyRecord, RegisterLine } from '../../model/index.ts';
import {
  FI_1,
  LEI_1,
  LEI_2,
  ID_1,
  deriveId,
  lei,
  resolve,
  resolveAfter,
  type Identifier,
} from '../resolution-fixture.ts';

const LEI_3 = lei('549300CCCCCCCCCCCC03');
const NATIONAL: RegisterLine = { register: 'fi-prh', name: 'Hoitaja Oy', identifiers: [FI_1] };
const ofIndex = (type: string, ...identifiers: Identifier[]): RegisterLine => ({
  register: 'gleif',
  index: true,
  company_type: type,
  identifiers,
});
const MANAGER = ofIndex('GENERAL', FI_1, LEI_1);
const FUND = ofIndex('FUND', FI_1, LEI_2);
const BRANCH = ofIndex('BRANCH', FI_1, LEI_3);

/** Returns the values of the identifiers of each company, sorted. */
function listIdentifiers(companies: ReadonlyMap<string, CompanyRecord>): string[][] {
  const values = [...companies.values()].map(({ identifiers }) => identifiers.map(({ value }) => value));
  return values.toSorted((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1));
}

suite('The number of a fund or branch', () => {
  const cases: [claim: string, lines: RegisterLine[], companies: Identifier[][]][] = [
    ['belongs to it where no other line carries it', [FUND], [[FI_1, LEI_2]]],
    ['joins its company in a national register', [NATIONAL, FUND], [[FI_1, LEI_2]]],
    ['is that of a general record that carries it', [MANAGER, FUND, BRANCH], [[FI_1, LEI_1], [LEI_2], [LEI_3]]],
    ['does not hide the LEI of its manager', [NATIONAL, MANAGER, FUND], [[FI_1, LEI_1], [LEI_2]]],
    ['is that of the national register where several carry it', [NATIONAL, FUND, BRANCH], [[FI_1], [LEI_2], [LEI_3]]],
    [
      'is shared where only funds carry it',
      [FUND, BRANCH],
      [
        [FI_1, LEI_2],
        [FI_1, LEI_3],
      ],
    ],
    [
      'is shared where it is that of two companies, too',
      [MANAGER, ofIndex('GENERAL', FI_1, LEI_3), FUND],
      [
        [FI_1, LEI_1],
        [FI_1, LEI_2],
        [FI_1, LEI_3],
      ],
    ],
    [
      'counts in full on a line of no index',
      [NATIONAL, { ...FUND, index: false }, MANAGER],
      [[FI_1], [FI_1, LEI_1], [FI_1, LEI_2]],
    ],
  ];
  for (const [claim, lines, companies] of cases) {
    test(claim, async () => {
      const wanted = companies.map((each) => each.map(({ value }) => value));
      for (const order of [lines, lines.toReversed()]) {
        assert.deepEqual(
          listIdentifiers((await resolve(order)).companies),
          wanted.toSorted((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1)),
        );
      }
    });
  }
});

test('a company keeps its id whether funds carry its number or not', async () => {
  const nights = [[NATIONAL, MANAGER], [NATIONAL, MANAGER, FUND], [NATIONAL, FUND, BRANCH], [NATIONAL]];
  let published: ReadonlyMap<string, CompanyRecord> = new Map();
  for (const lines of nights) {
    const { companies } = await resolveAfter(published, lines);
    const manager = [...companies.values()].find(({ profile }) => profile.name === NATIONAL.name);
    assert.equal(manager?.id, deriveId(FI_1));
    published = companies;
  }
});

const FORMS: readonly (readonly [claim: string, forms: Partial<RegisterLine>])[] = [
  ['', {}],
  [', though they carry other forms of its number', { number_forms: ['FI0112038'], euid: 'FIFPRO.0112038-9' }],
];
for (const [claim, forms] of FORMS)
  test(`the funds of a restricted company are not restricted, and it stays so${claim}`, async () => {
    const id = deriveId(FI_1);
    const lines: RegisterLine[] = [NATIONAL, MANAGER, FUND].map((line) => Object.assign({ ...line }, forms));
    let { companies } = await resolve([{ id, lifecycle: { status: 'restricted' } }, ...lines]);
    for (let night = 0; night < 3; night++) {
      assert.equal(companies.get(id)?.lifecycle.status, 'restricted');
      assert.equal(companies.get(deriveId(LEI_2))?.lifecycle.status, 'active');
      ({ companies } = await resolveAfter(companies, lines));
    }
  });

test('numbers that funds leave to a company are counted', async () => {
  const { report } = await resolve([NATIONAL, MANAGER, FUND, { id: ID_1, name: 'x' }]);
  assert.deepEqual([report.numbersShared, report.numbersCeded], [0, 1]);
});
