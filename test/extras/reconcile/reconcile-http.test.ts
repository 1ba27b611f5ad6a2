/** Reconciliation over HTTP, as OpenRefine uses it: with a match index, and over data that can only be searched. */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import { findDeclaration } from '../../fixtures/doors.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { openBackend, type Backend } from '../../../src/backend/index.ts';
import { buildSnapshot } from '../../../src/build/index.ts';
import { doorDocument } from '../../../src/contract/document.ts';
import type { RegisterLine } from '../../../src/model/index.ts';
import type { Problem } from '../../../src/contract/index.ts';
import type {
  DataExtension,
  Flyout,
  PropertyProposal,
  ReconcileManifest,
  ReconcileResults,
  Suggestions,
} from '../../../extras/reconcile/schemas.ts';
import {
  BASE_URL,
  SITE_URL,
  lineId,
  openSample,
  serviceWithDoors,
  type Answer,
  type Sample,
  type TestService,
} from '../../fixtures/service.ts';

const PATH = '/reconcile/v1';
const FACTS = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers' };

const DETAILED: RegisterLine = {
  name: 'Konerankka Oy',
  identifiers: [{ scheme: 'national_registry_number', value: '8112038-9', country_scope: 'FI' }],
  state: 'in_liquidation',
  registered_on: '1998-03-02',
  address: { street: 'Esimerkkitie 1', postal_code: '00100', locality: 'HELSINKI', country_code: 'FI' },
  former_names: [
    { name: 'Vanharankka Oy', kind: 'previous', until: '2010-05-31' },
    { name: 'Ikirankka Oy', kind: 'previous', until: '2001-01-31' },
  ],
  other_names: [{ name: 'Ranke', kind: 'auxiliary' }],
  euid: 'FIFPRO.8112038-9',
  record_url: 'https://register.example/fi/8112038-9',
};

/** Returns the backend without a match index, as over a database, which never has one. */
function searchOnly(backend: Backend): Backend {
  return {
    search: (request) => backend.search(request),
    company: (id) => backend.company(id),
    officers: (request) => backend.officers(request),
    ...(backend.details && { details: backend.details.bind(backend) }),
    ...(backend.byNumber && { byNumber: backend.byNumber.bind(backend) }),
    facts: () => backend.facts(),
    close: () => backend.close(),
  };
}

