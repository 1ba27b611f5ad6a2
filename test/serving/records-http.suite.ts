import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Company, CompanyEnvelope, OfficerPage, SearchPage } from '../../src/contract/index.ts';
import { PROFILE_FIELDS, type RegisterLine } from '../../src/model/index.ts';
import { DocumentSchemas, answerFaults, type OpenApi } from '../house/openapi-document.ts';
import { TestService, lineId, openSample, type Answer, type Sample } from '../fixtures/service.ts';
import { selectQueries, type BackendKind } from '../searching/backend-kind.ts';

const ATTRIBUTION = 'Powered by Example Registers';

/** The order of identifiers by the specification. */
const ORDER = ['national_registry_number', 'lei', 'eu_vat_number', 'vat_number', 'tin'];

/** Today by the clock at the start of a test. */
const TODAY = '2026-11-21';

/** The expected resource of an active company: all published values of its line, and no others. */
function toProfile(line: RegisterLine): Partial<Company> {
  const profile = Object.fromEntries(PROFILE_FIELDS.map((name) => [name, line[name]]));
  const { classifications = [], identifiers = [] } = line;
  const all = {
    ...profile,
    classifications: classifications.toSorted(
      (a, b) => Number(b.is_primary) - Number(a.is_primary) || compare(a.scheme, b.scheme) || compare(a.code, b.code),
    ),
    identifiers: identifiers.toSorted((a, b) => ORDER.indexOf(a.scheme) - ORDER.indexOf(b.scheme)),
  };
  const published = Object.entries(all).filter(([, value]) => value !== undefined && value.length > 0);
  return Object.fromEntries(published);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The current officers of a line on a day. */
function officersOn(line: RegisterLine, day: string): unknown[] {
  return (line.officers ?? [])
    .filter(({ resigned_on: resigned }) => resigned === undefined || resigned > day)
    .map((officer) => Object.assign({ object: 'company_officer' }, officer));
}

/** The rules of the specification about companies and officers, compared with the register lines. */
export function recordsSuite(kind: BackendKind): void {
  suite(`The records of the sample over HTTP, over ${kind.name}`, () => {
    let sample: Sample;
    let service: TestService;
    let document: OpenApi;
    let schemas: DocumentSchemas;
    before(async () => {
      sample = await openSample([], kind);
      service = new TestService(sample.backend);
      document = (await service.send('/about/api/openapi.json')).json() as OpenApi;
      schemas = new DocumentSchemas(document);
    });
    after(async () => {
      await service.app.close();
      await sample.close();
    });

    async function declared(path: string, answer: Promise<Answer>): Promise<unknown> {
      const got = await answer;
      assert.deepEqual([got.status, ...answerFaults(document, schemas, path, got)], [200]);
      return got.json();
    }
    const company = async (id: string): Promise<Company> => {
      const answer = service.ask(`/v1/companies/${id}`);
      const { data, attribution } = (await declared('/v1/companies/{company_id}', answer)) as CompanyEnvelope;
      assert.equal(attribution, ATTRIBUTION);
      return data;
    };
    const officers = async (id: string, from = service): Promise<OfficerPage> => {
      const answer = from.ask(`/v1/companies/${id}/officers`);
      const page = (await declared('/v1/companies/{company_id}/officers', answer)) as OfficerPage;
      assert.equal(page.attribution, ATTRIBUTION);
      assert.equal(page.requested_company_id, id);
      return page;
    };
    const search = async (query: string): Promise<SearchPage> => {
      const target = `/v1/search?limit=25&q=${encodeURIComponent(query)}`;
      const page = (await declared('/v1/search', service.ask(target))) as SearchPage;
      assert.equal(page.attribution, ATTRIBUTION);
      return page;
    };
    /** The line at the end of all redirects. */
    const findCanonical = (line: RegisterLine): RegisterLine => {
      const next = sample.lines.find((other) => lineId(other) === line.lifecycle?.canonical_id);
      return next === undefined ? line : findCanonical(next);
    };

    test('an active company has exactly the values of its register line', async () => {
      assert.ok(sample.byState.active.length > 1000);
      for (const line of selectQueries(kind, sample.byState.active)) {
        const id = lineId(line);
        const want = { id, object: 'company', lifecycle: { status: 'active' }, ...toProfile(line) };
        assert.deepEqual(await company(id), want);
      }
    });

    test('an active company lists the current officers of its register line, sources included', async () => {
      let urls = 0;
      for (const line of selectQueries(kind, sample.byState.active)) {
        const id = lineId(line);
        const want = officersOn(line, TODAY);
        const page = await officers(id);
        assert.equal(page.company_id, id);
        assert.deepEqual(page.data, want.slice(0, 100));
        assert.equal(page.has_more, want.length > 100 || line.officers_has_more === true, id);
        urls += page.data.filter(({ source }) => source.url !== undefined).length;
      }
      assert.ok(urls > 0, 'the sample has officers whose source has a URL');
    });

    test('identifiers are strongest first, and a LEI has no country_scope', async () => {
      const schemes = new Set<string>();
      const { active } = sample.byState;
      const oneEach = ORDER.flatMap(
        (scheme) => active.find((line) => line.identifiers?.some((own) => own.scheme === scheme)) ?? [],
      );
      for (const line of [...oneEach, ...selectQueries(kind, active)]) {
        const { identifiers = [] } = await company(lineId(line));
        const ranks = identifiers.map(({ scheme }) => ORDER.indexOf(scheme));
        assert.deepEqual(
          ranks,
          ranks.toSorted((a, b) => a - b),
        );
        for (const { scheme, country_scope: scope } of identifiers) {
          schemes.add(scheme);
          if (scheme === 'lei') assert.equal(scope, undefined);
          if (scheme === 'national_registry_number') assert.match(scope ?? '', /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/);
        }
      }
      assert.deepEqual([...schemes].toSorted(), ORDER.toSorted());
    });

    test('a Finnish business ID is a national_registry_number scoped to FI', async () => {
      const { identifiers = [] } = await company(sample.findId('Aallokas Marjatila Oy'));
      assert.deepEqual(identifiers[0], {
        scheme: 'national_registry_number',
        value: '0110071-6',
        country_scope: 'FI',
      });
    });

    test('a redirected record has the requested ID, the canonical ID and the canonical profile', async () => {
      for (const line of sample.byState.redirected) {
        const canonical = findCanonical(line);
        assert.deepEqual(await company(lineId(line)), {
          id: lineId(line),
          object: 'company',
          lifecycle: { status: 'redirected', canonical_id: lineId(canonical) },
          ...toProfile(canonical),
        });
      }
    });

    test('a record redirected to a redirected one leads to the current record in one step', async () => {
      for (const line of sample.byState.chained) {
        const canonical = findCanonical(line);
        assert.notEqual(line.lifecycle?.canonical_id, lineId(canonical));
        const { id, lifecycle, name } = await company(lineId(line));
        assert.deepEqual([id, name], [lineId(line), canonical.name]);
        assert.deepEqual(lifecycle, { status: 'redirected', canonical_id: lineId(canonical) });
      }
    });

    test('a redirected ID lists the officers of its canonical record under both IDs', async () => {
      for (const line of [...sample.byState.redirected, ...sample.byState.chained]) {
        const canonical = findCanonical(line);
        const page = await officers(lineId(line));
        assert.equal(page.company_id, lineId(canonical));
        assert.deepEqual(page.data, officersOn(canonical, TODAY));
      }
    });

    test('a split record has its profile as last published and the records it continues as', async () => {
      for (const line of sample.byState.split) {
        const successors = line.lifecycle?.successor_ids ?? [];
        assert.ok(successors.length > 1);
        assert.deepEqual(await company(lineId(line)), {
          id: lineId(line),
          object: 'company',
          lifecycle: { status: 'split', successor_ids: successors },
          ...toProfile(line),
        });
        for (const successor of successors) assert.equal((await company(successor)).lifecycle.status, 'active');
      }
    });

    for (const state of ['tombstoned', 'restricted'] as const) {
      test(`a ${state} record shows only its ID and its state`, async () => {
        for (const line of sample.byState[state]) {
          const id = lineId(line);
          assert.deepEqual(await company(id), { id, object: 'company', lifecycle: { status: state } });
        }
      });
    }

    for (const state of ['split', 'tombstoned', 'restricted'] as const) {
      test(`a ${state} record lists no officers`, async () => {
        for (const line of sample.byState[state]) {
          const { company_id: id, data, has_more: hasMore } = await officers(lineId(line));
          assert.deepEqual([id, data, hasMore], [lineId(line), [], false]);
        }
      });
    }

    for (const state of ['redirected', 'chained', 'split', 'tombstoned', 'restricted'] as const) {
      test(`a ${state} record is not found by search, neither by name nor by number`, async () => {
        let asked = 0;
        for (const line of sample.byState[state]) {
          const texts = [line.name ?? '', ...(line.identifiers ?? []).map(({ value }) => value)];
          for (const text of texts.filter((typed) => typed !== '')) {
            asked++;
            const { data } = await search(text);
            assert.ok(data.every(({ id, lifecycle }) => id !== lineId(line) && lifecycle.status === 'active'));
          }
        }
        assert.ok(asked > 0);
      });
    }

    const days: readonly (readonly [claim: string, date: string, present: string[], gone: string[]])[] = [
      ['the day before a resignation', '2024-03-30T23:59:59Z', ['RAVELSTOKE, Caspian', 'LLYNCADŴR, Eluned'], []],
      ['the day of a resignation', '2024-03-31T00:00:00Z', ['LLYNCADŴR, Eluned'], ['RAVELSTOKE, Caspian']],
      ['years later', '2026-11-21T12:00:00Z', ['LLYNCADŴR, Eluned'], ['RAVELSTOKE, Caspian']],
      ['the last day of one who will leave', '2099-12-30T23:59:59Z', ['LLYNCADŴR, Eluned'], ['RAVELSTOKE, Caspian']],
      ['the day they leave', '2099-12-31T00:00:00Z', [], ['RAVELSTOKE, Caspian', 'LLYNCADŴR, Eluned']],
    ];
    for (const [claim, date, present, gone] of days) {
      test(`an officer is current by the UTC date of the request: ${claim}`, async () => {
        const dated = new TestService(sample.backend);
        dated.clock.setDate(date);
        dated.clock.pass(-1);
        const { data, has_more: hasMore } = await officers(sample.findId('LARKHOLT ROLES PLC'), dated);
        const names = new Set(data.map(({ name }) => name));
        for (const name of present) assert.ok(names.has(name), name);
        for (const name of gone) assert.ok(!names.has(name), name);
        assert.equal(hasMore, false);
        await dated.app.close();
      });
    }

    test('an officer list changes its ETag with the day', async () => {
      const dated = new TestService(sample.backend);
      const target = `/v1/companies/${sample.findId('LARKHOLT ROLES PLC')}/officers`;
      dated.clock.setDate('2024-03-30T23:59:58Z');
      const { headers } = await dated.ask(target);
      const ask = async (): Promise<number> =>
        (await dated.ask(target, { headers: { 'if-none-match': headers['etag'] } })).status;
      dated.clock.setDate('2024-03-30T12:00:00Z');
      assert.equal(await ask(), 304);
      dated.clock.setDate('2024-03-31T00:00:00Z');
      assert.equal(await ask(), 200);
      await dated.app.close();
    });

    const crowds: readonly (readonly [claim: string, name: string, max: number, count: number, hasMore: boolean])[] = [
      ['more than the limit', 'LARKHOLT ROLES PLC', 3, 3, true],
      ['as many as the limit', 'LARKHOLT ROLES PLC', 4, 4, false],
      ['fewer than the limit', 'LARKHOLT ROLES PLC', 5, 4, false],
      ['more than the limit, and the register lists yet more', 'AS "Ābolkrūze"', 50, 50, true],
      ['none', 'Čučoriedkov softvér s. r. o.', 1, 0, false],
    ];
    for (const [claim, name, officersMax, count, hasMore] of crowds) {
      test(`has_more says whether there are more current officers than returned: ${claim}`, async () => {
        const small = new TestService(sample.backend, { officersMax });
        const page = await officers(sample.findId(name), small);
        assert.deepEqual([page.data.length, page.has_more], [count, hasMore]);
        await small.app.close();
      });
    }

    test('has_more is true when the register lists more current officers than the snapshot holds', async () => {
      const large = new TestService(sample.backend, { officersMax: 1000 });
      const id = sample.findId('AS "Ābolkrūze"');
      const page = await officers(id, large);
      const line = sample.lines.find((other) => lineId(other) === id);
      assert.ok(line !== undefined && line.officers_has_more === true);
      assert.deepEqual([page.data.length, page.has_more], [officersOn(line, TODAY).length, true]);
      await large.app.close();
    });

    test('no response contains data of a withheld record', async () => {
      for (const line of [...sample.byState.tombstoned, ...sample.byState.restricted]) {
        const secrets = [line.name, ...(line.identifiers ?? []).map(({ value }) => value), 'Withheld Person'];
        const words = secrets.filter((word) => word !== undefined);
        const targets = [`/v1/companies/${lineId(line)}`, `/v1/companies/${lineId(line)}/officers`];
        for (const target of targets) {
          const { body } = await service.ask(target);
          for (const word of words) assert.ok(!body.includes(word), word);
        }
      }
    });
  });
}
