/** Changes over HTTP, as a client sees them. */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import { changeRecorder } from '../../../extras/changes/recorder.ts';
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { openBackend, type Refreshable } from '../../../src/backend/index.ts';
import { buildSnapshot } from '../../../src/build/index.ts';
import { ChangeList as schema } from '../../../extras/changes/schemas.ts';
import type { Problem } from '../../../src/contract/index.ts';
import type { ChangeList } from '../../../extras/changes/schemas.ts';
import { FeedReader } from '../../../extras/changes/feed/index.ts';
import { changesDoor } from '../../../extras/changes/door/door.ts';
import { listDeclarations, makeDoors } from '../../fixtures/doors.ts';
import type { RegisterLine } from '../../../src/model/index.ts';
import { mill, millId, mills } from '../../searching/generations.ts';
import { BASE_URL, SITE_URL, TestService, doorParts } from '../../fixtures/service.ts';

const POLICY = '"changes";q=600;w=60';
const validator = Compile(schema);

/** The fields that differ in the third generation: those of the company, then its details. */
const CHANGED_FIELDS = ['name', 'country_code', 'state', 'closed_on', 'address', 'former_names'];

suite('the door "changes"', () => {
  let at = '';
  let snapshot = '';
  let backend: Refreshable;
  let service: TestService;
  const generations: string[] = [];

  async function build(lines: readonly RegisterLine[]): Promise<void> {
    const input = join(at, 'lines.ndjson');
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const previous = generations.length === 0 ? {} : { previous: snapshot };
    const { metadata } = await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      changes: changeRecorder(),
      inputs: [input],
      out: snapshot,
      acceptLoss: ['SE'],
      ...previous,
    });
    generations.push(metadata.generation);
  }
  async function serve(of: Refreshable): Promise<TestService> {
    const doors = listDeclarations('changes');
    const facts = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example & Registers', doors };
    return new TestService(of, { doors }, await makeDoors({ ...doorParts(of), facts, snapshot }));
  }

  before(async () => {
    at = mkdtempSync(join(tmpdir(), 'openfirma-changes-'));
    snapshot = join(at, 'mills.snapshot');
    await build(mills(0, 150));
    await build([...mills(1, 151), mill(200, { name: 'Hemlig kvarn' })]);
    const changed = mill(150, { name: 'Kvarn ny', country_code: 'SE', state: 'closed', closed_on: '2026-10-31', address: { locality: 'Malmö' }, former_names: [{ name: 'Kvarn 150', kind: 'former' }] }); // prettier-ignore
    await build([...mills(1, 150), changed, mill(200)]);
    const restricted = { id: millId(200), lifecycle: { status: 'restricted' as const } };
    await build([...mills(0, 280), mill(200), restricted]);
    backend = openBackend(`snapshot:${snapshot}`);
    service = await serve(backend);
  });
  after(async () => {
    await service.app.close();
    rmSync(at, { recursive: true });
  });

  const list = async (target: string, of = service): Promise<ChangeList> => {
    const answer = await of.ask(target);
    assert.equal(answer.status, 200, answer.body);
    assert.ok(validator.Check(answer.json()), answer.body);
    return answer.json() as ChangeList;
  };
  const walk = async (target: string): Promise<ChangeList['data']> => {
    const data: ChangeList['data'] = [];
    for (let page = await list(target); ; page = await list(`/changes?limit=7&cursor=${page.next_cursor}`)) {
      data.push(...page.data);
      if (!page.has_more) return data;
    }
  };

  test('lists events with present values, in order; for a company that is restricted later only that event', async () => {
    const all = await walk('/changes?limit=7');
    const [, second, third, fourth] = generations;
    const of = (generation: string | undefined): ChangeList['data'] =>
      all.filter((change) => change.generation === generation);
    const listed = of(second).map(({ company_id: id, event }) => `${id} ${event}`);
    assert.deepEqual(listed.toSorted(), [`${millId(0)} tombstoned`, `${millId(150)} added`].toSorted());
    assert.deepEqual(of(third).map(({ company_id: id, event, fields }) => [id, event, fields]), [[millId(150), 'changed', CHANGED_FIELDS]]); // prettier-ignore
    // The fourth generation has the plain company again: no value of the third is served.
    assert.deepEqual(of(third).map(({ name, values }) => [name, values]), [['Kvarn 000150 AB', { name: 'Kvarn 000150 AB' }]]); // prettier-ignore
    assert.deepEqual(all.filter(({ name }) => name === undefined).map(({ event }) => event), ['restricted']); // prettier-ignore
    const last = of(fourth);
    assert.deepEqual(last.filter(({ event }) => event === 'restricted').map(({ company_id: id }) => id), [millId(200)]); // prettier-ignore
    assert.equal(last.find(({ company_id: id }) => id === millId(0))?.event, 'returned');
    assert.equal(all.length, 2 + 1 + last.length);
    const first = await list('/changes?limit=2');
    assert.equal(first.generation, fourth);
    assert.equal(first.attribution, 'Powered by Example & Registers');
    assert.equal(first.kept_since, all[0]?.time, 'kept_since is the time of the first event');
  });

  test('begins after a generation, a time or a cursor', async () => {
    const [first, second, third, fourth] = generations;
    const all = await walk('/changes?limit=1000');
    assert.deepEqual(await walk(`/changes?limit=7&after=${first}`), all);
    assert.deepEqual(await walk(`/changes?limit=7&after=${second}`), all.slice(2));
    assert.deepEqual(await walk(`/changes?after=${third}&limit=9`), all.slice(3));
    const { data, has_more, next_cursor } = await list(`/changes?after=${fourth}`);
    assert.deepEqual([data, has_more], [[], false]);
    assert.deepEqual((await list(`/changes?cursor=${next_cursor}`)).data, []);
    const { time } = all[2] ?? assert.fail();
    assert.deepEqual((await walk(`/changes?limit=5&since=${time}`)).slice(0, 3), all.slice(3, 6));
    const { kept_since: kept = '' } = await list('/changes?limit=1');
    assert.deepEqual(await walk(`/changes?limit=9&since=${kept}`), all.slice(2));
    const early = new Date(Date.parse(kept) - 1).toISOString();
    const refused = (await service.ask(`/changes?since=${early}`)).json() as Problem;
    assert.equal(refused.detail, `Parameter "since" leads to changes that are not kept (changes are kept since ${kept}): begin with a whole snapshot, got "${early}"`); // prettier-ignore
    assert.deepEqual((await list('/changes?since=2999-01-01T00:00:00%2B02:00')).data, []);
    assert.deepEqual((await list('/changes?since=2999-01-01')).data, [], 'a day begins at midnight UTC');
  });

  test('supports entity tags, 304 and HEAD like the operations, with its own limit', async () => {
    const answer = await service.ask('/changes?limit=3');
    const { etag = '' } = answer.headers;
    assert.deepEqual([answer.headers['ratelimit-policy'], answer.headers['cache-control']], [POLICY, 'public, max-age=60, must-revalidate, stale-while-revalidate=0, stale-if-error=0']); // prettier-ignore
    const same = await service.ask('/changes?limit=3', { headers: { 'if-none-match': etag } });
    assert.deepEqual([same.status, same.body], [304, '']);
    assert.equal((await service.ask('/changes?limit=3', { method: 'HEAD' })).status, 200);
  });

  test('lists the events of one company, the last one first', async () => {
    const { data } = await list(`/changes/companies/${millId(150)}`);
    assert.deepEqual(data.map(({ event }) => event), ['changed', 'changed', 'added']); // prettier-ignore
    assert.deepEqual(
      (await list(`/changes/companies/${millId(200)}`)).data.map(({ event }) => event),
      ['restricted'],
    );
    assert.deepEqual((await list(`/changes/companies/${millId(7)}`)).data, []);
    assert.equal((await service.ask('/changes/companies/co_00000000000000000000000000')).status, 404);
    assert.match(((await service.ask('/changes/companies/42')).json() as Problem).detail, /must have the format of a company ID .*, got "42"/); // prettier-ignore
  });

  for (const [target, detail] of [
    ['/changes?limit=0', /"limit" must be a whole number from 1 to 1000, got "0"/],
    ['/changes?limit=1001', /"limit" must be/],
    ['/changes?limit=1e2', /"limit" must be/],
    ['/changes?limit=1&limit=2', /"limit" must be given once/],
    ['/changes?after=', /"after" must be a generation, got ""/],
    ['/changes?after=00000000000000000000000000', /"after" is not a generation with kept changes: begin with a whole/],
    ['/changes?since=yesterday', /"since" must be a time such as/],
    ['/changes?since=2026-02-30', /"since" must be a time such as .*, or a day such as/],
    ['/changes?since=2000-01-01', /"since" leads to changes that are not kept/],
    ['/changes?since=2026-13-01T00:00:00Z', /"since" must be a time such as/],
    ['/changes?since=2026-02-30T00:00:00Z', /"since" must be a time such as/],
    ['/changes?cursor=x', /"cursor" must be the next_cursor of an answer, got "x"/],
    ['/changes?cursor=1-999999', /"cursor" leads to changes that are not kept/],
    ['/changes?cursor=99-1', /"cursor" leads to changes that are not kept/],
    ['/changes?cursor=1-1&after=a', /"cursor" cannot be combined with "after"/],
  ] as const)
    test(`refuses ${target} in one line`, async () => {
      const answer = await service.ask(target);
      assert.equal(answer.status, 400, answer.body);
      assert.match((answer.json() as Problem).detail, detail);
    });

  test('continues with the next generation from the cursor of the one before, and ends at a rollback', async () => {
    const { next_cursor: cursor } = await list(`/changes?after=${generations.at(-1)}`);
    const kept = join(at, 'kept');
    copyFileSync(snapshot, kept);
    await build(mills(0, 290));
    await backend.refresh();
    const { data, generation } = await list(`/changes?cursor=${cursor}&limit=1000`);
    assert.equal(generation, generations.at(-1));
    assert.deepEqual(new Set(data.map(({ generation: of }) => of)), new Set([generation]));
    const { next_cursor: later } = await list(`/changes?after=${generation}`);
    const other = openBackend(`snapshot:${kept}`);
    const back = await serve(other);
    assert.equal((await back.ask(`/changes?cursor=${cursor}`)).status, 200);
    assert.equal((await back.ask(`/changes?cursor=${later}`)).status, 400);
    await back.app.close();
  });

  test('serves the previous generation while the next one loads, without companies restricted since', async () => {
    await build([...mills(0, 290), mill(300), mill(301)]);
    await backend.refresh();
    const earlier = generations.at(-1) ?? '';
    const feed = (await new FeedReader(snapshot).feed(earlier)) ?? assert.fail();
    const restricted = { id: millId(300), lifecycle: { status: 'restricted' as const } };
    const redirected = { id: millId(301), lifecycle: { status: 'redirected' as const, canonical_id: millId(300) } };
    await build([...mills(0, 290), mill(300), restricted, redirected]);
    await backend.refresh();
    const facts = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers', doors: listDeclarations('changes') }; // prettier-ignore
    // The door of a worker that has not read the newest generation yet.
    const door = changesDoor(
      { ...doorParts(backend), facts, snapshot },
      { feed: async () => await Promise.resolve(feed) },
    );
    const behind = new TestService(backend, { doors: listDeclarations('changes') }, [door]);
    const added = feed.page(feed.after(generations.at(-3) ?? '') ?? assert.fail(), 9).events.map(({ id }) => id);
    assert.deepEqual(added.toSorted(), [millId(300), millId(301)].toSorted());
    const page = await list(`/changes?after=${generations.at(-3)}`, behind);
    assert.deepEqual([page.generation, page.data, page.has_more], [earlier, [], false]);
    assert.ok((await list('/changes?limit=1000', behind)).data.length <= 100);
    assert.deepEqual((await list(`/changes/companies/${millId(300)}`, behind)).data, []);
    assert.deepEqual((await list(`/changes/companies/${millId(160)}`, behind)).data.map(({ event }) => event), ['added']); // prettier-ignore
    // The cursor of a worker that already serves the next generation.
    const { next_cursor: ahead } = await list(`/changes?after=${generations.at(-1)}`);
    for (const target of [`/changes?cursor=${ahead}`, `/changes?after=${generations.at(-1)}`]) {
      const { status, headers } = await behind.ask(target);
      assert.deepEqual([status, headers['retry-after']], [503, '5'], target);
    }
    assert.equal((await behind.ask('/changes?cursor=x')).status, 400);
    await behind.app.close();
    const starting = changesDoor({ ...doorParts(backend), facts, snapshot }, { feed: async () => await Promise.resolve(undefined) }); // prettier-ignore
    const other = new TestService(backend, { doors: listDeclarations('changes') }, [starting]);
    const { status, body } = await other.ask('/changes');
    assert.deepEqual([status, (JSON.parse(body) as Problem).code], [503, 'upstream_busy']);
    await other.app.close();
  });

  suite('a watch list', () => {
    const [first, second, third] = [mill(401), mill(402), mill(403)];
    const moved = { id: millId(401), lifecycle: { status: 'redirected' as const, canonical_id: millId(402) } };
    const parted = { id: millId(403), lifecycle: { status: 'split' as const, successor_ids: [millId(404), millId(405)] } }; // prettier-ignore
    const NEVER = `co_${'0'.repeat(26)}`;
    let from = '';
    before(async () => {
      const others = mills(0, 290);
      await build([...others, first, second, third]);
      from = (await list('/changes?limit=1000')).next_cursor ?? '';
      await build([...others, first, mill(402, { name: 'Kvarn 402 ny' }), third]);
      await build([...others, moved, mill(402, { name: 'Kvarn 402' }), parted, mill(404), mill(405), mill(401), mill(403)]); // prettier-ignore
      await build([...others, moved, mill(402), parted, mill(404, { name: 'Kvarn 404 ny' }), mill(405), mill(401), mill(403)]); // prettier-ignore
      await backend.refresh();
      from = `after=${generations.at(-4)}`;
    });

    const named = ({ data }: ChangeList): string[] =>
      data.map(({ company_id: id, event, generation }) => {
        const number = [401, 402, 403, 404, 405, 160].find((n) => millId(n) === id);
        return `${generations.length - generations.indexOf(generation)} ${number} ${event}`;
      });
    const query = async (companies: unknown, more: object = {}, of = service) =>
      await of.ask('/changes/query', { method: 'POST', payload: JSON.stringify({ companies, ...more }) });

    test('returns the events of its companies, and after a redirect or a split those of the others', async () => {
      const watched = `company=${millId(401)}&company=${millId(403)}&company=${millId(160)}&company=${NEVER}`;
      const page = await list(`/changes?${watched}&${from}`);
      // The target changed before the redirect, too, but the watched company did not.
      assert.deepEqual(named(page).toSorted(), [
        '1 402 changed', '1 404 changed', '2 401 redirected', '2 402 changed', '2 403 split', '2 404 added', '2 405 added',
      ]); // prettier-ignore
      const [generation = '', time = ''] = [generations.at(-2), page.data.find((one) => one.event === 'split')?.time];
      assert.deepEqual(page.followed, [
        { company_id: millId(401), reason: 'redirected', continues_as: [millId(402)], generation, time },
        { company_id: millId(403), reason: 'split', continues_as: [millId(404), millId(405)], generation, time },
      ]);
      assert.deepEqual(page.unknown_ids, [NEVER]);
      const direct = await list(`/changes?company=${millId(402)}&${from}`);
      assert.deepEqual(named(direct), ['3 402 changed', '2 402 changed', '1 402 changed']);
      assert.deepEqual([direct.followed, direct.unknown_ids], [[], []]);
      const only = await list('/changes?limit=1');
      assert.deepEqual([only.followed, only.unknown_ids], [undefined, undefined], 'absent without a watch list');
    });

    test('in a body returns the same, page by page', async () => {
      const ids = [millId(403), millId(401), ...Array.from({ length: 9998 }, (_, n) => millId(n + 10_000))];
      const data: ChangeList['data'] = [];
      let more: object = { after: generations.at(-4), limit: 2 };
      for (let page: ChangeList | undefined; page?.has_more !== false; more = { cursor: page.next_cursor, limit: 2 }) {
        page = (await query(ids, more)).json() as ChangeList;
        assert.ok(validator.Check(page));
        assert.ok(page.data.length <= 2);
        assert.equal(page.unknown_ids?.length, 9998);
        data.push(...page.data);
      }
      assert.deepEqual(data, (await list(`/changes?company=${millId(401)}&company=${millId(403)}&${from}`)).data);
    });

    test('costs tokens by its length, and keeps nothing', async () => {
      const left = async (companies: readonly string[]): Promise<number> => {
        const { headers } = await query(companies, {}, fresh);
        return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
      };
      const fresh = await serve(backend);
      assert.equal(await left([millId(1)]), 600 - 1);
      // The body has 78 times 4 KB, and 20 times 500 companies.
      assert.equal(await left(Array.from({ length: 10_000 }, (_, n) => millId(n))), 600 - 1 - 78 - 20);
      await fresh.app.close();
    });

    test('that is wrong is refused in one line', async () => {
      const many = Array.from({ length: 101 }, () => `company=${millId(1)}`).join('&');
      const tooMany = (await service.ask(`/changes?${many}`)).json() as Problem;
      assert.match(tooMany.detail, /"company" must be given at most 100 times; POST \/changes\/query takes more/);
      for (const [companies, more, detail] of [
        ['x', {}, /"companies" must be a list of 1 to 10000 company IDs, got "x"/],
        [[], {}, /"companies" must be a list of 1 to 10000 company IDs/],
        [[millId(1), 7], {}, /"companies\[1\]" must have the format of a company ID .*, got "7"/],
        [[millId(1)], { since: 'x' }, /"since" must be a time/],
        [[millId(1)], { limit: 1001 }, /"limit" must be a whole number from 1 to 1000, got "1001"/],
        [[millId(1)], { company: 1 }, /"company" is unknown: allowed are companies, after, since, cursor, limit/],
      ] as const) {
        const answer = await query(companies, more);
        assert.equal(answer.status, 400);
        assert.match((answer.json() as Problem).detail, detail);
      }
    });
  });

  test('returns no events without change files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openfirma-changes-'));
    copyFileSync(snapshot, join(folder, 'other.snapshot'));
    const other = openBackend(`snapshot:${join(folder, 'other.snapshot')}`);
    const doors = listDeclarations('changes');
    const facts = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers', doors };
    const path = join(folder, 'other.snapshot');
    const empty = new TestService(other, { doors }, await makeDoors({ ...doorParts(other), facts, snapshot: path }));
    const { data, next_cursor } = await list('/changes', empty);
    assert.deepEqual([data, next_cursor], [[], `0-${generations.at(-1)}`]);
    assert.deepEqual((await list(`/changes?cursor=${next_cursor}`, empty)).next_cursor, next_cursor);
    // The cursor continues only from the generation that it names.
    await build(mills(0, 295));
    await backend.refresh();
    const page = await list(`/changes?cursor=${next_cursor}&limit=1000`);
    assert.deepEqual(new Set(page.data.map((change) => change.generation)), new Set([generations.at(-1)]));
    assert.equal((await service.ask(`/changes?cursor=0-${'0'.repeat(26)}`)).status, 400);
    const refused = (await empty.ask('/changes?since=2026-11-01T00:00:00Z')).json() as Problem;
    assert.match(refused.detail, /"since" leads to changes that are not kept \(no changes are kept\): begin with/);
    await empty.app.close();
    rmSync(folder, { recursive: true });
  });
});