for (const hasIndex of [true, false])
  suite(`the door "reconcile" over ${hasIndex ? 'a match index' : 'a service that can only search'}`, () => {
    let sample: Sample;
    let service: TestService;
    before(async () => {
      sample = await openSample([DETAILED]);
      service = await serviceWithDoors(hasIndex ? sample.backend : searchOnly(sample.backend), 'reconcile');
    });
    after(async () => {
      await service.app.close();
      await sample.close();
    });

    const form = async (fields: Record<string, string>): Promise<Answer> =>
      await service.ask(PATH, {
        method: 'POST',
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const reconcile = async (queries: object): Promise<ReconcileResults> => {
      const answer = await form({ queries: JSON.stringify(queries) });
      assert.equal(answer.status, 200, answer.body);
      return answer.json() as ReconcileResults;
    };
    const first = async (query: object) => (await reconcile({ q: query }))['q']?.result[0];
    const get = async <T>(step: string): Promise<T> => {
      const answer = await service.ask(`${PATH}${step}`);
      assert.equal(answer.status, 200, answer.body);
      return answer.json() as T;
    };

    test('shows a manifest whose addresses answer', async () => {
      const manifest = await get<ReconcileManifest>('');
      assert.deepEqual(manifest.versions, ['0.2']);
      assert.equal(manifest.identifierSpace, `${BASE_URL}/v1/companies/`);
      const id = sample.findId('Aallokas Marjatila Oy');
      for (const template of [manifest.view.url, manifest.preview.url]) {
        const { pathname } = new URL(template.replace('{{id}}', id));
        assert.equal((await service.send(pathname)).status, 200, pathname);
      }
      const { propose_properties: proposal } = manifest.extend;
      for (const { service_url: url, service_path: path } of [...Object.values(manifest.suggest), proposal])
        assert.equal((await service.send(`${new URL(url + path).pathname}?prefix=comp`)).status, 200, path);
      const shown = {
        entity: [id, 'Aallokas Marjatila Oy'],
        property: ['country', 'Country'],
        type: ['company', 'Company'],
      };
      for (const [kind, [one = '', name = '']] of Object.entries(shown)) {
        const { flyout_service_url: url, flyout_service_path: path } = manifest.suggest[kind] ?? assert.fail(kind);
        const { pathname } = new URL((url + path).replace('${id}', encodeURIComponent(one)));
        const flyout = (await service.send(pathname)).json() as Flyout;
        assert.equal(flyout.id, one);
        assert.match(flyout.html, new RegExp(`>${name}<`));
      }
      assert.equal((await service.send(new URL(manifest.documentation).pathname)).status, 200);
      assert.equal((await service.send(new URL(manifest.logo).pathname)).status, 200);
    });

    const NAMES: [name: string, rest?: object][] = [
      ['Aallokas Marjatila Oy'],
      ['aallokas marjatila'],
      ['AALLOKAS MARJATILA OSAKEYHTIO'],
    ];
    const MESSY: [name: string, rest?: object][] = [
      ['Alokas Marjatila'],
      ['Marjatila Aallokas Oy'],
      ['Aallokas Marjatlia', { properties: [{ pid: 'country', v: 'Finland' }] }],
      ['AallokasMarjatila'],
    ];
    for (const [name, rest = {}] of hasIndex ? [...NAMES, ...MESSY] : NAMES.slice(0, 2))
      test(`finds the company that "${name}" means`, async () => {
        const found = await first({ query: name, ...rest });
        // A company of the sample has this name with another legal form.
        assert.match(found?.name ?? '', /^Aallokas Marjatila (Oy|Ab)$/);
        if (name.endsWith(' Oy')) assert.equal(found?.id, sample.findId('Aallokas Marjatila Oy'));
        assert.deepEqual(found?.type, [{ id: 'company', name: 'Company' }]);
      });

    test('takes the batch in the address, too, with the same answer', async () => {
      const queries = JSON.stringify({ a: { query: 'Aallokas Marjatila Oy', limit: 1 }, b: { query: 'Zzqzzq' } });
      const answer = await get<ReconcileResults>(`?queries=${encodeURIComponent(queries)}`);
      assert.deepEqual(answer, (await form({ queries })).json());
      assert.deepEqual([answer['a']?.result.length, answer['b']?.result], [1, []]);
    });

    test('finds a company by its number, whatever its name, and by its ID', async () => {
      const id = sample.findId('Aallokas Marjatila Oy');
      const byNumber = await first({ query: 'Marjat', properties: [{ pid: 'number', v: 'FI-0110071-6' }] });
      const byRegistry = await first({ properties: [{ pid: 'national_registry_number', v: ['01100716'] }] });
      const european = await first({ properties: [{ pid: 'number', v: 'FIFPRO.0110071-6' }] });
      for (const found of [byNumber, byRegistry, european, await first({ query: id })]) assert.equal(found?.id, id);
    });

    test('takes UK and EL for the countries that ISO calls GB and GR', async () => {
      for (const [code, v] of [
        ['GB', 'uk'],
        ['GR', 'EL'],
      ] as const) {
        const isThere = ({ lifecycle, identifiers }: (typeof sample.lines)[number]): boolean =>
          lifecycle === undefined && identifiers?.[0]?.country_scope === code;
        const { name: query, identifiers } = sample.lines.find(isThere) ?? {};
        const number = { pid: 'number', v: identifiers?.[0]?.value };
        const found = await first({ query, properties: [{ pid: 'country', v }, number] });
        assert.equal(found?.features.find(({ id }) => id === 'country')?.value, 1, v);
      }
    });

    test('finds a company by its number without the zeros in front where its country is said, and holds them against none', async () => {
      const id = sample.findId('Aallokas Marjatila Oy');
      const number = { pid: 'number', v: 1_100_716 };
      const inFinland = [number, { pid: 'country', v: 'FI' }];
      const findFeatures = async (properties: readonly object[]): Promise<(number | undefined)[]> => {
        const found = await first({ query: 'Aallokas Marjatila Oy', properties });
        assert.equal(found?.id, id);
        return ['number', 'contrary'].map((feature) => found.features.find((one) => one.id === feature)?.value);
      };
      assert.equal((await first({ properties: inFinland }))?.id, id);
      assert.deepEqual(await findFeatures(inFinland), [1, 0]);
      assert.deepEqual(await findFeatures([number]), [0, 0]);
      assert.equal((await first({ properties: [number] }))?.id, undefined);
    });

    test('takes a blank name for none, of a long one its first characters, and empty lists for nothing said', async () => {
      const long = `Aallokas Marjatila Oy ${'x'.repeat(240)}`;
      const answers = await reconcile({
        a: { query: ' \t' },
        b: { query: `${long}yy` },
        c: { query: `${long}zz` },
        d: { query: 'Aallokas Marjatila Oy', type: [], properties: [] },
        e: { query: 'Aallokas Marjatila Oy', properties: [{ pid: 'country', v: [] }] },
      });
      assert.deepEqual(answers['a']?.result, []);
      assert.deepEqual(answers['b'], answers['c']);
      assert.deepEqual(answers['d'], answers['e']);
      assert.equal(answers['d']?.result[0]?.id, sample.findId('Aallokas Marjatila Oy'));
    });

    test('explains each score by features that sum up to it', async () => {
      for (const { score, features } of (await reconcile({ q: { query: 'Aallokas' } }))['q']?.result ?? []) {
        const logit = features.filter(({ id }) => id.endsWith('_logit')).reduce((sum, { value }) => sum + value, 0);
        assert.ok(Math.abs(score - 100 / (1 + Math.exp(-logit))) < 0.2);
        assert.equal(new Set(features.map(({ id }) => id)).size, features.length);
      }
    });

    test('never names a restricted record', async () => {
      for (const line of sample.byState.restricted) {
        const { identifiers = [], name } = line;
        const queries = identifiers.map(({ value }) => ({ properties: [{ pid: 'number', v: value }] }));
        for (const query of [...queries, ...(name === undefined ? [] : [{ query: name }])])
          assert.notEqual((await first(query))?.name, name ?? '');
      }
    });

    test('has no candidates of another type', async () => {
      assert.equal(await first({ query: 'Aallokas', type: 'person' }), undefined);
      assert.ok(await first({ query: 'Aallokas', type: ['company', 'person'], type_strict: 'any' }));
    });

    test('extends data by the fields of the contract', async () => {
      const [id, gone] = [sample.findId('Aallokas Marjatila Oy'), 'co_0123456789abcdefghjkmnpqrs'];
      const extend = { ids: [id, gone, 'x'], properties: [{ id: 'status' }, { id: 'national_registry_number' }] };
      const answer = (await form({ extend: JSON.stringify(extend) })).json() as DataExtension;
      assert.deepEqual(answer.rows, {
        [id]: { status: [{ str: 'Kaupparekisterissä' }], national_registry_number: [{ str: '0110071-6' }] },
        [gone]: { status: [], national_registry_number: [] },
        x: { status: [], national_registry_number: [] },
      });
      assert.deepEqual(answer.meta[0], { id: 'status', name: 'Status' });
    });

    test('extends data by details, as registers publish them', async () => {
      const [id, gone] = [lineId(DETAILED), 'co_0123456789abcdefghjkmnpqrs'];
      const wanted = {
        state: ['in_liquidation'],
        registered_on: ['1998-03-02'],
        closed_on: [],
        address: ['Esimerkkitie 1, 00100 HELSINKI, Finland'],
        street: ['Esimerkkitie 1'],
        postal_code: ['00100'],
        locality: ['HELSINKI'],
        region: [],
        former_names: ['Vanharankka Oy', 'Ikirankka Oy'],
        other_names: ['Ranke'],
        euid: ['FIFPRO.8112038-9'],
        record_url: ['https://register.example/fi/8112038-9'],
        name: ['Konerankka Oy'],
      };
      const properties = Object.keys(wanted).map((property) => ({ id: property }));
      const answer = (await form({ extend: JSON.stringify({ ids: [gone, id], properties }) })).json() as DataExtension;
      const rows = Object.entries(wanted).map(([property, texts]) => [property, texts.map((str) => ({ str }))]);
      assert.deepEqual(answer.rows[id], Object.fromEntries(rows));
      assert.ok(Object.values(answer.rows[gone] ?? {}).every((values) => values.length === 0));
      const only = (await form({ extend: JSON.stringify({ ids: [id], properties: [{ id: 'euid' }] }) })).json();
      assert.deepEqual((only as DataExtension).rows, { [id]: { euid: [{ str: 'FIFPRO.8112038-9' }] } });
    });

    test('suggests entities, properties and the type', async () => {
      const entities = await get<Suggestions>('/suggest/entity?prefix=aallokas%20mar');
      assert.ok(entities.result.some(({ id }) => id === sample.findId('Aallokas Marjatila Oy')));
      assert.deepEqual((await get<Suggestions>('/suggest/entity?prefix=aa')).result, []);
      const { result } = await get<Suggestions>('/suggest/property?prefix=vat');
      assert.deepEqual(result.map(({ id }) => id), ['eu_vat_number', 'vat_number']); // prettier-ignore
      assert.deepEqual((await get<Suggestions>('/suggest/type?prefix=co')).result, [
        { id: 'company', name: 'Company' },
      ]);
      const proposal = await get<PropertyProposal>('/properties?type=company&limit=2');
      assert.deepEqual([proposal.limit, proposal.properties.length], [2, 2]);
      assert.deepEqual((await get<PropertyProposal>('/properties?type=person')).properties, []);
    });

    test('previews a company as a page without scripts', async () => {
      const page = await service.ask(`${PATH}/preview/${sample.findId('Aallokas Marjatila Oy')}`);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(page.body, /<h1><a [^>]*>Aallokas Marjatila Oy<\/a><\/h1>/);
      assert.match(page.body, /Powered by Example Registers/);
      assert.doesNotMatch(page.body, /<script/);
      assert.equal((await service.ask(`${PATH}/preview/co_0123456789abcdefghjkmnpqrs`)).status, 404);
    });

    test('previews state, address and former names', async () => {
      const { body } = await service.ask(`${PATH}/preview/${lineId(DETAILED)}`);
      assert.match(body, /<p>in liquidation · Esimerkkitie 1, 00100 HELSINKI, Finland<\/p>/);
      assert.match(body, /<p>formerly Vanharankka Oy, Ikirankka Oy<\/p>/);
      const { html } = await get<Flyout>(`/flyout/entity/${lineId(DETAILED)}`);
      assert.match(html, /in liquidation · Esimerkkitie 1/);
    });

    const many = (count: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, { query: 'Aallokas' }])));
    const BAD: [claim: string, fields: Record<string, string>, detail: RegExp][] = [
      ['nothing', {}, /"queries" is required and missing/],
      ['both', { queries: '{}', extend: '{}' }, /Only one of the parameters/],
      ['no JSON', { queries: '{' }, /"queries" must be JSON/],
      ['a list', { queries: '[]' }, /"queries" must be an object of queries/],
      ['no query', { queries: '{}' }, /"queries" must have 1 to 25 queries, and has 0/],
      ['too many queries', { queries: many(26) }, /must have 1 to 25 queries, and has 26/],
      ['a name that is not a text', { queries: '{"q":{"query":7}}' }, /"queries\.q\.query" must be a text, got "7"/],
      ['an unknown field', { queries: '{"q":{"query":"a","qery":"b"}}' }, /"queries\.q\.qery" is unknown/],
      ['a wrong limit', { queries: '{"q":{"query":"a","limit":0}}' }, /limit" must be a whole number, 1 or more/],
      ['a wrong strictness', { queries: '{"q":{"query":"a","type_strict":"x"}}' }, /must be one of any, should, all/],
      [
        'an unknown property',
        { queries: '{"q":{"query":"a","properties":[{"pid":"city","v":"b"}]}}' },
        /pid" must be one of country, number, status/,
      ],
      [
        'a nested value',
        { queries: '{"q":{"query":"a","properties":[{"pid":"country","v":[["b"]]}]}}' },
        /must be a text/,
      ],
      [
        'an unknown field to extend by',
        { extend: '{"ids":["a"],"properties":[{"id":"x"}]}' },
        /properties\[0\]\.id" must be one of/,
      ],
      [
        'too many ids',
        { extend: JSON.stringify({ ids: Array.from({ length: 101 }, String), properties: [] }) },
        /extend\.ids" must have at most 100 entries, and has 101/,
      ],
    ];
    for (const [claim, fields, detail] of hasIndex ? BAD : [])
      test(`refuses ${claim} with a problem`, async () => {
        const answer = await form(fields);
        assert.equal(answer.status, 400, answer.body);
        assert.match((answer.json() as Problem).detail, detail);
      });

    for (const [target, detail] of [
      ['?queries=1', /"queries" must be an object of queries by their keys, got "1"/],
      ['/suggest/entity', /"prefix" is required and missing/],
      ['/suggest/entity?prefix=a&cursor=x', /"cursor" must be a whole number from 0 to 100, got "x"/],
      ['/properties?limit=0', /"limit" must be a whole number from 1 to 100, got "0"/],
      ['/preview/x', /"id" must have the format of a company ID/],
      ['/flyout/entity/x', /"id" must have the format of a company ID/],
      ['/flyout/x/country', /"kind" must be one of entity, property, type, got "x"/],
    ] as const)
      test(`refuses ${target}`, async () => {
        const answer = await service.ask(`${PATH}${target}`);
        assert.equal(answer.status, 400, answer.body);
        assert.match((answer.json() as Problem).detail, detail);
      });

    test('may be asked from any page, and has a limit of its own', async () => {
      const { headers } = await service.ask(PATH);
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers['ratelimit-policy'], '"reconcile";q=1500;w=60');
    });

    test('answers as its own OpenAPI document says', async () => {
      const { components } = (await doorDocument(FACTS, findDeclaration('reconcile'))) as {
        components: { schemas: Record<string, object> };
      };
      const check = (name: string, value: unknown): void => {
        const schema = JSON.stringify({ $defs: components.schemas, $ref: `#/$defs/${name}` });
        const schemaOf = Compile(JSON.parse(schema.replaceAll('#/components/schemas/', '#/$defs/')) as object);
        assert.ok(schemaOf.Check(value), `${name}: ${JSON.stringify(schemaOf.Errors(value))}`);
      };
      check('ReconcileManifest', await get(''));
      check('ReconcileResults', await reconcile({ q: { query: 'Aallokas' } }));
      check('Suggestions', await get('/suggest/entity?prefix=aallokas'));
      check('PropertyProposal', await get('/properties'));
      const extend = JSON.stringify({ ids: [sample.findId('Aallokas Marjatila Oy')], properties: [{ id: 'number' }] });
      check('DataExtension', (await form({ extend })).json());
    });
  });

