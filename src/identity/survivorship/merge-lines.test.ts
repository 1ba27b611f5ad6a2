import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { CompanyRecord, RegisterLine } from '../../model/index.ts';
import { nrn, deriveId, FI_1, LEI_1, ID_1, ID_2, resolve } from '../resolution-fixture.ts';
import { orderMeansNothing } from '../line-orders-fixture.ts';

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
  const merged = async (...inputs: RegisterLine[][]): Promise<CompanyRecord> => {
    const { companies } = await resolve(...inputs);
    const [company] = companies.values();
    assert.ok(company !== undefined);
    return company;
  };

  test('the first input ranks highest, field by field, and the next one fills what it lacks', async () => {
    assert.deepEqual((await merged([first], [second])).profile, {
      name: 'First',
      company_status: 'Registered',
      legal_form: 'Osakeyhtiö',
    });
    assert.equal((await merged([second], [first])).profile.name, 'Second');
  });
  test('identifiers are united without repeats, strongest first, as the first input publishes them', async () => {
    assert.deepEqual((await merged([first], [second])).identifiers, [FI_1, LEI_1, { scheme: 'tin', value: 'T1' }]);
  });
  test('names are united without repeats', async () => {
    const one = { name: 'Vanha Oy', kind: 'previous' };
    const other = { ...one, until: '2020-01-01' };
    const company = await merged([{ ...first, former_names: [one] }], [{ ...second, former_names: [one, other] }]);
    assert.deepEqual([company.details.former_names, company.details.other_names], [[one, other], undefined]);
  });
  test('classifications are united without repeats, primary first, then by scheme and code', async () => {
    assert.deepEqual(
      (await merged([first], [second])).classifications.map(({ code, label }) => [code, label]),
      [
        ['01110', 'Growing'],
        ['62010', undefined],
      ],
    );
  });
  test('officers are taken whole per publishing system, from the first input that has them', async () => {
    const company = await merged([first], [second]);
    assert.deepEqual(
      company.officers.map(({ name }) => name),
      ['Aino', 'Bo', 'Dag'],
    );
    assert.equal(company.officersHasMore, true);
  });
  test('a stated lifecycle beats the default, whatever the order', async () => {
    const stated: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'tombstoned' } };
    for (const inputs of [
      [[first], [stated]],
      [[stated], [first]],
    ]) {
      const company = await merged(...inputs);
      assert.deepEqual(company.lifecycle, { status: 'tombstoned' });
      assert.deepEqual(company.profile, {});
    }
  });
  test('a restriction ranks before other registers, and a line with the id before the restriction', async () => {
    const active: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'active' } };
    const restricted: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'restricted' } };
    assert.equal((await merged([active], [restricted])).lifecycle.status, 'restricted');
    const released: RegisterLine = { id: deriveId(FI_1), lifecycle: { status: 'active' } };
    assert.equal((await merged([active], [restricted], [released])).lifecycle.status, 'active');
  });
  test('a restricted line gives no value, whatever another line makes of the company', async () => {
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
      const { companies } = await resolve([secret, { id: ID_1, key: 'r:1', lifecycle }, target]);
      assert.equal(companies.get(ID_1)?.lifecycle.status, lifecycle.status);
      assert.doesNotMatch(JSON.stringify(companies.get(ID_1)), /secret/i);
    }
  });
  test('decisions rank before the other lines of their input, the later one first, in any order of lines', async () => {
    const decided = (name: string, as_of_date: string): RegisterLine => ({
      id: ID_1,
      key: 'r:1',
      name,
      as_of_date,
      lifecycle: { status: 'active' },
    });
    const [earlier, later] = [decided('Earlier', '2026-03-03'), decided('Later', '2026-01-01')];
    const other: RegisterLine = { key: 'r:1', name: 'Other', legal_form: 'Oy', as_of_date: '2026-02-02' };
    for (const lines of [
      [other, earlier, later],
      [earlier, other, later],
      [earlier, later, other],
    ]) {
      assert.deepEqual((await merged(lines)).profile, { name: 'Later', legal_form: 'Oy', as_of_date: '2026-01-01' });
    }
  });
  test('within one input the order of lines does not matter', async () => {
    await fc.assert(orderMeansNothing(), { numRuns: 100 });
  });
});

