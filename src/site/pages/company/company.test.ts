import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import type { Company, Officer } from '../../../contract/index.ts';
import { IDENTIFIER_SCHEMES, PROFILE_FIELDS, SAMPLE_REGISTER } from '../../../model/index.ts';
import { REGISTERS } from '../../../registers/index.ts';
import { ALL_REGISTERS, createData, renderCompanyPage } from './company-page-fixture.ts';

const ID = 'co_2v5k8m0q3s6t9w1x4y7za0bcde';
const OTHER_ID = 'co_1xw5a8veabsvyw18kvw13gstxc';
const ACTIVE: Company = { id: ID, object: 'company', lifecycle: { status: 'active' } };

const renderPageText = (company: Company, officers: readonly Officer[] = [], hasMoreOfficers = false): string =>
  renderCompanyPage({ company, officers, hasMoreOfficers });

/** Returns the JSON-LD of a page; undefined if it has none. */
function parseLinkedData(text: string): unknown {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}

/** Schemas of the schema.org terms that the pages use: Organization, PropertyValue, PostalAddress. */
const TEXT = { type: 'string', minLength: 1 };
const isOrganization = new Ajv({ strict: true }).compile({
  type: 'object',
  required: ['@context', '@type', '@id', 'name'],
  additionalProperties: false,
  properties: {
    '@context': { const: 'https://schema.org' },
    '@type': { const: 'Organization' },
    '@id': { type: 'string', pattern: '^https://' },
    mainEntityOfPage: { type: 'string', pattern: '^https://' },
    ...Object.fromEntries(['name', 'legalName', 'description', 'vatID', 'taxID'].map((term) => [term, TEXT])),
    leiCode: { type: 'string', pattern: '^[A-Z0-9]{20}$' },
    identifier: {
      type: 'array',
      items: {
        type: 'object',
        required: ['@type', 'propertyID', 'value'],
        additionalProperties: false,
        properties: { '@type': { const: 'PropertyValue' }, propertyID: TEXT, value: TEXT },
      },
    },
    address: {
      type: 'object',
      required: ['@type', 'addressCountry'],
      additionalProperties: false,
      properties: { '@type': { const: 'PostalAddress' }, addressCountry: { type: 'string', pattern: '^[A-Z]{2}$' } },
    },
  },
});

