import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  DocumentSchemas,
  documentFaults,
  type OpenApi,
  type OperationObject,
  type Schema,
} from './openapi-document.ts';
import { BASE_URL, SITE_URL, TestService, openSample, type Sample } from '../fixtures/service.ts';

/** The fields of every resource in the order of the specification's tables; `?` marks optional fields. */
const FIELDS: Readonly<Record<string, string>> = {
  Company:
    'id object lifecycle name? summary? country_code? company_status? company_type? legal_form? industry? business_model? product_category? operating_geography? as_of_date? classifications? identifiers?',
  CompanyLifecycle: 'status canonical_id? successor_ids?',
  CompanyIdentifier: 'scheme value country_scope?',
  CompanyClassification: 'scheme code label? is_primary',
  SearchPage: 'object query countries data next_cursor attribution',
  CompanyEnvelope: 'data attribution',
  OfficerSource: 'system url? title? published_at? observed_at?',
  Officer: 'object name roles? appointed_on? resigned_on? source',
  OfficerPage: 'object requested_company_id company_id data has_more attribution',
  Problem: 'type title status detail instance request_id code retryable',
};

/** The types of fields other than plain strings, by the specification's tables. */
const TYPES: readonly (readonly [path: string, want: Schema])[] = [
  ['CompanyId', { type: 'string', pattern: '^co_[0-7][0-9a-hj-km-np-tv-z]{25}$' }],
  ['Company.id', { type: 'string', pattern: '^co_[0-7][0-9a-hj-km-np-tv-z]{25}$' }],
  ['Company.object', { type: 'string', enum: ['company'] }],
  ['Company.lifecycle', { $ref: '#/components/schemas/CompanyLifecycle' }],
  ['Company.as_of_date', { type: 'string', format: 'date' }],
  ['Company.classifications', { type: 'array', items: { $ref: '#/components/schemas/CompanyClassification' } }],
  ['Company.identifiers', { type: 'array', items: { $ref: '#/components/schemas/CompanyIdentifier' } }],
  ['CompanyLifecycle.status', { type: 'string', enum: ['active', 'redirected', 'split', 'tombstoned', 'restricted'] }],
  ['CompanyLifecycle.canonical_id', { type: 'string', pattern: '^co_[0-7][0-9a-hj-km-np-tv-z]{25}$' }],
  ['CompanyLifecycle.successor_ids', { type: 'array', items: { $ref: '#/components/schemas/CompanyId' } }],
  [
    'CompanyIdentifier.scheme',
    { type: 'string', enum: ['national_registry_number', 'lei', 'eu_vat_number', 'vat_number', 'tin'] },
  ],
  ['CompanyClassification.is_primary', { type: 'boolean' }],
  ['SearchPage.object', { type: 'string', enum: ['list'] }],
  ['SearchPage.countries', { type: 'array' }],
  ['SearchPage.data', { type: 'array', items: { $ref: '#/components/schemas/Company' } }],
  ['SearchPage.next_cursor', { type: ['string', 'null'] }],
  ['CompanyEnvelope.data', { $ref: '#/components/schemas/Company' }],
  ['OfficerSource.url', { type: 'string', format: 'uri' }],
  ['OfficerSource.published_at', { type: 'string', format: 'date-time' }],
  ['OfficerSource.observed_at', { type: 'string', format: 'date-time' }],
  ['Officer.object', { type: 'string', enum: ['company_officer'] }],
  ['Officer.roles', { type: 'array' }],
  ['Officer.appointed_on', { type: 'string', format: 'date' }],
  ['Officer.resigned_on', { type: 'string', format: 'date' }],
  ['Officer.source', { $ref: '#/components/schemas/OfficerSource' }],
  ['OfficerPage.object', { type: 'string', enum: ['company_officer_list'] }],
  ['OfficerPage.requested_company_id', { type: 'string', pattern: '^co_[0-7][0-9a-hj-km-np-tv-z]{25}$' }],
  ['OfficerPage.company_id', { type: 'string', pattern: '^co_[0-7][0-9a-hj-km-np-tv-z]{25}$' }],
  ['OfficerPage.data', { type: 'array', items: { $ref: '#/components/schemas/Officer' } }],
  ['OfficerPage.has_more', { type: 'boolean' }],
  ['Problem.type', { type: 'string', format: 'uri' }],
  ['Problem.status', { type: 'integer', minimum: 400, maximum: 599 }],
  ['Problem.instance', { type: 'string', format: 'uri' }],
  ['Problem.request_id', { type: 'string', pattern: '^req_[0-7][0-9a-hj-km-np-tv-z]{25}$' }],
  [
    'Problem.code',
    {
      type: 'string',
      enum: ['invalid_request', 'not_found', 'rate_limited', 'upstream_error', 'upstream_busy', 'upstream_unavailable'],
    },
  ],
  ['Problem.retryable', { type: 'boolean' }],
];

const COMPANY_ID_PARAMETER = {
  name: 'company_id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^co_[0-7][0-9a-hj-km-np-tv-z]{25}$' },
};

