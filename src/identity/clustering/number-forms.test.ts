import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyRecord, RegisterLine } from '../../model/index.ts';
import { FI_1, LEI_1, LEI_2, deriveId, idOfKey, nrn, resolve, resolveAfter } from '../resolution-fixture.ts';

const OLD = nrn('RO', 'J40/15812/2017');
const NEW = nrn('RO', 'J2017015812405');
const withOld: RegisterLine = { identifiers: [OLD], number_forms: [NEW.value, 'ROONRC.J40/15812/2017'] };
const withNew: RegisterLine = { identifiers: [NEW], number_forms: [OLD.value] };

suite('A form of a number joins the same lines as the number', () => {
  const cases: [claim: string, lines: RegisterLine[], ids: string[]][] = [
    ['the number of another line', [withOld, { identifiers: [NEW, LEI_1] }], ['?']],
    ['a form of another line', [withOld, { identifiers: [nrn('RO', '7')], number_forms: ['j2017015812405'] }], ['?']],
    [
      'not a number in another scope',
      [withOld, { identifiers: [nrn('MD', NEW.value)] }],
      [deriveId(OLD), deriveId(nrn('MD', NEW.value))],
    ],
    [
      'not a LEI',
      [{ identifiers: [FI_1], number_forms: [LEI_1.value] }, { identifiers: [LEI_1] }],
      [deriveId(FI_1), deriveId(LEI_1)],
    ],
    [
      'nothing where two companies share it',
      [
        { ...withOld, key: 'ro-onrc:1' },
        { identifiers: [nrn('RO', '8')], number_forms: [NEW.value], key: 'ro-onrc:2' },
        { identifiers: [NEW, LEI_1] },
      ],
      [idOfKey('ro-onrc:1'), idOfKey('ro-onrc:2'), deriveId(LEI_1)],
    ],
    [
      'nothing where two LEIs share it',
      [withOld, { identifiers: [NEW, LEI_1] }, { identifiers: [NEW, LEI_2] }],
      [deriveId(OLD), deriveId(LEI_1), deriveId(LEI_2)],
    ],
  ];
  for (const [claim, lines, ids] of cases) {
    test(claim, async () => {
      for (const order of [lines, lines.toReversed()]) {
        const found = [...(await resolve(order)).companies.keys()].toSorted();
        if (ids[0] === '?') assert.equal(found.length, 1);
        else assert.deepEqual(found, ids.toSorted());
      }
    });
  }
});

test('a Polish REGON joins nothing, and the number of the court register does', async () => {
  const regon = nrn('PL', '99990000000000');
  const lines: RegisterLine[] = [1, 2].map((n) => ({
    identifiers: [nrn('PL', `000900000${n}`), regon],
    number_forms: ['999900000'],
  }));
  const { companies } = await resolve([...lines, { identifiers: [nrn('PL', '0009000001'), LEI_1] }]);
  assert.deepEqual(
    [...companies.keys()].toSorted(),
    [1, 2].map((n) => deriveId(nrn('PL', `000900000${n}`))).toSorted(),
  );
});

suite('A German registry number joins lines only with its court', () => {
  const HRB = nrn('DE', 'HRB 1');
  const ofCourt = (court: string): RegisterLine => ({
    key: `de-offeneregister:${court}_HRB1`,
    identifiers: [nrn('DE', `${court} HRB 1`)],
    number_forms: ['HRB 1', `${court}_HRB1`],
  });
  const CASES: [claim: string, lines: RegisterLine[], companies: number][] = [
    ['not two companies with only the number', [ofCourt('K1101R'), { identifiers: [HRB, LEI_1] }], 2],
    ['not companies of two courts', [ofCourt('K1101R'), ofCourt('B1204')], 2],
    ['a company and its LEI', [ofCourt('K1101R'), { identifiers: [HRB, LEI_1], number_forms: ['K1101R_HRB1'] }], 1],
    [
      'its LEI to the company of its court',
      [ofCourt('K1101R'), ofCourt('B1204'), { identifiers: [HRB, LEI_1], number_forms: ['K1101R_HRB1'] }],
      2,
    ],
    ['not two LEIs', [LEI_1, LEI_2].map((lei) => ({ identifiers: [HRB, lei], number_forms: ['K1101R_HRB1'] })), 2],
    [
      'what is in another country as ever',
      [nrn('AT', 'HRB 1'), LEI_1].map((one) => ({ identifiers: [nrn('AT', 'HRB 1'), one] })),
      1,
    ],
    ['lines that have nothing else', [{ identifiers: [HRB] }, { identifiers: [nrn('DE', 'HRB1')] }], 1],
  ];
  for (const [claim, lines, companies] of CASES) {
    test(claim, async () => {
      for (const order of [lines, lines.toReversed()]) assert.equal((await resolve(order)).companies.size, companies);
    });
  }
});

const only = (companies: ReadonlyMap<string, CompanyRecord>): CompanyRecord => {
  const [company, ...others] = companies.values();
  assert.ok(company !== undefined && others.length === 0, `${companies.size} companies`);
  return company;
};

test('a form is not an identifier, even if a line of lower rank has it as its number', async () => {
  const company = only((await resolve([withOld], [{ identifiers: [NEW, LEI_1] }])).companies);
  assert.deepEqual(company.identifiers, [OLD, LEI_1]);
  assert.deepEqual(
    company.numberForms.map(({ value }) => value),
    withOld.number_forms,
  );
});

suite('A company keeps its id', () => {
  const HISTORIES: [claim: string, nights: RegisterLine[][]][] = [
    ['when the register turns to the other form', [[withOld], [withNew]]],
    ['when the register turns and stops to print the old form', [[withOld], [{ identifiers: [NEW] }]]],
    ['when it was published without forms', [[{ identifiers: [OLD] }], [withNew]]],
    ['through a build without its lines', [[withOld], [], [{ identifiers: [NEW] }]]],
    ['when only a form of it was known', [[{ identifiers: [nrn('RO', '7')], number_forms: [OLD.value] }], [withNew]]],
  ];
  for (const [claim, nights] of HISTORIES) {
    test(claim, async () => {
      let published: ReadonlyMap<string, CompanyRecord> = new Map();
      for (const lines of nights) published = (await resolveAfter(published, lines)).companies;
      const first = only((await resolve(nights[0] ?? [])).companies);
      const last = only(published);
      assert.deepEqual([last.id, last.lifecycle.status], [first.id, 'active']);
    });
  }
});

test('a restricted company stays restricted in its other form, and keeps no form', async () => {
  const id = deriveId(OLD);
  const restrict: RegisterLine = { id, lifecycle: { status: 'restricted' } };
  const first = (await resolve([restrict], [withOld])).companies;
  const record = only((await resolveAfter(first, [{ identifiers: [NEW], name: 'Exemplu SRL' }])).companies);
  assert.deepEqual([record.id, record.lifecycle.status, record.numberForms], [id, 'restricted', []]);
});

test('a redirect may name its target by a form', async () => {
  const { companies } = await resolve([
    withOld,
    { identifiers: [FI_1], lifecycle: { status: 'redirected', canonical_id: deriveId(NEW) } },
  ]);
  assert.equal(companies.get(deriveId(FI_1))?.lifecycle.canonical_id, deriveId(OLD));
});