suite('the door "reconcile" over a snapshot without a match index', () => {
  let sample: Sample;
  let service: TestService;
  let backend: Backend;
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-reconcile-'));
  before(async () => {
    sample = await openSample();
    const out = join(directory, 'a.snapshot');
    const input = join(directory, 'some.ndjson');
    writeFileSync(
      input,
      sample.lines
        .slice(0, 20)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    await buildSnapshot({ nameIndex: async () => MATCH_INDEX, inputs: [input], out });
    backend = openBackend(`snapshot:${out}`, { nameIndex: async () => MATCH_INDEX });
    service = await serviceWithDoors(backend, 'reconcile');
  });
  after(async () => {
    await service.app.close();
    await backend.close();
    await sample.close();
    rmSync(directory, { recursive: true });
  });

  const number = { properties: [{ pid: 'number', v: 'FI-0110071-6' }] };
  const send = async (query: object): Promise<Answer> =>
    await service.ask(`${PATH}?queries=${encodeURIComponent(JSON.stringify({ q: query }))}`);

  for (const query of [{ query: 'Aallokas Marjatila Oy' }, { query: 'Aallokas', ...number }])
    test(`answers ${JSON.stringify(query)} 503 with the reason`, async () => {
      const answer = await send(query);
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '60']);
      const { code, detail } = answer.json() as Problem;
      assert.equal(code, 'upstream_unavailable');
      assert.match(
        detail,
        /^Names cannot be matched: the snapshot has no match index, which "openfirma build --match"/,
      );
    });

  test('answers numbers and IDs', async () => {
    const id = sample.findId('Aallokas Marjatila Oy');
    for (const query of [number, { query: id }]) {
      const { q } = (await send(query)).json() as ReconcileResults;
      assert.equal(q?.result[0]?.id, id);
    }
  });

  test('answers manifest, suggestions and previews', async () => {
    for (const step of ['', '/suggest/entity?prefix=aallokas', `/preview/${sample.findId('Aallokas Marjatila Oy')}`])
      assert.equal((await service.ask(`${PATH}${step}`)).status, 200, step);
  });
});
