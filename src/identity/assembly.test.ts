import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { InputError, deriveCompanyId, foldNumber } from '../model/index.ts';
import type { CompanyRecord, RegisterLine } from '../model/index.ts';
import { Assembly, type AssemblyReport } from './index.ts';

type Identifier = NonNullable<RegisterLine['identifiers']>[number];

const nrn = (scope: string, value: string): Identifier => ({
  scheme: 'national_registry_number',
  value,
  country_scope: scope,
});
const lei = (value: string): Identifier => ({ scheme: 'lei', value });
const idOf = (identifier: Identifier): string =>
  deriveCompanyId({
    kind: 'identifier',
    scheme: identifier.scheme,
    scope: identifier.country_scope ?? '',
    comparedValue: foldNumber(identifier.value),
  });
const idOfKey = (key: string): string => deriveCompanyId({ kind: 'key', key });

const FI_1 = nrn('FI', '0112038-9');
const FI_2 = nrn('FI', '0201256-6');
const LEI_1 = lei('549300AAAAAAAAAAAA01');
const LEI_2 = lei('549300BBBBBBBBBBBB02');
const TIN: Identifier = { scheme: 'tin', value: 'T1', country_scope: 'FI' };
const ID_1 = 'co_00000000000000000000000001';
const ID_2 = 'co_00000000000000000000000002';
const ID_3 = 'co_00000000000000000000000003';

