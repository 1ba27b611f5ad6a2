import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Company, CompanyView, Officer } from '../../../contract/index.ts';
import { NO_DETAILS, type CompanyAddress, type CompanyDetails } from '../../../model/index.ts';
import { REGISTERS } from '../../../registers/index.ts';
import { addressLines } from './address.ts';
import { renderCompanyPage } from './company-page-fixture.ts';

const COMPANY: Company = {
  id: 'co_2v5k8m0q3s6t9w1x4y7za0bcde',
  object: 'company',
  lifecycle: { status: 'active' },
  name: 'Lumimarja Oy',
  identifiers: [{ scheme: 'national_registry_number', value: '0110071-6', country_scope: 'FI' }],
};
const OFFICER: Officer = { object: 'company_officer', name: 'Imogen', source: { system: 'Register' } };

const renderDetails = (details: Partial<CompanyDetails>, more: Partial<CompanyView> = {}): string =>
  renderCompanyPage({ company: COMPANY, details: { ...NO_DETAILS, ...details }, ...more });

/** Returns the text of a page as a person reads it. */
function toWords(html: string): string {
  return html
    .replace(/<(style|script)[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('the state of a company', () => {
  const cases: readonly (readonly [Partial<CompanyDetails>, string | undefined])[] = [
    [{ state: 'active' }, 'Active'],
    [{ state: 'in_liquidation' }, 'In liquidation'],
    [{ state: 'insolvent' }, 'Insolvent'],
    [{ state: 'closed' }, 'Closed'],
    [{ state: 'closed', closed_on: '2021-03-31' }, 'Closed since 2021-03-31'],
    [{}, undefined],
    [{ closed_on: '2021-03-31' }, undefined],
  ];
  for (const [details, want] of cases) {
    test(`${JSON.stringify(details)}: ${want ?? 'no pill'}, and the register’s own word below`, () => {
      const html = renderDetails(details, { company: { ...COMPANY, company_status: 'Lakannut' } });
      const pill = /<span class="chip state[^>]*>(.*?)<\/span>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '');
      assert.equal(pill, want);
      assert.match(html, /In the words of the register: <bdi>Lakannut</);
      assert.doesNotMatch(html, /Current record/);
    });
  }

  test('is not repeated where the register uses the same word', () => {
    const html = renderDetails({ state: 'active' }, { company: { ...COMPANY, company_status: 'ACTIVE' } });
    assert.doesNotMatch(html, /In the words of the register/);
  });

  test('of a record that is not current is that of the record', () => {
    const html = renderDetails({}, { company: { ...COMPANY, lifecycle: { status: 'split', successor_ids: [] } } });
    assert.match(html, /<span class="chip state split">Split</);
  });
});

describe('an address', () => {
  const cases: readonly (readonly [CompanyAddress, readonly string[]])[] = [
    [
      { street: 'Kuusikuja 1', postal_code: '00999', locality: 'Marjala', country_code: 'FI' },
      ['Kuusikuja 1', '00999 Marjala', 'Finland'],
    ],
    [
      { lines: ['Unit 1', '2 Wexcombe Way'], postal_code: 'ZZ9 9ZZ', locality: 'WEXCOMBE', country_code: 'GB' },
      ['Unit 1', '2 Wexcombe Way', 'WEXCOMBE ZZ9 9ZZ', 'United Kingdom'],
    ],
    [{ text: '1, Triq il-Qasab', country_code: 'MT' }, ['1, Triq il-Qasab', 'Malta']],
    [{ locality: 'Tallifornia', region: 'Tallifornia' }, ['Tallifornia']],
  ];
  for (const [address, lines] of cases)
    test(`has the lines of an envelope: ${lines.join(' / ')}`, () => assert.deepEqual(addressLines(address), lines));

  test('has links to maps, which the page itself does not request', () => {
    const html = renderDetails({ address: { street: 'Kuusikuja 1 & 2', locality: 'Marjala', country_code: 'FI' } });
    const links = [...html.matchAll(/<a href="(https:[^"]*)" rel="nofollow noreferrer">/g)].map(([, to = '']) => to);
    assert.equal(links.length, 3);
    for (const link of links)
      assert.ok(link.endsWith(encodeURIComponent('Kuusikuja 1 & 2, Marjala, Finland').replaceAll("'", '%27')), link);
    assert.doesNotMatch(html, /<(?:img|iframe)|<link rel="(?:preconnect|prefetch)"/);
    assert.doesNotMatch(renderDetails({ address: { country_code: 'FI' } }), /Map:/);
  });
});

test('the European number can be copied, and the names have their days', () => {
  const words = toWords(
    renderDetails({
      euid: 'FIFPRO.0110071-6',
      registered_on: '1998-04-01',
      former_names: [{ name: 'Mansikka Oy', kind: 'former', from: '1998-04-01', until: '2019-03-31' }],
      other_names: [{ name: 'Marjatila', kind: 'aputoiminimi' }],
    }),
  );
  assert.match(words, /\(EUID\) FIFPRO\.0110071-6 Copy Since 1998-04-01/);
  assert.match(words, /Former names Mansikka Oy \( ?from 1998-04-01 ?, until 2019-03-31 ?\)/);
  assert.match(words, /Other names Marjatila \( ?aputoiminimi ?\)/);
});

for (const [country, form, type, want] of [
  ['FR', '5499', '5499', 'Société à responsabilité limitée (sans autre indication) ( 5499 )'],
  ['FR', '5498', undefined, 'Société à responsabilité limitée unipersonnelle ( 5498 )'],
  ['SE', 'AB-ORGFO', undefined, 'Aktiebolag ( AB-ORGFO )'],
  ['RO', 'SRL', undefined, 'Societate cu răspundere limitată ( SRL )'],
  ['NO', 'Aksjeselskap', 'AS', 'Aksjeselskap ( AS )'],
  ['FR', '9999', '9999', '9999'],
  ['CH', 'Aktiengesellschaft', '0106', 'Aktiengesellschaft ( 0106 ) Company limited by shares'],
  [
    'CH',
    'Gesellschaft mit beschränkter Haftung GMBH / SARL',
    undefined,
    'Gesellschaft mit beschränkter Haftung GMBH / SARL Limited liability company',
  ],
  [
    'CH',
    'Investmentgesellschaft mit variablem Kapital',
    undefined,
    'Investmentgesellschaft mit variablem Kapital Investment company with variable capital',
  ],
  ['MT', 'Kumpanija privata', undefined, 'Kumpanija privata Private Limited Liability Company'],
  // Two forms of Ireland have this name.
  ['IE', 'Cuideachta Neamhtheoranta', undefined, 'Cuideachta Neamhtheoranta'],
  ['CH', 'Trust', undefined, 'Trust'],
] as const) {
  test(`the legal form ${form} of ${country} is in words`, () => {
    const identifiers = [{ scheme: 'national_registry_number', value: '1', country_scope: country }] as const;
    const company = {
      ...COMPANY,
      identifiers: [...identifiers],
      legal_form: form,
      ...(type && { company_type: type }),
    };
    const [, shown = ''] = /<dt>Legal form<\/dt><dd>(.*?)<\/dd>/.exec(renderDetails({}, { company })) ?? [];
    assert.equal(toWords(shown).trim(), want);
  });
}

test('each block names its registers, their licence and day', () => {
  const details: CompanyDetails = {
    state: 'active',
    address: { locality: 'Marjala' },
    sources: [
      { register: 'fi-prh', as_of_date: '2026-11-20', fields: ['state'] },
      { register: 'gleif', as_of_date: '2026-11-19', fields: ['address'] },
      { as_of_date: '2026-11-18', fields: ['address'] },
    ],
  };
  const [, line = ''] = /<p class="source">(.*?)<\/p>/.exec(renderDetails(details)) ?? [];
  const [national, index] = ['fi-prh', 'gleif'].map((id) => REGISTERS.get(id));
  const day = (date: string): string => `, observed ${date}`;
  assert.equal(
    toWords(line)
      .replaceAll(/ (?=[,;)])|(?<=\() /g, '')
      .replaceAll(' ,', ',')
      .trim(),
    `Source: ${national?.name} (${national?.licence.name})${day('2026-11-20')}; ${index?.name} (${index?.licence.name})${day('2026-11-19')}; the operator of this service${day('2026-11-18')}`,
  );
});

test('programs read the address, the other names and the end of the company as linked data', () => {
  const html = renderDetails({
    closed_on: '2021-03-31',
    address: { street: 'Kuusikuja 1', postal_code: '00999', locality: 'Marjala', country_code: 'FI' },
    other_names: [{ name: 'Marjatila', kind: 'aputoiminimi' }],
  });
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const { address, alternateName, dissolutionDate } = JSON.parse(json) as Record<string, unknown>;
  assert.deepEqual(address, {
    '@type': 'PostalAddress',
    streetAddress: 'Kuusikuja 1',
    postalCode: '00999',
    addressLocality: 'Marjala',
    addressCountry: 'FI',
  });
  assert.deepEqual([alternateName, dissolutionDate], [['Marjatila'], '2021-03-31']);
});

test('a closed company shows no officers, and why', () => {
  const officers = { officers: [OFFICER] };
  assert.match(renderDetails({ state: 'active' }, officers), /Imogen/);
  const closed = renderDetails({ state: 'closed' }, officers);
  assert.doesNotMatch(closed, /Imogen/);
  assert.match(closed, /The company is closed, so it has no current officers/);
});

describe('the officers', () => {
  test('beyond the first twenty unfold', () => {
    const html = renderDetails({}, { officers: Array.from({ length: 23 }, () => OFFICER) });
    const [open = '', folded = ''] = html.split('<summary>Show 3 more</summary>');
    assert.deepEqual(
      [open, folded].map((part) => part.split('Imogen').length - 1),
      [20, 3],
    );
    assert.doesNotMatch(renderDetails({}, { officers: Array.from({ length: 20 }, () => OFFICER) }), /<summary>Show/);
  });
});

describe('the entry in the register', () => {
  test('is beside the name; Share, Print and JSON come next, in one place', () => {
    const html = renderDetails({ record_url: 'https://register.example/1', state: 'active' });
    assert.match(
      html,
      /<div class="name"><h1[^>]*>Lumimarja Oy<\/h1>\s<a class="entry"[^]*class="actions">[^]*>Share<[^]*>Print<[^]*>JSON<[^]*<\/p>[^]*<dl>/,
    );
  });

  test('is the address that the register publishes; without one there is no link', () => {
    const address = 'https://register.example/0110071-6';
    const sources = [{ register: 'fi-prh', fields: ['record_url'] }] as const;
    assert.match(
      renderDetails({ record_url: address, sources }),
      new RegExp(`href="${address}" rel="noreferrer">Entry in <bdi>`),
    );
    assert.doesNotMatch(renderDetails({}), /class="entry"/);
  });

  test('is no link of another scheme', () => {
    assert.doesNotMatch(renderDetails({ record_url: 'javascript:alert(1)' }), /javascript:/);
  });
});

describe('a redirected address', () => {
  const lifecycle = { status: 'redirected', canonical_id: 'co_1xw5a8veabsvyw18kvw13gstxc' } as const;
  const cases: readonly (readonly [string, string | undefined, RegExp])[] = [
    ['names what it listed before', 'Mansikka Oy', /leads to Lumimarja Oy \. Formerly listed as Mansikka Oy \./],
    ['names nothing where the name is the same', 'LUMIMARJA OY', /leads to Lumimarja Oy \. Two entries/],
    ['names nothing where no name is known', undefined, /leads to Lumimarja Oy \. Two entries/],
  ];
  for (const [claim, nameBefore, want] of cases)
    test(claim, () =>
      assert.match(toWords(renderDetails({}, { company: { ...COMPANY, lifecycle }, nameBefore })), want),
    );
});

describe('other companies at the address', () => {
  const details: CompanyDetails = { state: 'closed', closed_on: '2021-03-31', sources: [] };
  const company: Company = { ...COMPANY, id: 'co_1xw5a8veabsvyw18kvw13gstxc', name: 'Mansikka Oy' };
  const neighbours = [{ company, details }];

  test('are listed with their numbers, and closed ones are marked', () => {
    const words = toWords(renderDetails({}, { neighbours, neighbourCount: 1 }));
    assert.match(words, /Other companies at this address Mansikka Oy Closed since 2021-03-31 Finland 0110071-6/);
    assert.doesNotMatch(words, /The first/);
  });

  test('are counted where they are many', () =>
    assert.match(toWords(renderDetails({}, { neighbours, neighbourCount: 1234 })), /The first 1 of 1,234, by name/));

  test('have no heading without companies', () => assert.doesNotMatch(renderDetails({}), /at this address/));
});
