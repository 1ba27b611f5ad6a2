/** Change files: written by builds, chained, without restricted values. */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildSnapshot, rollBack, type BuildOutcome } from '../../../src/build/index.ts';
import { FeedReader, chainTo, listChangeFiles, readChanges } from '../../../extras/changes/feed/index.ts';
import type { ChangesHeader, EventHead } from '../../../extras/changes/feed/format.ts';
import type { LineOfficer, RegisterLine } from '../../../src/model/index.ts';
import { changeRecorder } from '../../../extras/changes/recorder.ts';
import { SnapshotReader, scanRecords } from '../../../src/snapshot/index.ts';
import { folder } from '../../fixtures/folder.ts';
import { mill, millId, mills } from '../../searching/generations.ts';
import { randomFrom } from '../../fixtures/random.ts';

interface Event extends EventHead {
  readonly company?: { readonly id: string; readonly lifecycle: { readonly status: string } };
  readonly details?: { readonly sources: unknown };
  readonly officers?: readonly LineOfficer[];
}

/** A folder with repeated builds of one snapshot. */
class Chain {
  readonly at: string;
  readonly snapshot: string;

  constructor(at: string) {
    this.at = at;
    this.snapshot = join(at, 'mills.snapshot');
  }

  async build(lines: readonly RegisterLine[], more: object = {}): Promise<BuildOutcome> {
    const input = join(this.at, 'lines.ndjson');
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      inputs: [input],
      out: this.snapshot,
      acceptLoss: ['SE', '--'],
      changes: changeRecorder(),
      ...(existsSync(this.snapshot) && { previous: this.snapshot }),
      ...more,
    });
  }

  /** The change files in the order of their numbers. */
  files(): string[] {
    const at = join(this.at, 'changes');
    const all = readdirSync(at).map((name) => join(at, name));
    return all.toSorted((a, b) => readHeader(a).number - readHeader(b).number);
  }
}

const readLines = (file: string): string[] => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
const readHeader = (file: string): ChangesHeader => JSON.parse(readLines(file)[0] ?? '') as ChangesHeader;
const readEvents = (file: string): Event[] => readLines(file).slice(1).map((line) => JSON.parse(line) as Event); // prettier-ignore
const shown = (file: string): object =>
  Object.fromEntries(readEvents(file).map(({ id, event, fields }) => [id, fields === undefined ? event : [event, ...fields]])); // prettier-ignore
const put = (file: string, lines: readonly string[]): void => writeFileSync(file, gzipSync(`${lines.join('\n')}\n`));

const restricted = (n: number): RegisterLine => ({ id: millId(n), lifecycle: { status: 'restricted' } });

/** Returns the lines of a generation: most mills, some of them changed, and decisions. */
function randomLines(random: () => number): RegisterLine[] {
  const upTo = (max: number): number => Math.floor(random() * max);
  const chosen = Array.from({ length: 60 }, (_, n) => n).filter(() => random() < 0.85);
  const officers = (n: number): LineOfficer[] => [{ name: `Aino ${n}`, roles: ['Chair'], source: { system: 'test' } }];
  const lines = chosen.map((n) =>
    mill(n, {
      key: `se-test:${n}`,
      ...(random() < 0.2 && { name: `Möölle "${upTo(9)}" ${n}` }),
      ...(random() < 0.3 && { officers: officers(upTo(5)) }),
      ...(random() < 0.2 && { former_names: [{ name: `Kvarn ${upTo(9)}`, kind: 'former' }] }),
      ...(random() < 0.1 && { classifications: [{ scheme: 'SNI', code: `${upTo(9)}`, is_primary: true }] }),
    }),
  );
  const decisions: RegisterLine[] = [];
  if (random() < 0.5) decisions.push(restricted(upTo(60)));
  if (random() < 0.5) {
    const n = upTo(50);
    decisions.push({ id: millId(n), lifecycle: { status: 'redirected', canonical_id: millId(n + 5) } });
  }
  if (random() < 0.3)
    decisions.push({ id: millId(55), lifecycle: { status: 'split', successor_ids: [millId(56), millId(57)] } });
  return [...lines, ...decisions];
}