/** Assembles lines given per input, and gives the companies by id. */
function assemble(...inputs: RegisterLine[][]): { companies: Map<string, CompanyRecord>; report: AssemblyReport } {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-assembly-'));
  try {
    const assembly = new Assembly(directory);
    try {
      for (const [input, lines] of inputs.entries()) {
        for (const line of lines) assembly.add(line, Buffer.from(JSON.stringify(line)), input);
      }
      const companies = new Map<string, CompanyRecord>();
      for (const company of assembly.companies()) {
        assert.ok(!companies.has(company.id), `the id ${company.id} is given once`);
        companies.set(company.id, company);
      }
      return { companies, report: { ...assembly.report } };
    } finally {
      assembly.close();
      assert.deepEqual(readdirSync(directory), [], 'nothing is left on disk');
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

suite('Which lines are one company', () => {
  const cases: [claim: string, lines: RegisterLine[], ids: string[]][] = [
    ['the same number in the same scope joins', [{ identifiers: [FI_1] }, { identifiers: [FI_1] }], [idOf(FI_1)]],
    [
      'numbers are compared by letters and digits, case folded',
      [{ identifiers: [nrn('CY', 'HE 350042')] }, { identifiers: [nrn('CY', 'ΗΕ350042')] }],
      [idOf(nrn('CY', 'HE350042'))],
    ],
    [
      'the same number in another scope does not join',
      [{ identifiers: [nrn('EE', '10000001')] }, { identifiers: [nrn('LV', '10000001')] }],
      [idOf(nrn('EE', '10000001')), idOf(nrn('LV', '10000001'))],
    ],
    [
      'a LEI joins lines with different numbers',
      [{ identifiers: [FI_1, LEI_1] }, { identifiers: [nrn('SE', '5560000001'), LEI_1] }],
      [idOf(FI_1)],
    ],
    [
      'a key joins, and the id comes from the key',
      [
        { key: 'ro-onrc:J40/1', name: 'A' },
        { key: 'ro-onrc:J40/1', identifiers: [nrn('RO', '1')] },
      ],
      [idOfKey('ro-onrc:J40/1')],
    ],
    [
      'joins carry over: number, then LEI',
      [{ identifiers: [FI_1] }, { identifiers: [FI_1, LEI_1] }, { identifiers: [LEI_1] }],
      [idOf(FI_1)],
    ],
    [
      'a number that two keys of one register carry joins nothing',
      [
        { key: 'ua:1', identifiers: [nrn('UA', '7')] },
        { key: 'ua:2', identifiers: [nrn('UA', '7')] },
        { identifiers: [nrn('UA', '7'), LEI_1] },
      ],
      [idOfKey('ua:1'), idOfKey('ua:2'), idOf(LEI_1)],
    ],
    [
      'a number that two LEIs carry joins nothing, and lines with the number alone are one company',
      [
        { identifiers: [FI_1, LEI_1] },
        { identifiers: [FI_1, LEI_2] },
        { identifiers: [FI_1], name: 'a' },
        { identifiers: [FI_1], name: 'b' },
      ],
      [idOf(LEI_1), idOf(LEI_2), idOf(FI_1)],
    ],
    [
      'keys of different registers do not exclude each other',
      [
        { key: 'ro-onrc:1', identifiers: [nrn('RO', '9')] },
        { key: 'ro-anaf:9', identifiers: [nrn('RO', '9')] },
      ],
      [idOfKey('ro-anaf:9')],
    ],
    [
      'a VAT number does not join beside a registry number',
      [
        { identifiers: [FI_1, { scheme: 'eu_vat_number', value: 'FI1' }] },
        { identifiers: [FI_2, { scheme: 'eu_vat_number', value: 'FI1' }] },
      ],
      [idOf(FI_1), idOf(FI_2)],
    ],
    [
      'lines with the same VAT number and nothing stronger are one company',
      [
        { identifiers: [{ scheme: 'eu_vat_number', value: 'FI1' }] },
        { identifiers: [{ scheme: 'eu_vat_number', value: 'FI-1' }] },
      ],
      [idOf({ scheme: 'eu_vat_number', value: 'FI1' })],
    ],
    [
      'a number that several carry gives way to no identifier that joins nothing',
      [
        { identifiers: [{ scheme: 'tin', value: 'T0', country_scope: 'FI' }] },
        { key: 'a:1', identifiers: [FI_1] },
        { key: 'a:2', identifiers: [FI_1] },
        { identifiers: [FI_1, { scheme: 'tin', value: 'T0', country_scope: 'FI' }] },
      ],
      [idOf({ scheme: 'tin', value: 'T0', country_scope: 'FI' }), idOfKey('a:1'), idOfKey('a:2'), idOf(FI_1)],
    ],
    [
      'a given id is kept and joins',
      [{ id: ID_1, identifiers: [FI_1] }, { identifiers: [FI_1] }, { id: ID_1, name: 'x' }],
      [ID_1],
    ],
    [
      'an id alone speaks of the company whose id is derived',
      [{ identifiers: [FI_1] }, { id: idOf(FI_1), summary: 'curated' }],
      [idOf(FI_1)],
    ],
    [
      'a number with two given ids joins nothing',
      [
        { id: ID_1, identifiers: [FI_1] },
        { id: ID_2, identifiers: [FI_1] },
      ],
      [ID_1, ID_2],
    ],
  ];
  for (const [claim, lines, ids] of cases) {
    test(claim, () => {
      for (const order of [lines, lines.toReversed()]) {
        assert.deepEqual([...assemble(order).companies.keys()].toSorted(), ids.toSorted());
      }
    });
  }

  test('numbers that several companies carry are counted', () => {
    const { report } = assemble([{ identifiers: [FI_1, LEI_1] }, { identifiers: [FI_1, LEI_2] }]);
    assert.equal(report.numbersShared, 1);
  });

  test('two ids for one key are an error that names both', () => {
    const lines: RegisterLine[] = [
      { id: ID_1, key: 'cy:1' },
      { id: ID_2, key: 'cy:1' },
    ];
    assert.throws(
      () => assemble(lines),
      (error) => error instanceof InputError && /0001" and "co_.*2"/.test(error.message),
    );
  });
});

suite('Merging', () => {
  const officer = (name: string, system: string) => ({ name, source: { system } });
  const first: RegisterLine = {
    name: 'First',
    company_status: 'Registered',
    identifiers: [LEI_1, FI_1],
    classifications: [
      { scheme: 'TOL 2008', code: '62010', is_primary: false },
      { scheme: 'TOL 2008', code: '01110', is_primary: true, label: 'Growing' },
    ],
    officers: [officer('Aino', 'fi'), officer('Bo', 'fi')],
  };
  const second: RegisterLine = {
    name: 'Second',
    legal_form: 'Osakeyhtiö',
    identifiers: [nrn('FI', '01120389'), { scheme: 'tin', value: 'T1' }],
    classifications: [{ scheme: 'TOL 2008', code: '01110', is_primary: true }],
    officers: [officer('Cia', 'fi'), officer('Dag', 'se')],
    officers_has_more: true,
  };
  const merged = (...inputs: RegisterLine[][]): CompanyRecord => {
    const [company] = assemble(...inputs).companies.values();
    assert.ok(company !== undefined);
    return company;
  };

  test('the input named first wins field by field, and what it lacks comes from the next', () => {
    assert.deepEqual(merged([first], [second]).profile, {
      name: 'First',
      company_status: 'Registered',
      legal_form: 'Osakeyhtiö',
    });
    assert.equal(merged([second], [first]).profile.name, 'Second');
  });
  test('identifiers are united without repeats, strongest first, as the first input publishes them', () => {
    assert.deepEqual(merged([first], [second]).identifiers, [FI_1, LEI_1, { scheme: 'tin', value: 'T1' }]);
  });
  test('classifications are united without repeats, primary first, then by scheme and code', () => {
    assert.deepEqual(
      merged([first], [second]).classifications.map(({ code, label }) => [code, label]),
      [
        ['01110', 'Growing'],
        ['62010', undefined],
      ],
    );
  });
  test('officers are taken whole per publishing system, from the first input that has them', () => {
    const company = merged([first], [second]);
    assert.deepEqual(
      company.officers.map(({ name }) => name),
      ['Aino', 'Bo', 'Dag'],
    );
    assert.equal(company.officersHasMore, true);
  });
  test('a stated lifecycle beats the default, whatever the order', () => {
    const stated: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'tombstoned' } };
    for (const inputs of [
      [[first], [stated]],
      [[stated], [first]],
    ]) {
      const company = merged(...inputs);
      assert.deepEqual(company.lifecycle, { status: 'tombstoned' });
      assert.deepEqual(company.profile, {});
    }
  });
  test('a restriction beats what other registers state, and a line with the id beats the restriction', () => {
    const active: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'active' } };
    const restricted: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'restricted' } };
    assert.equal(merged([active], [restricted]).lifecycle.status, 'restricted');
    const released: RegisterLine = { id: idOf(FI_1), lifecycle: { status: 'active' } };
    assert.equal(merged([active], [restricted], [released]).lifecycle.status, 'active');
  });
  test('a restricted line gives no value, whatever another line makes of the company', () => {
    const secret: RegisterLine = {
      key: 'r:1',
      name: 'Secret',
      identifiers: [{ scheme: 'tin', value: 'SECRET' }],
      classifications: [{ scheme: 's', code: 'SECRET', is_primary: true }],
      officers: [officer('Secret', 'secret')],
      lifecycle: { status: 'restricted' },
    };
    const target: RegisterLine = { id: ID_2, name: 'Target' };
    for (const lifecycle of [
      { status: 'active' as const },
      { status: 'split' as const, successor_ids: [ID_2] },
      { status: 'redirected' as const, canonical_id: ID_2 },
    ]) {
      const { companies } = assemble([secret, { id: ID_1, key: 'r:1', lifecycle }, target]);
      assert.equal(companies.get(ID_1)?.lifecycle.status, lifecycle.status);
      assert.doesNotMatch(JSON.stringify(companies.get(ID_1)), /secret/i);
    }
  });
  test('within one input the order of lines means nothing', () => {
    const line = fc.record(
      {
        name: fc.constantFrom('A', 'B', 'C'),
        as_of_date: fc.constantFrom('2026-01-01', '2026-02-02'),
        identifiers: fc.array(fc.constantFrom(FI_1, FI_2, LEI_1, LEI_2, nrn('SE', '1'), TIN), { minLength: 1 }),
        key: fc.constantFrom('r:1', 'r:2', 's:1'),
      },
      { requiredKeys: ['identifiers'] },
    );
    const twoOrders = fc
      .array(line, { maxLength: 8 })
      .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
    const sorted = (companies: Map<string, CompanyRecord>) => [...companies].toSorted(([a], [b]) => (a < b ? -1 : 1));
    fc.assert(
      fc.property(twoOrders, ([lines, shuffled]) => {
        assert.deepEqual(sorted(assemble(shuffled).companies), sorted(assemble(lines).companies));
      }),
      { numRuns: 300 },
    );
  });
});