/** The operations in the specification's section "Endpoints". */
const OPERATIONS: readonly (readonly [path: string, parameters: object[], statuses: string[], answer: string])[] = [
  [
    '/v1/search',
    [
      { name: 'q', in: 'query', required: true, schema: { type: 'string', minLength: 3 } },
      {
        name: 'country',
        in: 'query',
        required: false,
        schema: { type: 'string', pattern: '^([A-Za-z]{2}|[Aa][Ll][Ll])$' },
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 25, default: 10 },
      },
      { name: 'cursor', in: 'query', required: false, schema: { type: 'string', minLength: 1 } },
    ],
    ['200', '400', '429', '502', '503'],
    'SearchPage',
  ],
  ['/v1/companies/{company_id}', [COMPANY_ID_PARAMETER], ['200', '400', '404', '429', '502', '503'], 'CompanyEnvelope'],
  [
    '/v1/companies/{company_id}/officers',
    [COMPANY_ID_PARAMETER],
    ['200', '400', '404', '429', '502', '503'],
    'OfficerPage',
  ],
];

/** The codes of the examples that the response of each status shows. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  400: ['invalid_request'],
  404: ['not_found'],
  429: ['rate_limited'],
  502: ['upstream_error'],
  503: ['upstream_busy', 'upstream_unavailable'],
};

/** Returns the header fields that the response of each status declares. */
function expectHeaders(status: string): string[] {
  const limit = ['RateLimit', 'RateLimit-Policy'];
  const crossOrigin = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
  const common = [...limit, 'X-Request-Id', 'Cache-Control', ...crossOrigin, 'X-Content-Type-Options'];
  if (status === '200') return [...common, 'ETag'];
  return status === '429' || status === '503' ? [...common, 'Retry-After'] : common;
}