test('a reader of eight random generations has, after each change file, the records of its snapshot', async (t) => {
  const chain = new Chain(folder(t));
  const random = randomFrom(20);
  /** What events show of a record. */
  const records = (): object => {
    const reader = SnapshotReader.open(chain.snapshot);
    const all = [...scanRecords(reader)].map((stored) => stored.decode());
    void reader.close();
    return Object.fromEntries(all.map(({ id, lifecycle, profile, officers, details }) => [id, plain({ lifecycle, name: profile.name, officers, former: details.former_names })])); // prettier-ignore
  };
  const plain = (value: object): object => JSON.parse(JSON.stringify(value)) as object;
  await chain.build(Array.from({ length: 60 }, (_, n) => mill(n, { key: `se-test:${n}` })));
  const table = new Map(Object.entries(records()));
  const seen = new Set<string>();
  for (let generation = 1; generation < 8; generation++) {
    await chain.build(randomLines(random));
    for (const { id, event, company, officers = [], details } of readEvents(chain.files().at(-1) ?? '')) {
      seen.add(event);
      const { lifecycle, name } = company as { lifecycle: object; name?: string };
      const { former_names: former } = (details ?? {}) as { former_names?: object };
      table.set(id, plain({ lifecycle, name, officers, former }));
    }
    assert.deepEqual(Object.fromEntries(table), records(), `generation ${generation}`);
  }
  assert.deepEqual([...seen].toSorted(), ['changed', 'redirected', 'restricted', 'returned', 'split', 'tombstoned']);
});

test('no event is about another observation, or the kind of an officer', async (t) => {
  const chain = new Chain(folder(t));
  const seen = (day: string, name: string, kind?: 'organisation'): RegisterLine[] => [
    mill(1, { as_of_date: day, officers: [{ name: 'Bo', ...(kind && { kind }), source: { system: 'test', observed_at: `${day}T00:00:00Z` } }] }), // prettier-ignore
    mill(2, { as_of_date: day, name }),
  ];
  await chain.build(seen('2026-11-01', 'Kvarn'));
  await chain.build(seen('2026-11-02', 'Kvarn ny', 'organisation'));
  assert.deepEqual(shown(chain.files()[0] ?? ''), { [millId(2)]: ['changed', 'name', 'as_of_date'] });
});

const DETAILED: RegisterLine = mill(1, {
  register: 'se-test',
  as_of_date: '2026-11-01',
  state: 'active',
  registered_on: '1998-03-02',
  closed_on: '2026-01-31',
  address: { street: 'Påhittade gatan 1', postal_code: '111 11', locality: 'Stockholm' },
  former_names: [{ name: 'Gamla kvarn', kind: 'former', until: '2001-12-31' }],
  other_names: [{ name: 'Bikvarn', kind: 'trading' }],
  euid: 'SEBOLREG.551',
  record_url: 'https://register.example/551',
});

/** A change of a line with all details, and the fields that its event names; no fields if there is no event. */
const DETAIL_CHANGES: readonly (readonly [claim: string, change: Partial<RegisterLine>, fields: readonly string[]])[] = [
  ['a new state', { state: 'closed' }, ['state']],
  ['another day of registration', { registered_on: '1998-03-03' }, ['registered_on']],
  ['another last day', { closed_on: '2026-02-28' }, ['closed_on']],
  ['a part of the address', { address: { ...DETAILED.address, postal_code: '111 12' } }, ['address']],
  ['one more former name', { former_names: [...(DETAILED.former_names ?? []), { name: 'Mellankvarn', kind: 'former' }] }, ['former_names']],
  ['the kind of a name', { other_names: [{ name: 'Bikvarn', kind: 'short' }] }, ['other_names']],
  ['another European number', { euid: 'SEBOLREG.NEW' }, ['euid']],
  ['another page', { record_url: 'https://register.example/0551' }, ['record_url']],
  ['a name and a detail', { name: 'Nykvarn', state: 'insolvent' }, ['name', 'state']],
  ['fewer other names', { other_names: [] }, ['other_names']],
  ['a new day of observation', { as_of_date: '2026-11-02' }, []],
  ['another register with the same values', { register: 'se-other' }, []],
]; // prettier-ignore