suite('Where redirects and splits lead', () => {
  const redirect = (id: string, to: string): RegisterLine => ({
    id,
    lifecycle: { status: 'redirected', canonical_id: to },
  });
  test('a chain is resolved to the current record in one step', () => {
    const { companies } = assemble([redirect(ID_1, ID_2), redirect(ID_2, ID_3), { id: ID_3, name: 'Current' }]);
    assert.equal(companies.get(ID_1)?.lifecycle.canonical_id, ID_3);
    assert.equal(companies.get(ID_2)?.lifecycle.canonical_id, ID_3);
  });
  test('a successor may be named by an id derived from any of its joining identifiers', () => {
    const { companies } = assemble([
      { identifiers: [LEI_1], lifecycle: { status: 'redirected', canonical_id: idOf(LEI_2) } },
      { identifiers: [FI_1, LEI_2], name: 'Successor' },
    ]);
    assert.equal(companies.get(idOf(LEI_1))?.lifecycle.canonical_id, idOf(FI_1));
  });
  test('the records a split one continues as are current ones, each once', () => {
    const { companies } = assemble([
      { id: ID_1, name: 'Old', lifecycle: { status: 'split', successor_ids: [ID_2, ID_3] } },
      redirect(ID_2, ID_3),
      { id: ID_3, name: 'New' },
    ]);
    assert.deepEqual(companies.get(ID_1)?.lifecycle.successor_ids, [ID_3]);
    assert.equal(companies.get(ID_1)?.profile.name, 'Old');
  });
  test('a long chain is resolved in no time that its square or cube would take', () => {
    const id = (n: number): string => `co_0000000000000000000${String(n).padStart(7, '0')}`;
    const chain = Array.from({ length: 20_000 }, (_, n) => redirect(id(n), id(n + 1)));
    const { companies } = assemble([...chain, { id: id(20_000), name: 'Current' }]);
    assert.equal(companies.get(id(0))?.lifecycle.canonical_id, id(20_000));
    assert.equal(companies.get(id(12_345))?.lifecycle.canonical_id, id(20_000));
  });
  test('a circle is an error that names the ids', () => {
    assert.throws(
      () => assemble([redirect(ID_1, ID_2), redirect(ID_2, ID_1)]),
      (error) => error instanceof InputError && error.message.includes(`${ID_1} → ${ID_2} → ${ID_1}`),
    );
  });
  test('a target that does not exist is an error that names both ids', () => {
    assert.throws(
      () => assemble([redirect(ID_1, ID_2)]),
      (error) => error instanceof InputError && error.message.includes(ID_1) && error.message.includes(ID_2),
    );
  });
});