describe('the page of a company', () => {
  test('has every field of the profile in the order in which people look for it, and none that is absent', () => {
    const profile = Object.fromEntries(
      PROFILE_FIELDS.map((field) => [
        field,
        field === 'country_code' ? 'FI' : field === 'as_of_date' ? '2026-11-20' : `the ${field}`,
      ]),
    );
    const text = renderPageText({ ...ACTIVE, ...profile });
    const shown = [...text.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value = '']) => value.replace(/<[^>]*>/g, ''));
    assert.deepEqual(shown, [
      'Finland',
      'the legal_form',
      'the company_type',
      'the summary',
      'the industry',
      'the business_model',
      'the product_category',
      'the operating_geography',
      `${ID} Copy`,
    ]);
    assert.match(
      text,
      /<h1[^>]*>the name<\/h1>[^]*In the words of the register: <bdi>the company_status<[^]*2026-11-20/,
    );
    assert.doesNotMatch(renderPageText({ ...ACTIVE, name: 'Lumimarja Oy' }), /Legal form|undefined/);
  });

  test('shows the kind and the jurisdiction of each identifier, with a button that copies it', () => {
    const identifiers = IDENTIFIER_SCHEMES.map((scheme, i) => ({ scheme, value: `X${i}`, country_scope: 'GB-SCT' }));
    const text = renderPageText({ ...ACTIVE, name: 'Lumimarja', identifiers });
    for (const [i, scheme] of IDENTIFIER_SCHEMES.entries()) {
      assert.ok(!text.includes(`>${scheme}<`));
      assert.ok(text.includes(`data-copy="X${i}"`));
    }
    assert.equal(text.split('United Kingdom (GB-SCT)').length - 1, IDENTIFIER_SCHEMES.length);
  });

  test('names the country of an address anywhere in the world', () => {
    assert.match(renderPageText({ ...ACTIVE, name: 'Lumimarja', country_code: 'US' }), /United States/);
    assert.match(renderPageText({ ...ACTIVE, name: 'Lumimarja', country_code: 'QQ' }), /<dd>QQ<\/dd>/);
  });

  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\u202Eevil';
  test('escapes HTML in every field', () => {
    const source = {
      system: hostile,
      title: hostile,
      url: 'https://register.example/"><b>',
      observed_at: '2026-11-20T04:30:00Z',
    };
    const profile = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, hostile]));
    const text = renderPageText(
      {
        ...ACTIVE,
        ...profile,
        country_code: 'FI',
        classifications: [{ scheme: hostile, code: hostile, label: hostile, is_primary: true }],
        identifiers: [{ scheme: 'national_registry_number', value: hostile, country_scope: 'FI' }],
      },
      [{ object: 'company_officer', name: hostile, roles: [hostile], appointed_on: hostile, source }],
    );
    assert.doesNotMatch(text, /<script>|<img|<b>/);
    assert.equal((parseLinkedData(text) as { name: string }).name, hostile);
  });

  for (const [url, isLink] of [
    ['https://register.example/1', true],
    ['HTTP://register.example/1', true],
    ['javascript:alert(1)', false],
    [' javascript:alert(1)//https://', false],
    ['data:text/html,https://', false],
    ['//register.example/', false],
  ] as const) {
    test(`${isLink ? 'links to' : 'never links to'} the source "${url}"`, () => {
      const officer = { object: 'company_officer', name: 'Imogen', source: { system: 'Register', url } } as const;
      const text = renderPageText({ ...ACTIVE, name: 'Lumimarja' }, [officer]);
      assert.equal(text.includes(`href="${url}"`), isLink);
      assert.equal(text.includes(url), isLink);
    });
  }

  test('shows the term of an officer, and when the source was published and observed', () => {
    const source = {
      system: 'Register',
      published_at: '2019-05-04T00:00:00Z',
      observed_at: '2026-11-20T04:30:00+02:00',
    };
    const term = { appointed_on: '2019-04-01', resigned_on: '2099-12-31' };
    const roles = ['director', 'secretary'];
    const officer: Officer = { object: 'company_officer', name: 'Imogen', roles, ...term, source };
    const words = renderPageText({ ...ACTIVE, name: 'Lumimarja' }, [officer], true)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    assert.match(
      words,
      /Name Role Since Until Imogen director, secretary 2019-04-01 2099-12-31 Source: Register · published 2019-05-04 · observed 2026-11-20/,
    );
    assert.match(words, /The first officer; the register lists more/);
  });

  for (const [country, lei, names] of [
    ['FI', false, ['avoindata.prh.fi']],
    ['FI', true, ['avoindata.prh.fi', 'Contains LEI data from GLEIF']],
    ['AT', true, ['Contains LEI data from GLEIF']],
    ['AT', false, []],
    ['US', true, ['Contains LEI data from GLEIF']],
  ] as const) {
    test(`shows the attribution that the licences require: a company of ${country} with${lei ? '' : 'out'} an LEI`, () => {
      const text = renderPageText({
        ...ACTIVE,
        name: 'Lumimarja',
        country_code: 'SE',
        identifiers: [
          { scheme: 'national_registry_number', value: '1', country_scope: country },
          ...(lei ? [{ scheme: 'lei', value: 'FICT00HBYJHB5R339376' } as const] : []),
        ],
      });
      const shown = ['avoindata.prh.fi', 'Contains LEI data from GLEIF', 'Bolagsverket'].filter((name) =>
        text.includes(name),
      );
      assert.deepEqual(shown, names);
    });
  }
});