test('an event names the details that differ, and no day of their sources', async (t) => {
  const chain = new Chain(folder(t));
  const detailed = (n: number): RegisterLine => ({ ...DETAILED, ...mill(n), euid: `SEBOLREG.55${n}` });
  await chain.build(DETAIL_CHANGES.map((_, n) => detailed(n)));
  await chain.build(DETAIL_CHANGES.map(([, change], n) => ({ ...detailed(n), ...change })));
  const events = new Map(readEvents(chain.files()[0] ?? '').map(({ id, event, fields }) => [id, [event, fields]]));
  for (const [n, [claim, , fields]] of DETAIL_CHANGES.entries())
    assert.deepEqual(events.get(millId(n)), fields.length === 0 ? undefined : ['changed', fields], claim);
});

test('a build counts the companies of each register that are new, changed, gone and moved; others by their country', async (t) => {
  const chain = new Chain(folder(t));
  const detailed = (n: number, more: Partial<RegisterLine> = {}): RegisterLine => ({
    ...DETAILED,
    ...mill(n),
    euid: `SEBOLREG.55${n}`,
    ...more,
  });
  const plain = mills(10, 14);
  // This company stays in another register.
  const elsewhere: RegisterLine = {
    ...detailed(6, { state: 'closed' }),
    register: 'se-other',
    as_of_date: '2026-10-01',
  };
  await chain.build([...[0, 1, 2, 3, 6].map((n) => detailed(n)), elsewhere, ...plain]);
  const moved: RegisterLine = { id: millId(3), lifecycle: { status: 'redirected', canonical_id: millId(2) } };
  const { changes } = await chain.build([
    ...[0, 2, 3, 4, 5].map((n) => detailed(n, n === 0 ? { state: 'closed' } : {})),
    elsewhere,
    ...plain.slice(1),
    restricted(11),
    moved,
  ]);
  assert.deepEqual(changes?.byRegister, {
    'se-test': { added: 2, changed: 2, gone: 1, moved: 1 },
    SE: { added: 0, changed: 0, gone: 2, moved: 0 },
  });
});

test('a change file has one event for each changed company, in the order of ids, and is written without changes, too', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 6));
  const lines = [mill(1), mill(2, { name: 'Kvarn ny AB', country_code: 'SE' }), ...mills(3, 7), restricted(5)];
  await chain.build(lines);
  await chain.build(lines);
  const [first = '', second = ''] = chain.files();
  assert.deepEqual(shown(first), {
    [millId(0)]: 'tombstoned',
    [millId(2)]: ['changed', 'name', 'country_code'],
    [millId(5)]: 'restricted',
    [millId(6)]: 'added',
  });
  const ids = readEvents(first).map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted());
  const { from, to, time } = readHeader(first);
  assert.match(first, new RegExp(`/${from}-${to}\\.ndjson\\.gz$`));
  assert.deepEqual(readHeader(first), { openfirma_changes: 4, number: 1, from, to, time });
  assert.deepEqual(readEvents(first).find(({ id }) => id === millId(5)), { id: millId(5), event: 'restricted', company: { id: millId(5), object: 'company', lifecycle: { status: 'restricted' } } }); // prettier-ignore
  assert.deepEqual([readEvents(second), readHeader(second).from, readHeader(second).to], [[], to, to]);
});

