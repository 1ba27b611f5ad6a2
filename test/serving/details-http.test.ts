/** The details of companies over HTTP, as a client sees them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import {
  DETAILS_SCHEMAS,
  type CompanyDetailsEnvelope,
  type DetailsSearchPage,
  type SimilarCompanies,
} from '../../src/details/schemas.ts';
import { openBackend, type Backend } from '../../src/backend/index.ts';
import { buildSnapshot } from '../../src/build/index.ts';
import type { SearchPage, Problem } from '../../src/contract/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { findSimilar } from '../../src/operations/index.ts';
import { folder } from '../fixtures/folder.ts';
import { lineId, openSample, serviceWithDoors, type Sample, type TestService } from '../fixtures/service.ts';

const finnish = (value: string): NonNullable<RegisterLine['identifiers']> => [
  { scheme: 'national_registry_number', value, country_scope: 'FI' },
];
const MILL: RegisterLine = {
  register: 'fi-prh',
  as_of_date: '2026-11-20',
  name: 'Konerankka Oy',
  identifiers: finnish('8112038-9'),
  state: 'in_liquidation',
  registered_on: '1998-03-02',
  address: { street: 'Esimerkkitie 1', postal_code: '00100', locality: 'HELSINKI', country_code: 'FI' },
  former_names: [{ name: 'Vanharankka Oy', kind: 'aiempi toiminimi', until: '2010-05-31' }],
  euid: 'FIFPRO.8112038-9',
  record_url: 'https://register.example/fi/8112038-9',
};
const CLOSED: RegisterLine = {
  ...MILL,
  name: 'Konerankka Lopetettu Oy',
  identifiers: finnish('8112039-7'),
  euid: 'FIFPRO.8112039-7',
  state: 'closed',
  closed_on: '2021-03-31',
  officers: [{ name: 'Alma Zirbel', source: { system: 'Kaupparekisteri' } }],
};
const BARE: RegisterLine = { name: 'Konerankka Paljas Oy', identifiers: finnish('8112040-2') };

const MISSPELT: readonly (readonly [text: string, name: string])[] = [
  ['ТРЕЙД ЗЛАТОaЮ', 'ТРЕЙД ЗЛАТОЮГ ЕООД'],
  ['OÜ Žürniurk', 'Žürinurk OÜ'],
  ['MEBLE ŚNIEŻkLAS', 'MEBLE ŚNIEŻYLAS SP. Z O.O.'],
  ['S.R.L. ZAFFERNO', 'ZAFFERÌNO S.R.L.'],
  ['ACEITÚNAR PROMOnCIOENS', 'ACEITÚNAR PROMOCIONES SL'],
  ['"ҐРНТОЦВІТ" ОСББ', 'ОСББ "ҐРУНТОЦВІТ"'],
  ['Süßkisch Elekt', 'Süßkirsch Elektrotechnik GmbH'],
  ['MEDnA PEN', 'MEDIA PENNYWHISTLE LTD'],
  ['"Eerinskienė', 'AB "Ešerinskienė baldai"'],
  ['Ködvölgy Kft. Group', 'Ködvölgye Kft.'],
  ['53 SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNŚCIĄ JAŚMINÓW', 'JAŚMINÓW 53 SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ'],
];

/** Texts that no name is like; `qqqqq` has the beginning of a name. */
const MEANINGLESS = [
  'qqqqq',
  'zzzzzz',
  'hjkl hjkl',
  'lorem ipsum',
  'test test',
  'no such company',
  '123456789',
  'qaz wsx',
];