describe('the linked data of a company', () => {
  test('is an Organization of schema.org with the published values only', () => {
    const company: Company = {
      ...ACTIVE,
      name: 'Lumimarja </script> Oy',
      country_code: 'FI',
      as_of_date: '2026-11-20',
      identifiers: [
        { scheme: 'national_registry_number', value: '0000000-0', country_scope: 'FI' },
        { scheme: 'lei', value: 'FICT00HBYJHB5R339376' },
        { scheme: 'eu_vat_number', value: 'FI00000000' },
      ],
    };
    const data = parseLinkedData(renderPageText(company));
    assert.ok(isOrganization(data), JSON.stringify(isOrganization.errors));
    const address = `https://example.test/companies/${ID}`;
    assert.deepEqual(data, {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': address,
      mainEntityOfPage: address,
      name: 'Lumimarja </script> Oy',
      legalName: 'Lumimarja </script> Oy',
      leiCode: 'FICT00HBYJHB5R339376',
      vatID: 'FI00000000',
      identifier: [
        { '@type': 'PropertyValue', propertyID: 'openfirma', value: ID },
        { '@type': 'PropertyValue', propertyID: 'FI:national_registry_number', value: '0000000-0' },
        { '@type': 'PropertyValue', propertyID: 'lei', value: 'FICT00HBYJHB5R339376' },
        { '@type': 'PropertyValue', propertyID: 'eu_vat_number', value: 'FI00000000' },
      ],
      address: { '@type': 'PostalAddress', addressCountry: 'FI' },
    });
  });

  test('describes the current record of a redirected ID, as the canonical link does', () => {
    const text = renderPageText({
      ...ACTIVE,
      name: 'Lumimarja',
      lifecycle: { status: 'redirected', canonical_id: OTHER_ID },
    });
    const data = parseLinkedData(text);
    assert.ok(isOrganization(data), JSON.stringify(isOrganization.errors));
    assert.equal((data as { '@id': string })['@id'], `https://example.test/companies/${OTHER_ID}`);
    assert.ok(text.includes(`<link rel="canonical" href="https://example.test/companies/${OTHER_ID}">`));
  });

  test('is absent without a name', () => {
    assert.equal(parseLinkedData(renderPageText(ACTIVE)), undefined);
  });
});

test('a company shows its registers that are in the data, and an invented one none', () => {
  const company: Company = {
    ...ACTIVE,
    name: 'Exemple SA',
    identifiers: [
      { scheme: 'national_registry_number', value: '1', country_scope: 'FR' },
      { scheme: 'lei', value: '529900HFTYXFPB7NQ813' },
    ],
  };
  const [national, index] = ['fr-sirene', 'gleif'].map((id) => REGISTERS.get(id)?.attribution ?? '');
  for (const [data, shown] of [
    [ALL_REGISTERS, [true, true]],
    [createData('gleif'), [false, true]],
    [createData(), [false, false]],
    [createData(SAMPLE_REGISTER), [false, false]],
    [createData(SAMPLE_REGISTER, 'gleif'), [false, false]],
  ] as const) {
    const text = renderCompanyPage({ company }, data).replaceAll('&#39;', "'");
    assert.deepEqual(
      [text.includes(national ?? ''), text.includes(index ?? '')],
      shown,
      Object.keys(data.registers ?? {}).join(),
    );
  }
});

for (const [scheme, code, label, title] of [
  ['TOIMI3', '62010', 'Ohjelmistojen suunnittelu', 'Computer programming, consultancy and related activities'],
  ['NAF25', '68.20H', undefined, 'Real estate activities'],
  ['ΚΑΔ 2008', '55101000', 'Ξενοδοχεία', 'Accommodation'],
  ['NACE Rev. 2.1', '45.11', undefined, undefined],
  ['NACE Rev. 2.1', '70.10', undefined, 'Activities of head offices and management consultancy'],
  ['NACE Rev. 2', '70.10', undefined, 'Activities of head offices; management consultancy activities'],
  ['SN2025', '91.300', 'Konservering', 'Libraries, archives, museums and other cultural activities'],
  ['NACE Rev. 2', '141.0', undefined, undefined],
  ['SIC 2007', '68209', 'Other letting and operating of own or leased real estate', undefined],
  ['SIC 2003', '7222', undefined, undefined],
] as const)
  test(`an activity has the English title of its division of NACE: ${scheme} ${code}`, () => {
    const classifications = [{ scheme, code, is_primary: false, ...(label !== undefined && { label }) }];
    const text = renderCompanyPage({ company: { ...ACTIVE, name: 'Lumimarja', classifications } });
    assert.equal(/<span class="gloss">(.*?)<\/span>/.exec(text)?.[1], title);
    assert.equal(text.includes('European Union, CC BY 4.0'), title !== undefined);
  });

for (const [status, registers, reason] of [
  ['split', ALL_REGISTERS, 'The company was split: those of the companies that it continues as are on their pages.'],
  ['active', createData('gleif'), 'The data name none for this company.'],
  ['active', createData(SAMPLE_REGISTER), 'The data name none for this company.'],
] as const)
  test(`the page of a company without officers says why: ${status}, ${Object.keys(registers.registers ?? {}).length}`, () => {
    const company: Company = { ...ACTIVE, name: 'Example', lifecycle: { status } };
    assert.ok(renderCompanyPage({ company }, registers).includes(`No officers are published here. ${reason}`));
  });