test('change files have no byte of a company that is restricted later, or of one that leads to it, and events keep their places', async (t) => {
  const chain = new Chain(folder(t));
  const secret = { name: 'Hemlig kvarn', officers: [{ name: 'Aino Hemlig', source: { system: 'test' } }] };
  const redirected: RegisterLine = { id: millId(9), lifecycle: { status: 'redirected', canonical_id: millId(8) } };
  await chain.build(mills(0, 4));
  await chain.build([...mills(0, 5), mill(8, secret), mill(9, { ...secret, name: 'Hemlig fordom' })]);
  await chain.build([...mills(0, 5), mill(8, secret), redirected]);
  const [first = ''] = chain.files();
  const before = readLines(first);
  assert.match(before.join('\n'), /Hemlig/);
  await chain.build([...mills(0, 5), mill(8, secret), restricted(8)]);
  for (const file of chain.files()) assert.doesNotMatch(readLines(file).join('\n'), /Hemlig|"55[89]"/, file);
  assert.deepEqual(
    readLines(first),
    before.map((line) => line.replace(/^(\{"id":"\w+",).+Hemlig.+$/, '$1"event":"purged"}')),
  );
  const { to } = readHeader(chain.files().at(-1) ?? '');
  assert.equal(chainTo(to, await listChangeFiles(join(chain.at, 'changes'))).length, 3);
});

test('a new chain removes all values of restricted companies from the files of earlier chains', async (t) => {
  const lines = [...mills(0, 2), mill(8, { name: 'Hemlig kvarn' })];
  for (const previous of [undefined, 'elsewhere.snapshot']) {
    const chain = new Chain(folder(t));
    await chain.build(mills(0, 2));
    await chain.build(lines);
    const [old = ''] = chain.files();
    const restrictionKey = join(chain.at, 'restriction.key');
    const elsewhere = join(folder(t), 'elsewhere.snapshot');
    const restricting = [...lines, restricted(8)];
    if (previous !== undefined) await chain.build(restricting, { restrictionKey, out: elsewhere, previous: undefined });
    await chain.build(restricting, { restrictionKey, previous: previous && elsewhere });
    for (const file of chain.files()) assert.doesNotMatch(readLines(file).join('\n'), /Hemlig|"558"/, file);
    assert.equal(readLines(old).filter((line) => line.includes('purged')).length, 1);
  }
});

test('a damaged or foreign file, and a file of an older format, is refused in one line with the cure', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 5));
  await chain.build([...mills(1, 5), mill(6), mill(7)]);
  const [file = ''] = chain.files();
  const [head = '', ...events] = readLines(file);
  const bytes = readFileSync(file);
  const { to } = readHeader(file);
  const rows: readonly (readonly [claim: string, content: readonly string[] | Buffer, want: RegExp])[] = [
    ['another kind of file', Buffer.from('id,name\n'), /it is not compressed with gzip, or it is damaged$/],
    ['an empty file', gzipSync(''), /it is empty$/],
    ['a file that is cut', bytes.subarray(0, bytes.length - 5), /it is damaged$/],
    ['register lines', ['{"name":"Kvarn"}'], /it is not a change file: its first line has no "openfirma_changes"$/],
    ['the format before', [head.replace('changes":4', 'changes":3'), ...events], /it has format 3; this program reads format 4; remove it: the next build begins a new chain, and copies/],
    ['a wrong time', [head.replace(/"time":"[^"]+/, '"time":"2026-02-30T00:00:00.000Z'), ...events], /in its first line, "time" is "2026-02-30T00:00:00.000Z", which is not allowed$/],
    ['another first line', [head.replace('{', '{"note":1,'), ...events], /its first line has the unknown field "note"$/],
    ['an unknown event', [head, events[0]?.replace(/"event":"\w+"/, '"event":"renamed"') ?? ''], /line 2 has the unknown event "renamed"$/],
    ['an unknown field', [head, events[0]?.replace('{', '{"fields":["nickname"],') ?? ''], /line 2 names the fields .+, which is not allowed$/],
    ['a foreign id', [head, '{"event":"added","id":"42"}'], /line 2 has the id "42", which is not a company ID$/],
    ['no JSON', [head, ...events, 'x'], /line 5 is not JSON$/],
    ['events in another order', [head, ...events.toReversed()], /line 3 has an id that does not follow the one before$/],
  ]; // prettier-ignore
  for (const [claim, content, want] of rows) {
    if (Buffer.isBuffer(content)) writeFileSync(file, content);
    else put(file, content);
    await assert.rejects(readChanges(file), (error: Error) => want.test(error.message) && !error.message.includes('\n'), claim); // prettier-ignore
    const reasons: string[] = [];
    const reader = new FeedReader(chain.snapshot, { onFault: ({ message }) => reasons.push(message) });
    assert.deepEqual([(await reader.feed(to))?.files.length, reasons.length], [0, 1], claim);
  }
  writeFileSync(file, bytes);
  // A build of an earlier version has left a file whose values could not be purged.
  const old = file.replace('.gz', '.zst');
  writeFileSync(old, 'of version 3');
  const refused =
    /Cannot use the changes ".+\.ndjson\.zst": it has an older format; this program reads format 4; remove it: /;
  await assert.rejects(chain.build(mills(0, 6)), refused);
  const reasons: string[] = [];
  const reader = new FeedReader(chain.snapshot, { onFault: ({ message }) => reasons.push(message) });
  assert.equal((await reader.feed(to))?.files.length, 1);
  assert.match(reasons.join('\n'), refused);
});