suite('The resource of details', () => {
  let sample: Sample;
  let service: TestService;
  before(async () => {
    sample = await openSample([MILL, CLOSED, BARE]);
    service = await serviceWithDoors(sample.backend, 'details');
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });

  const fetchDetails = async (id: string): Promise<CompanyDetailsEnvelope['data']> => {
    const answer = await service.ask(`/details/v1/companies/${id}`);
    assert.equal(answer.status, 200, answer.body);
    const body = answer.json() as CompanyDetailsEnvelope;
    assert.ok(Compile(DETAILS_SCHEMAS.CompanyDetailsEnvelope).Check(body), answer.body);
    assert.equal(body.attribution, 'Powered by Example Registers');
    return body.data;
  };

  test('has every field that the register publishes, and the register and the day of each', async () => {
    const { name: _, identifiers: [number] = [], register, as_of_date, ...fields } = MILL;
    assert.deepEqual(await fetchDetails(lineId(MILL)), {
      id: lineId(MILL),
      object: 'company_details',
      lifecycle: { status: 'active' },
      number,
      ...fields,
      sources: [
        {
          fields: ['state', 'registered_on', 'address', 'former_names', 'euid', 'record_url'],
          register,
          name: 'Yritys- ja yhteisötietojärjestelmä (YTJ, Business Information System)',
          licence: 'CC BY 4.0',
          as_of_date,
          url: 'https://avoindata.prh.fi/en/ytj/swagger-ui',
        },
      ],
    });
  });

  test('of a company that is closed says since when; the contract lists no officers of it', async () => {
    const { state, closed_on } = await fetchDetails(lineId(CLOSED));
    assert.deepEqual([state, closed_on], ['closed', '2021-03-31']);
    const officers = await service.ask(`/v1/companies/${lineId(CLOSED)}/officers`);
    assert.deepEqual((officers.json() as { data: unknown[] }).data, []);
  });

  const WITHOUT = ['split', 'tombstoned', 'restricted'] as const;
  for (const state of WITHOUT)
    test(`of a ${state} record has only its lifecycle`, async () => {
      const id = lineId(sample.byState[state][0]);
      const { lifecycle, ...rest } = await fetchDetails(id);
      assert.equal(lifecycle.status, state);
      assert.deepEqual(rest, { id, object: 'company_details', sources: [] });
    });

  test('of a company without details has only its number', async () => {
    const { sources, ...rest } = await fetchDetails(lineId(BARE));
    assert.deepEqual([sources, Object.keys(rest)], [[], ['id', 'object', 'lifecycle', 'number']]);
  });

  test('of a redirected ID are those of the current record, under the requested ID', async () => {
    const [line] = sample.byState.redirected;
    const { id, lifecycle, ...fields } = await fetchDetails(lineId(line));
    assert.equal(id, lineId(line));
    assert.equal(lifecycle.status, 'redirected');
    const { id: _, lifecycle: __, ...current } = await fetchDetails(lifecycle.canonical_id ?? '');
    assert.deepEqual(fields, current);
  });

  for (const [claim, path, status, code, detail] of [
    ['an unknown ID', '/companies/co_00000000000000000000000009', 404, 'not_found', /^No company is visible/],
    ['a malformed ID', '/companies/42', 400, 'invalid_request', /^Parameter "company_id" must have the format/],
    ['a short query', '/search?q=ko', 400, 'invalid_request', /^Parameter "q" must hold 3 to 64/],
    ['similar names of a short text', '/similar?q=ko', 400, 'invalid_request', /^Parameter "q" must hold 3 to 64/],
    ['a forged cursor', '/search?q=konerankka&cursor=x', 400, 'invalid_request', /cursor/],
  ] as const)
    test(`answers ${claim} with a problem`, async () => {
      const answer = await service.ask(`/details/v1${path}`);
      const problem = answer.json() as Problem;
      assert.deepEqual([answer.status, problem.code], [status, code]);
      assert.match(problem.detail, detail);
    });

  test('has entity tags, and a limit of its own', async () => {
    const { headers } = await service.ask(`/details/v1/companies/${lineId(MILL)}`);
    assert.equal(headers['ratelimit-policy'], '"details";q=240;w=60');
    const again = await service.ask(`/details/v1/companies/${lineId(MILL)}`, {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    assert.equal(again.status, 304);
  });

  test('searches as the contract does, and adds what tells companies apart', async () => {
    const plain = (await service.ask('/v1/search?q=konerankka&limit=2')).json() as SearchPage;
    const answer = await service.ask('/details/v1/search?q=konerankka&limit=2');
    const page = answer.json() as DetailsSearchPage;
    assert.ok(Compile(DETAILS_SCHEMAS.DetailsSearchPage).Check(page), answer.body);
    for (const [i, company] of plain.data.entries()) {
      const { number, country, state, locality } = page.data[i] ?? {};
      assert.deepEqual(page.data[i], { ...company, number, country, state, locality });
    }
    assert.deepEqual(
      page.data.map(({ number, country, state, locality }) => [number?.value, country, state, locality]),
      [
        ['8112039-7', 'FI', 'closed', 'HELSINKI'],
        ['8112038-9', 'FI', 'in_liquidation', 'HELSINKI'],
      ],
    );
    const next = await service.ask(`/details/v1/search?q=konerankka&limit=2&cursor=${page.next_cursor}`);
    const rest = next.json() as DetailsSearchPage;
    assert.deepEqual([rest.data.map(({ name }) => name), rest.next_cursor], [['Konerankka Paljas Oy'], null]);
  });

  test('a cursor of the contract continues here, and the other way round', async () => {
    const { next_cursor: cursor } = (await service.ask('/v1/search?q=konerankka&limit=2')).json() as SearchPage;
    const page = (await service.ask(`/details/v1/search?q=konerankka&cursor=${cursor}`)).json() as DetailsSearchPage;
    assert.deepEqual(page.data.length, 1);
  });

  test('finds companies of similar names, the most similar first, with what tells them apart', async () => {
    const answer = await service.ask('/details/v1/similar?q=Koneranka%20oy');
    assert.equal(answer.status, 200, answer.body);
    const found = answer.json() as SimilarCompanies;
    assert.ok(Compile(DETAILS_SCHEMAS.SimilarCompanies).Check(found), answer.body);
    assert.deepEqual([found.object, found.query, found.countries], ['similar_list', 'Koneranka oy', []]);
    const [first] = found.data;
    assert.deepEqual(
      [first?.id, first?.name, first?.number?.value, first?.state, first?.locality],
      [lineId(MILL), MILL.name, '8112038-9', 'in_liquidation', 'HELSINKI'],
    );
    const { data } = (await service.ask('/v1/search?q=Koneranka%20oy')).json() as SearchPage;
    assert.deepEqual(data, [], 'a search finds nothing');
  });

  test('finds at most five similar companies, only of the requested country', async () => {
    const similarTo = async (query: string): Promise<SimilarCompanies> =>
      (await service.ask(`/details/v1/similar?q=${query}`)).json() as SimilarCompanies;
    const everywhere = await similarTo('nordlysmir');
    assert.equal(everywhere.data.length, 5);
    assert.deepEqual([everywhere.data[0]?.name, everywhere.data[0]?.country], ['NORDLYSMYR ENK', 'NO']);
    const swedish = await similarTo('nordlysmir%20handel&country=se');
    assert.deepEqual(swedish.countries, ['SE']);
    assert.deepEqual([...new Set(swedish.data.map(({ country }) => country))], ['SE']);
    assert.deepEqual((await similarTo('nordlysmir&country=MT')).data, []);
  });

  test('suggests the company that a misspelt name means, and nothing for texts that no name is like', async () => {
    const { backend } = sample;
    const suggest = async (text: string): Promise<unknown[]> =>
      ((await findSimilar(backend, text, undefined)) ?? []).map(({ company }) => company.name);
    for (const [text, name] of MISSPELT) assert.ok((await suggest(text)).includes(name), `${text}: ${name}`);
    for (const text of MEANINGLESS) assert.deepEqual(await suggest(text), [], text);
  });

  test('charges more for similar names than for a search', async () => {
    service.clock.pass(60);
    const left = Number(
      /r=(\d+)/.exec((await service.ask('/details/v1/similar?q=nordlysmir')).headers['ratelimit'] ?? '')?.[1],
    );
    assert.equal(left, 240 - 4);
  });

  test('over a snapshot without a match index says that it cannot find similar names', async (t) => {
    const at = folder(t);
    const input = join(at, 'mill.ndjson');
    const out = join(at, 'mill.snapshot');
    writeFileSync(input, JSON.stringify(MILL));
    await buildSnapshot({ inputs: [input], out });
    const backend = openBackend(`snapshot:${out}`, { nameIndex: async () => MATCH_INDEX });
    const other = await serviceWithDoors(backend, 'details');
    t.after(async () => {
      await other.app.close();
      await backend.close();
    });
    const answer = await other.ask('/details/v1/similar?q=nordlysmir');
    const { code, detail } = answer.json() as Problem;
    assert.deepEqual([answer.status, code], [404, 'not_found']);
    assert.match(detail, /match index/);
  });

  test('over a backend without details does not exist', async () => {
    const { backend } = sample;
    const without: Backend = {
      search: (request) => backend.search(request),
      company: (id) => backend.company(id),
      officers: (request) => backend.officers(request),
      facts: () => backend.facts(),
      close: () => {},
    };
    const other = await serviceWithDoors(without, 'details');
    const answer = await other.ask(`/details/v1/companies/${lineId(MILL)}`);
    assert.deepEqual(
      [answer.status, (answer.json() as Problem).detail],
      [404, 'This service has no details of companies'],
    );
    await other.app.close();
  });
});
