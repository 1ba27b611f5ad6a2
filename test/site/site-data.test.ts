import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, suite, test } from 'node:test';
import type { CompanyEnvelope, OfficerPage, SearchPage } from '../../src/contract/index.ts';
import { COUNTRIES } from '../../src/model/index.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import {
  BASE_URL,
  SITE_URL,
  TestService,
  lineId,
  openSample,
  type Sample,
  type SampleState,
} from '../fixtures/service.ts';

const SITE_PATH = new URL(SITE_URL).pathname;

/** Returns the text of a page as a person reads it. */
function toWords(html: string): string {
  return html
    .replace(/<(style|script)[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');
}

suite('The pages over the sample', () => {
  let sample: Sample;
  let service: TestService;
  before(async () => {
    sample = await openSample();
    service = new TestService(sample.backend);
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });

  /** Returns a page of the site, which must exist. */
  const page = async (path: string): Promise<string> => {
    service.clock.pass(1);
    const { status, body } = await service.send(SITE_PATH + path, { headers: { accept: 'text/html' } });
    assert.equal(status, 200, path);
    return body;
  };
  /** Returns the page of the first company in a state, and the response of the API about the company. */
  const shown = async (state: SampleState): Promise<{ html: string; words: string; envelope: CompanyEnvelope }> => {
    const id = lineId(sample.byState[state][0]);
    const html = await page(`/companies/${id}`);
    return {
      html,
      words: toWords(html),
      envelope: (await service.ask(`/v1/companies/${id}`)).json() as CompanyEnvelope,
    };
  };

  const states: readonly (readonly [SampleState, RegExp | undefined])[] = [
    ['active', undefined],
    ['redirected', /This address now leads to Aallokas Marjatila Oy/],
    ['chained', /This address now leads to TVERVIK HAVBRUK AS/],
    ['split', /This company was split/],
    ['tombstoned', /No register lists this company any more/],
    ['restricted', /The values of this company are withheld/],
  ];
  for (const [state, sentence] of states) {
    test(`a company that is ${state}: the values of the API, the explained state, links to its successors`, async () => {
      const { html, words, envelope } = await shown(state);
      const { id, lifecycle, name, identifiers = [], classifications = [] } = envelope.data;
      if (sentence === undefined) assert.doesNotMatch(html, /class="note"/);
      else assert.match(words, sentence);
      for (const value of [
        id,
        name,
        ...identifiers.map((each) => each.value),
        ...classifications.map((each) => each.code),
      ])
        if (value !== undefined) assert.ok(words.includes(value), value);
      for (const other of [lifecycle.canonical_id, ...(lifecycle.successor_ids ?? [])]) {
        if (other === undefined) continue;
        assert.ok(html.includes(`href="${SITE_PATH}/companies/${other}"`));
        await page(`/companies/${other}`);
      }
      assert.ok(words.includes(envelope.attribution));
      // Search engines must remove companies that are no longer published.
      assert.equal(html.includes('noindex'), state === 'tombstoned' || state === 'restricted');
    });
  }

  test('shows only the ID of a company with withheld values', async () => {
    for (const state of ['tombstoned', 'restricted'] as const) {
      for (const line of sample.byState[state]) {
        const words = toWords(await page(`/companies/${lineId(line)}`));
        const values = [line.name, ...(line.identifiers ?? []).map(({ value }) => value), 'Withheld Person'];
        for (const value of values) assert.ok(value === undefined || !words.includes(value), value);
        assert.doesNotMatch(words, /Registry number|Officers/);
      }
    }
  });

  test('names every current officer with the roles and the source, the last ones included', async () => {
    for (const name of ['LARKHOLT ROLES PLC', 'AS "Ābolkrūze"', 'Čučoriedkov softvér s. r. o.']) {
      const id = sample.findId(name);
      const words = toWords(await page(`/companies/${id}`));
      const { data, has_more: hasMore } = (await service.ask(`/v1/companies/${id}/officers`)).json() as OfficerPage;
      for (const officer of data)
        for (const value of [officer.name, officer.source.system, ...(officer.roles ?? [])])
          assert.ok(words.includes(value));
      assert.equal(words.includes('the register lists more'), hasMore);
      assert.equal(words.includes('No officers are published here'), data.length === 0);
    }
  });

  test('lists other companies of the same name with their differences, and none of a longer name', async () => {
    const id = lineId(sample.lines.find(({ name }) => name === 'Nordlysmyr Handel AS'));
    const [, list = ''] = (await page(`/companies/${id}`)).split('Other companies with this name');
    const items = list
      .split('<ul class="facts">')
      .slice(1)
      .map((item) => toWords(item.split('</ul>')[0] ?? ''));
    assert.equal(items.length, 5);
    for (const country of ['Norway', 'Sweden', 'Denmark', 'Iceland'])
      assert.ok(
        items.some((words) => new RegExp(`^ ${country} [\\d-]+ `).test(words)),
        `${country}: ${items.join()}`,
      );
    const unique = await page(`/companies/${sample.findId('LARKHOLT ROLES PLC')}`);
    assert.doesNotMatch(unique, /Other companies with this name/);
  });

  test('a page leads to the contact of the operator, with the ID, where there is one', async () => {
    const id = lineId(sample.byState.active[0]);
    for (const [contact, want] of [
      ['mailto:data@example.org', `href="mailto:data@example.org?subject=${id}"`],
      ['https://example.org/errors', 'href="https://example.org/errors"'],
    ]) {
      const asked = new TestService(sample.backend, { contact });
      const { body } = await asked.send(`${SITE_PATH}/companies/${id}`);
      assert.ok(body.includes(`<a ${want} rel="noreferrer">Report an error</a>`), contact);
      await asked.app.close();
    }
    assert.doesNotMatch(await page(`/companies/${id}`), /Report an error/);
  });

  const searches: readonly (readonly [claim: string, target: string, heading: RegExp])[] = [
    ['a search for a name', 'q=nordlysmyr', /\d+ companies found for “nordlysmyr”/],
    ['a search in a country', 'q=nordlysmyr&country=SE', /\d+ compan\w+ found for “nordlysmyr” in Sweden/],
    ['a search for a number', 'q=SC300047', /1 company found for “SC300047”/],
  ];
  for (const [claim, target, heading] of searches) {
    test(`${claim}: the count of all pages, jurisdiction and business ID of each company, links to each country`, async () => {
      const html = await page(`/search?${target}`);
      assert.match(toWords(html), heading);
      const asked = new URLSearchParams(target);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const more = cursor === '' ? '' : `&cursor=${cursor}`;
        const answer = (await service.ask(`/v1/search?${target}&limit=25${more}`)).json() as SearchPage;
        found.push(...answer.data.map(({ id }) => id));
        cursor = answer.next_cursor;
      }
      assert.ok(toWords(html).includes(`${found.length} compan`));
      const [, results = ''] = html.split('<ul class="results">');
      for (const id of found.slice(0, 10)) {
        const { data } = (await service.ask(`/v1/companies/${id}`)).json() as CompanyEnvelope;
        const [number] = data.identifiers ?? [];
        const item = toWords(results.split(`/companies/${id}"`)[1]?.split('</ul>')[0] ?? '');
        assert.ok(number !== undefined && item.includes(number.value), item);
        assert.ok(item.includes(COUNTRIES.get(number.country_scope?.slice(0, 2) ?? '') ?? '?'), item);
      }
      const facets = [...html.matchAll(/\/search\?(q=[^"]*&#38;country=[A-Z]{2})"[^>]*>[^<]+<span>(\d+)<\/span>/g)];
      for (const [, query = '', count] of facets) {
        const answer = await page(`/search?${query.replaceAll('&#38;', '&')}`);
        assert.ok(toWords(answer).includes(`${count} compan`), query);
      }
      assert.equal(facets.length > 1, target === 'q=nordlysmyr' || asked.has('country'));
    });
  }

  test('a row of results has the state of a company that is not active, and its town', async () => {
    const closed = sample.lines.find(({ state, lifecycle }) => state === 'closed' && lifecycle === undefined);
    const active = sample.lines.find(({ state, name }) => state === 'active' && name === 'Nordlysmyr Handel AS');
    for (const [line, pill] of [
      [closed, `Closed since ${closed?.closed_on}`],
      [active, ''],
    ] as const) {
      const number = line?.identifiers?.[0]?.value ?? '';
      const [, row = ''] = (await page(`/search?q=${encodeURIComponent(number)}`)).split('<ul class="results">');
      const words = toWords(row.split('</li>\n</ul>')[0] ?? '');
      assert.ok(words.includes(pill) && words.includes(line?.address?.locality ?? '?'), words);
      assert.equal(words.includes('Active'), false);
    }
  });

  test('a search that finds nothing offers companies with similar names, where the data has an index for it', async () => {
    const words = toWords(await page('/search?q=nordlismyr'));
    assert.match(words, /No company found for “nordlismyr” Did you mean [^]*Nordlysmyr/i);
    const [, swedish = ''] = (await page('/search?q=nordlysmir+handel&country=SE')).split('<h3>Did you mean</h3>');
    assert.match(toWords(swedish), /^ Nordlysmyr Handel AS Sweden /);
    assert.doesNotMatch(await page('/search?q=nordlysmir&country=MT'), /Did you mean/);
    const { backend } = sample;
    const without = new TestService({
      search: (request) => backend.search(request),
      company: (id) => backend.company(id),
      officers: (request) => backend.officers(request),
      facts: () => backend.facts(),
      close: () => undefined,
    });
    const { status, body } = await without.send(`${SITE_PATH}/search?q=nordlismyr`, {
      headers: { accept: 'text/html' },
    });
    assert.equal(status, 200);
    assert.match(body, /No company found for/);
    assert.doesNotMatch(body, /Did you mean/);
    await without.app.close();
  });

  test('a search in a country that does not exist says so', async () => {
    for (const query of ['nordlysmyr', 'nordlismyr'])
      assert.match(
        toWords(await page(`/search?q=${query}&country=xx`)),
        /No country has the code “XX” Search all countries/,
      );
    assert.match(
      toWords(await page('/search?q=nordlysmyr&country=US')),
      /No company found for “nordlysmyr” in United States/,
    );
  });

  test('the page of a company that is not there speaks to people, and has a search box', async () => {
    for (const [path, title] of [
      ['/companies/co_0000000000000000000000zzzz', 'This company was not found'],
      ['/companies/42', 'This company was not found'],
      ['/nowhere', 'This page was not found'],
    ]) {
      const { body } = await service.send(SITE_PATH + path, { headers: { accept: 'text/html' } });
      assert.match(body, new RegExp(`<h1>${title}</h1>[^]*<company-search`), path);
      assert.doesNotMatch(toWords(body), /must have the format|is visible under/);
    }
  });

  for (const path of ['/v1', '/api', '/openapi.json', '/v1/openapi.json']) {
    test(`a program that asks for ${path} learns where the API is described`, async () => {
      const { status, body } = await service.send(SITE_PATH + path);
      const { detail } = JSON.parse(body) as { detail: string };
      assert.equal(status, 404);
      const [, document = ''] = /; (\S+) describes the API$/.exec(detail) ?? [];
      assert.equal((await service.send(new URL(document).pathname)).status, 200);
    });
  }

  for (const [query, message] of [
    ['q=%C3%A5%3C', /“å<” is too short\. Type at least 3 characters/],
    [`q=${'a'.repeat(65)}`, /The text is too long\. Type at most 64 characters/],
    ['q=nor&cursor=none', /This page of results has expired\. Start from the first page/],
    ['q=nor&country=Norway', /This search is not possible\. Parameter "country" must be/],
  ] as const) {
    test(`a search that is refused says why beside the form, which keeps the text: ${query.slice(0, 20)}`, async () => {
      const { status, body } = await service.send(`${SITE_PATH}/search?${query}`, { headers: { accept: 'text/html' } });
      assert.equal(status, 400);
      assert.match(toWords(body), message);
      const value = new URLSearchParams(query).get('q')?.replace('<', '&#60;');
      assert.ok(body.includes(`value="${value}"`));
      assert.match(body, /noindex/);
    });
  }

  test('the requests that a page shows are answered', async () => {
    const { html } = await shown('active');
    const requests = [...html.matchAll(/curl &#39;(.*?)&#39;|curl '(.*?)'/g)].map(
      ([, escaped, plain]) => escaped ?? plain ?? '',
    );
    assert.equal(requests.length, 2);
    for (const url of requests) {
      assert.ok(url.startsWith(BASE_URL));
      assert.equal((await service.ask(url.slice(BASE_URL.length))).status, 200);
    }
  });

  test('the page of a search shows it as a command that a shell reads, and curl sends', async () => {
    for (const query of ['lodz', 'ђурђевка', "O'TARRIGAN & DAUGHTERS", '100% PENNY']) {
      const html = await page(`/search?${new URLSearchParams({ q: query, country: 'all' }).toString()}`);
      const printed = /<code>(curl .*?)<\/code>/.exec(html)?.[1] ?? '';
      const command = printed.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
      const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' });
      const [url = '', asked] = stdout.split('\n').filter((word) => !word.startsWith('--'));
      const target = new URL(url);
      if (asked !== undefined && asked !== '') target.searchParams.set('q', asked.slice('q='.length));
      assert.equal(target.searchParams.get('q'), query, command);
      assert.ok(command.includes(query.split("'")[0] ?? query), command);
      const { data } = (await service.ask(target.href.slice(BASE_URL.length))).json() as { data: unknown[] };
      assert.notEqual(data.length, 0, query);
    }
  });

  test('the coverage has every country with its counts, and says of no register that invented companies are its own', async () => {
    const html = await page('/coverage');
    const { countries } = await sample.backend.facts();
    for (const [code, name] of COUNTRIES) {
      const [row = ''] = new RegExp(`<details id="${code}">.*?</details>`, 's').exec(html) ?? [];
      const words = toWords(row);
      const { active = 0, officers = 0 } = countries?.[code] ?? {};
      assert.ok(words.includes(` ${name} ${active} companies ${officers > 0 ? `${officers} officers ` : ''}`), words);
      assert.match(words, /Invented companies/);
      assert.ok(html.includes(`<a href="#${code}" tabindex="-1"`), name);
    }
    assert.match(toWords(html), /1,829 invented companies and 1,641 invented officers/);
  });

  test('every page says that the sample is invented, and names no real register but as one that can be imported', async () => {
    const paths = [
      '/',
      '/search',
      '/search?q=aal',
      '/coverage',
      '/status',
      '/developers',
      '/developers/matching?text=a',
      '/problems/not-found',
    ];
    for (const path of [...paths, `/companies/${lineId(sample.byState.active[0])}`]) {
      const words = toWords(await page(path));
      assert.match(words, /Invented data\. The companies and people here do not exist/, path);
      if (path.startsWith('/developers')) continue;
      for (const { name, attribution } of REGISTERS.values())
        assert.ok(!words.includes(attribution) && (path === '/coverage' || !words.includes(name)), `${path}: ${name}`);
    }
    const { status, body } = await service.send(`${SITE_PATH}/nowhere`, { headers: { accept: 'text/html' } });
    assert.equal(status, 404);
    assert.match(body, /Invented data/);
  });

  test('the status shows the age of the data of each register, counted again every day', async () => {
    const { generation } = await sample.backend.facts();
    const ask = async (): Promise<{ date: string; registers: readonly { id: string; age_days: number }[] }> =>
      JSON.parse(await page('/status.json')) as Awaited<ReturnType<typeof ask>>;
    service.clock.setDate('2026-11-21T23:59:00Z');
    const { registers, ...whole } = await ask();
    const counts = { companies: 1829, officers: 1641 };
    assert.deepEqual(whole, { status: 'ready', generation, date: '2026-11-21', ...counts, sample: true });
    assert.deepEqual(registers, [
      {
        id: 'sample',
        name: 'Invented companies',
        countries: [...COUNTRIES.keys()],
        ...counts,
        as_of_first: '2026-11-01',
        as_of_last: '2026-11-20',
        age_days: 1,
      },
    ]);
    assert.match(
      toWords(await page('/status')),
      /Invented companies .* 2026-11-20 1 day old Observed 2026-11-01 to 2026-11-20 /,
    );
    service.clock.setDate('2026-11-22T00:00:00Z');
    assert.equal((await ask()).registers[0]?.age_days, 2);
    assert.match(toWords(await page('/status')), /2026-11-20 2 days old /);
  });
});