test('the times of a chain never go back, though the clock of its builder does, and a later time ends it', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 3));
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-23T12:00:00Z') });
  await chain.build(mills(0, 4));
  t.mock.timers.setTime(Date.parse('2026-11-22T12:00:00Z'));
  await chain.build(mills(0, 5));
  const [one = '', two = ''] = chain.files();
  assert.equal(readHeader(two).time, readHeader(one).time);
  const [head = '', ...events] = readLines(one);
  put(one, [head.replace('2026-11-23', '2026-11-24'), ...events]);
  const files = await listChangeFiles(join(chain.at, 'changes'));
  assert.deepEqual(chainTo(readHeader(two).to, files).map(({ path }) => path), [two]); // prettier-ignore
});

test('a change file whose build was killed before its snapshot was renamed is in no chain', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 3));
  const old = join(chain.at, 'old');
  copyFileSync(chain.snapshot, old);
  await chain.build(mills(0, 4));
  copyFileSync(old, chain.snapshot);
  for (const count of [4, 5]) await chain.build(mills(0, count));
  const [, , last = ''] = chain.files();
  const files = chainTo(readHeader(last).to, await listChangeFiles(join(chain.at, 'changes')));
  assert.deepEqual(files.map(({ header }) => header.number), [2, 3]); // prettier-ignore
});

test('a repeated step keeps both files, and its chain has every step; a chain has no file of another snapshot', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 3));
  for (const _ of [1, 2])
    for (const name of ['Kvarn A', 'Kvarn B'])
      // Only full builds of the same lines have the same generation.
      await chain.build([...mills(0, 3), mill(3, { name })], { full: true });
  const [, , , last = ''] = chain.files();
  assert.match(last, /\/\w{26}-\w{26}\.4\.ndjson\.gz$/);
  const foreign = { ...readHeader(last), number: 9, from: '0'.repeat(26), to: '1'.repeat(26) };
  put(join(chain.at, 'changes', 'foreign.ndjson.gz'), [JSON.stringify(foreign)]);
  const files = chainTo(readHeader(last).to, await listChangeFiles(join(chain.at, 'changes')));
  assert.deepEqual(files.map(({ header }) => header.number), [1, 2, 3, 4]); // prettier-ignore
});

test('a rollback writes a change file, and the next build continues from it', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 3));
  await chain.build(mills(0, 4));
  const back = await rollBack(chain.snapshot, false, changeRecorder());
  assert.equal(typeof back === 'string' ? back : back.changed, 1);
  const [, way = ''] = chain.files();
  assert.deepEqual(readEvents(way), [{ id: millId(3), event: 'withdrawn' }]);
  await chain.build([...mills(0, 3), mill(6)]);
  const [, , next = ''] = chain.files();
  assert.equal(chainTo(readHeader(next).to, await listChangeFiles(join(chain.at, 'changes'))).length, 3);
});