suite('An index beside a national register', () => {
  const NATIONAL: RegisterLine = { register: 'fi-prh', name: 'Konera Oyj', identifiers: [nrn('FI', '0112038-9')] };
  const INDEX: RegisterLine = {
    register: 'gleif',
    index: true,
    name: 'KONERA OYJ',
    country_code: 'SE',
    company_status: 'INACTIVE',
    company_type: 'GENERAL',
    legal_form: 'Osakeyhtiö',
    as_of_date: '2026-11-20',
    other_names: [{ name: 'Konera', kind: 'TRADING' }],
    identifiers: [nrn('FI', '01120389'), LEI_1],
    classifications: [{ scheme: 'NACE', code: '1', is_primary: true }],
  };
  const BY_HAND: RegisterLine = { identifiers: [FI_1], summary: 'Makes cranes.' };
  const whole = { name: 'KONERA OYJ', company_status: 'INACTIVE', company_type: 'GENERAL', legal_form: 'Osakeyhtiö' };
  const CASES: [claim: string, inputs: RegisterLine[][], profile: object][] = [
    ['adds only its country', [[NATIONAL], [INDEX]], { name: 'Konera Oyj', country_code: 'SE' }],
    ['adds no more where it is named first', [[INDEX], [NATIONAL]], { name: 'Konera Oyj', country_code: 'SE' }],
    [
      'gives way to the country of the register',
      [[INDEX], [{ ...NATIONAL, country_code: 'FI' }]],
      { name: 'Konera Oyj', country_code: 'FI' },
    ],
    ['gives all where there is no such line', [[INDEX]], { ...whole, country_code: 'SE', as_of_date: '2026-11-20' }],
    [
      'gives all beside a line written by hand',
      [[BY_HAND], [INDEX]],
      { ...whole, country_code: 'SE', as_of_date: '2026-11-20', summary: 'Makes cranes.' },
    ],
  ];
  for (const [claim, inputs, profile] of CASES) {
    test(claim, async () => {
      const [company] = (await resolve(...inputs)).companies.values();
      assert.deepEqual(company?.profile, profile);
      assert.deepEqual(company.identifiers.at(-1), LEI_1);
      assert.equal(company.details.other_names?.length, 1);
      const isNational = inputs.flat().includes(INDEX) && inputs.flat().some(({ register }) => register === 'fi-prh');
      assert.equal(company.classifications.length, isNational ? 0 : 1);
      if (isNational) assert.equal(company.identifiers[0]?.value, '0112038-9');
    });
  }
});

suite('Of two indexes the newer ranks higher', () => {
  const COPY: RegisterLine = {
    register: 'de-offeneregister',
    index: true,
    key: 'de-offeneregister:K1101R_HRB1',
    name: 'Alte Kranwerke GmbH',
    company_status: 'currently registered',
    company_type: 'HRB',
    as_of_date: '2018-06-25',
    identifiers: [nrn('DE', 'Hamburg HRB 1')],
    officers: [{ name: 'Alma Zirbel', source: { system: 'OffeneRegister' } }],
  };
  const NEWER: RegisterLine = {
    register: 'gleif',
    index: true,
    name: 'Neue Kranwerke AG',
    company_status: 'INACTIVE',
    country_code: 'DE',
    as_of_date: '2026-11-20',
    identifiers: [nrn('DE', 'HRB 1'), LEI_1],
    number_forms: ['Hamburg HRB 1'],
  };
  const newest = {
    name: 'Neue Kranwerke AG',
    company_status: 'INACTIVE',
    country_code: 'DE',
    as_of_date: '2026-11-20',
  };
  const NATIONAL: RegisterLine = { register: 'de-own', name: 'Kranwerke AG', identifiers: NEWER.identifiers ?? [] };
  const BY_HAND: RegisterLine = { name: 'Kranwerke', identifiers: [LEI_1] };
  const { as_of_date: _, ...UNDATED } = NEWER;
  const CASES: [claim: string, inputs: RegisterLine[][], profile: object][] = [
    ['field by field, named last', [[COPY], [NEWER]], { ...newest, company_type: 'HRB' }],
    ['field by field, named first', [[NEWER], [COPY]], { ...newest, company_type: 'HRB' }],
    ['in one input', [[COPY, NEWER]], { ...newest, company_type: 'HRB' }],
    [
      'behind the line of a national register',
      [[COPY], [NEWER], [NATIONAL]],
      { name: 'Kranwerke AG', country_code: 'DE' },
    ],
    [
      'behind a line by hand that is named first',
      [[BY_HAND], [COPY], [NEWER]],
      { ...newest, company_type: 'HRB', name: 'Kranwerke' },
    ],
    ['before a line by hand that is named last', [[COPY], [NEWER], [BY_HAND]], { ...newest, company_type: 'HRB' }],
    [
      'before one without a date',
      [[UNDATED], [COPY]],
      {
        ...newest,
        name: 'Alte Kranwerke GmbH',
        company_status: 'currently registered',
        company_type: 'HRB',
        as_of_date: '2018-06-25',
      },
    ],
  ];
  for (const [claim, inputs, profile] of CASES) {
    test(claim, async () => {
      const companies = [...(await resolve(...inputs)).companies.values()];
      assert.deepEqual(
        companies.map((one) => one.profile),
        [profile],
      );
      assert.equal(companies[0]?.officers.length, 1);
    });
  }
});