const ADDRESSES: readonly (readonly [claim: string, baseUrl: string, siteUrl: string, path: string])[] = [
  ['two hosts with paths', BASE_URL, SITE_URL, '/about/api/openapi.json'],
  ['two hosts', 'https://api.example.test', 'https://www.example.test', '/api/openapi.json'],
  ['one host', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080', '/api/openapi.json'],
  ['one host with a path below the other', 'https://example.test/a/b', 'https://example.test/a', '/a/api/openapi.json'],
];

suite('The OpenAPI document', () => {
  let sample: Sample;
  let service: TestService;
  let document: OpenApi;
  let schemas: DocumentSchemas;
  before(async () => {
    sample = await openSample();
    service = new TestService(sample.backend);
    document = (await service.send('/about/api/openapi.json')).json() as OpenApi;
    schemas = new DocumentSchemas(document);
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });

  const findOperation = (path: string): OperationObject => {
    const operation = document.paths[path]?.['get'];
    assert.ok(operation !== undefined, path);
    return operation;
  };

  for (const [claim, baseUrl, siteUrl, path] of ADDRESSES) {
    test(`is served valid below the site's address: ${claim}`, async () => {
      const other = new TestService(sample.backend, { baseUrl, siteUrl });
      const { status, headers, json } = await other.send(path);
      const served = json() as OpenApi;
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.deepEqual(documentFaults(served), []);
      assert.deepEqual(
        served.servers.map(({ url }) => url),
        [baseUrl],
      );
      await other.app.close();
    });
  }

  test('is an OpenAPI 3.2 document with interface description version 1.0.0', () => {
    assert.equal(document.openapi, '3.2.0');
    assert.equal(document.info.version, '1.0.0');
  });

  test('names the operator where the settings do, and the terms', async () => {
    assert.equal(document.info.contact, undefined);
    for (const [contact, want] of [
      ['mailto:help@example.test', { name: 'A', email: 'help@example.test' }],
      ['https://example.test/help', { name: 'A', url: 'https://example.test/help' }],
    ] as const) {
      const named = new TestService(sample.backend, { maintainer: 'A', contact });
      const { info } = (await named.send('/about/api/openapi.json')).json() as OpenApi;
      assert.deepEqual([info.contact, info.termsOfService], [want, `${SITE_URL}/terms`]);
      await named.app.close();
    }
  });

  test('has the limits that /limits.json has', async () => {
    const { documentation, ...limits } = (await service.send('/about/limits.json')).json() as Record<string, unknown>;
    assert.equal(documentation, `${SITE_URL}/developers/limits`);
    assert.deepEqual(document['x-limits'], { url: `${SITE_URL}/limits.json`, ...limits });
    assert.deepEqual(limits['search'], {
      q: { characters_min: 3, characters_max: 64 },
      limit: { min: 1, max: 25, default: 10 },
      cursor: { lifetime_seconds_max: 900 },
    });
    assert.deepEqual(limits['officers'], { list_max: 100 });
  });

  test('describes exactly the three GET operations below /v1', () => {
    assert.deepEqual(
      Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)]),
      OPERATIONS.map(([path]) => [path, ['get']]),
    );
  });

  test('says that no credentials are taken, and knows no security scheme and no request body', () => {
    assert.deepEqual(document.security, []);
    const text = JSON.stringify({ ...document, security: undefined });
    for (const word of ['"security"', '"securitySchemes"', '"requestBody"']) assert.ok(!text.includes(word), word);
  });

  for (const [path, parameters, statuses, answer] of OPERATIONS) {
    test(`states exactly the parameters of ${path}, each described and with a valid example`, () => {
      const stated = findOperation(path).parameters;
      const bare = stated.map(({ name, in: place, required, schema }) => {
        return { name, in: place, required, schema: resolved(document, schema) };
      });
      assert.deepEqual(bare, parameters);
      for (const { name, description, schema, example } of stated) {
        assert.ok(description.length > 10, name);
        // A cursor expires.
        if (name !== 'cursor') assert.deepEqual(schemas.faults(schema, example), [], name);
      }
    });

    test(`states exactly the statuses of ${path}, each with headers and valid examples`, () => {
      const { responses } = findOperation(path);
      assert.deepEqual(Object.keys(responses), statuses);
      for (const [status, { description, headers, content }] of Object.entries(responses)) {
        assert.ok(description.length > 10, status);
        const [type, { schema, examples } = { schema: {}, examples: {} }] = Object.entries(content)[0] ?? [];
        assert.equal(Object.keys(content).length, 1);
        assert.equal(type, status === '200' ? 'application/json' : 'application/problem+json');
        assert.deepEqual(schema, { $ref: `#/components/schemas/${status === '200' ? answer : 'Problem'}` });
        assert.ok(examples !== undefined);
        assert.deepEqual(Object.keys(examples), CODES[status] ?? ['success']);
        for (const [name, { value }] of Object.entries(examples)) {
          assert.deepEqual(schemas.faults(schema, value), [], `${status} ${name}`);
        }
        assert.deepEqual(Object.keys(headers), expectHeaders(status));
        for (const [name, reference] of Object.entries(headers)) {
          assert.ok(schemas.header(reference) !== undefined, name);
        }
      }
    });
  }

  test('describes every header and shows a valid example of it', () => {
    for (const [name, { description, schema, example }] of Object.entries(document.components.headers)) {
      assert.ok(description.length > 10, name);
      assert.deepEqual(schemas.faults(schema, example), [], name);
    }
    assert.deepEqual(document.components.headers['Retry-After']?.schema, { type: 'integer', minimum: 1 });
  });

  test('has the resources of the specification with its fields, required as there, and closed', () => {
    const stated = Object.entries(document.components.schemas).filter(([name]) => name !== 'CompanyId');
    assert.deepEqual(stated.map(([name]) => name).toSorted(), Object.keys(FIELDS).toSorted());
    for (const [name, { properties = {}, required = [], additionalProperties }] of stated) {
      const fields = Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`));
      assert.equal(fields.join(' '), FIELDS[name], name);
      assert.equal(additionalProperties, false, name);
    }
  });

  test('allows every limit of an operator in RateLimit-Policy: a client that was generated here works elsewhere', () => {
    const { schema, example } = document.components.headers['RateLimit-Policy'] ?? {};
    const pattern = new RegExp(String((schema as { pattern?: string } | undefined)?.pattern));
    for (const policy of [String(example), '"default";q=7;w=60', '"default";q=600;w=60']) assert.match(policy, pattern);
    assert.doesNotMatch('"lookup";q=60;w=60', pattern);
  });

  for (const [path, want] of TYPES) {
    test(`gives ${path} the type of the specification`, () => {
      const [name = '', field] = path.split('.');
      const schema = document.components.schemas[name];
      const stated = field === undefined ? schema : schema?.properties?.[field];
      assert.ok(stated !== undefined);
      const compared = Object.keys(want).map((keyword) => {
        const value = stated[keyword];
        if (keyword !== 'items' || typeof value !== 'object' || value === null) return [keyword, value];
        return [keyword, Object.fromEntries(Object.entries(value).filter(([part]) => part !== 'description'))];
      });
      assert.deepEqual(Object.fromEntries(compared), want);
    });
  }

  test('types every field that the tables call a string as a string', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        if (TYPES.some(([path]) => path === `${name}.${field}`)) continue;
        assert.equal(schema['type'], 'string', `${name}.${field}`);
      }
    }
  });

  test('describes every schema and every property', () => {
    const bare: string[] = [];
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!isDescribed(schema)) bare.push(name);
      for (const [field, property] of Object.entries(schema.properties ?? {})) {
        if (property.$ref === undefined && !isDescribed(property)) bare.push(`${name}.${field}`);
      }
    }
    assert.deepEqual(bare, []);
  });
});

function isDescribed({ description = '' }: Schema): boolean {
  return description.length > 5;
}

/** Replaces references in a schema by the schemas that they refer to, and removes descriptions. */
function resolved(document: OpenApi, schema: Schema): Schema {
  const target = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
  const keywords = Object.entries({ ...schema, ...target });
  return Object.fromEntries(keywords.filter(([keyword]) => keyword !== '$ref' && keyword !== 'description'));
}
