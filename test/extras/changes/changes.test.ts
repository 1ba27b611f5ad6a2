/** Change files: written by builds, applied to snapshots, without restricted values. */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import assert from 'node:assert/strict';
import { createHash, hash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { buildSnapshot, rollBack } from '../../../src/build/index.ts';
import { applyChanges } from '../../../extras/changes/apply.ts';
import {
  FeedReader,
  readChanges,
  signCopy,
  type ChangeEvent,
  type ChangesHeader,
} from '../../../extras/changes/feed/index.ts';
import { OFFICER_KINDS, type LineOfficer, type RegisterLine } from '../../../src/model/index.ts';
import { createKey, readPublicKeys, type SigningKey } from '../../../extras/changes/keys.ts';
import { SnapshotReader } from '../../../src/snapshot/index.ts';
import { changeRecorder } from '../../../extras/changes/recorder.ts';
import { folder } from '../../fixtures/folder.ts';
import { mill, millId, mills } from '../../searching/generations.ts';
import { randomFrom } from '../../fixtures/random.ts';

/** A folder with repeated builds of one snapshot. */
class Chain {
  readonly at: string;
  readonly snapshot: string;
  readonly signer: SigningKey | undefined;

  constructor(at: string, signer?: SigningKey) {
    this.at = at;
    this.snapshot = join(at, 'mills.snapshot');
    this.signer = signer;
  }

  /** Builds a generation and returns its digest. */
  async build(lines: readonly RegisterLine[], match = false): Promise<string> {
    const input = join(this.at, 'lines.ndjson');
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const previous = existsSync(this.snapshot) ? { previous: this.snapshot } : {};
    const { metadata } = await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      inputs: [input],
      out: this.snapshot,
      acceptLoss: ['SE', '--'],
      changes: changeRecorder(async () => this.signer),
      match,
      ...previous,
    });
    return metadata.digest;
  }

  /** A copy of the current snapshot. */
  copy(name: string): string {
    const path = join(this.at, name);
    copyFileSync(this.snapshot, path);
    return path;
  }

  /** The change files in the order of the chain. */
  files(): string[] {
    const at = join(this.at, 'changes');
    const all = readdirSync(at).map((name) => join(at, name));
    return all.toSorted((a, b) => headerOf(a).number - headerOf(b).number);
  }
}

const linesOf = (file: string): string[] => zstdDecompressSync(readFileSync(file)).toString('utf8').trim().split('\n');
const headerOf = (file: string): ChangesHeader => JSON.parse(linesOf(file)[0] ?? '') as ChangesHeader;
const eventsOf = (file: string): ChangeEvent[] =>
  linesOf(file)
    .filter((line) => line.startsWith('{"id":'))
    .map((line) => JSON.parse(line) as ChangeEvent);
const endOf = (file: string): { digest: string } =>
  JSON.parse(linesOf(file).find((line) => line.startsWith('{"event":"end"')) ?? '') as { digest: string };

/** Returns the digest of lines as docs/changes.md defines it. */
function digestOfLines(lines: readonly string[]): string {
  const digest = createHash('sha256');
  for (const line of lines) digest.update(hash('sha256', line, 'buffer'));
  return digest.digest('hex');
}

async function digestOf(path: string): Promise<string> {
  const reader = SnapshotReader.open(path);
  await reader.close();
  return reader.metadata.digest;
}

const restricted = (n: number): RegisterLine => ({ id: millId(n), lifecycle: { status: 'restricted' } });

/** Returns the lines of a generation: most mills, some of them changed, and decisions. */
function randomLines(random: () => number): RegisterLine[] {
  const upTo = (max: number): number => Math.floor(random() * max);
  const chosen = Array.from({ length: 60 }, (_, n) => n).filter(() => random() < 0.85);
  const lines = chosen.map((n) =>
    mill(n, {
      key: `se-test:${n}`,
      ...(random() < 0.2 ? { name: `Möölle "${upTo(9)}" ${n}` } : {}),
      ...(random() < 0.3
        ? {
            officers: [
              { name: `Aino ${upTo(5)}`, roles: ['Chair'], source: { system: 'test' } },
              { name: 'Bo', ...[{}, ...OFFICER_KINDS.map((kind) => ({ kind }))][upTo(3)], source: { system: 'test' } },
            ],
          }
        : {}),
      ...(random() < 0.1 ? { officers_has_more: true } : {}),
      ...(random() < 0.2 ? { former_names: [{ name: `Kvarn ${upTo(9)}`, kind: 'former' }] } : {}),
      ...(random() < 0.2 ? { other_names: [{ name: `Mylly ${upTo(9)}`, kind: 'trade' }] } : {}),
      ...(random() < 0.1 ? { classifications: [{ scheme: 'SNI', code: `${upTo(9)}`, is_primary: true }] } : {}),
      ...(random() < 0.2 ? { number_forms: [`X${n}${upTo(3)}`], country_code: 'FI' } : {}),
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

/** Returns all mills once, so that every decision is about an existing record. */
const everyMill = (): RegisterLine[] => Array.from({ length: 60 }, (_, n) => mill(n, { key: `se-test:${n}` }));

test('change files bring the first of eight random generations to the content of each build, at once and, for three, step by step', async (t) => {
  const chain = new Chain(folder(t));
  const random = randomFrom(20);
  await chain.build(everyMill());
  const [atOnce, stepwise] = [chain.copy('at-once'), chain.copy('stepwise')];
  const events = new Set<string>();
  let digest = '';
  for (let generation = 1; generation <= 7; generation++) {
    // Two generations have a match index.
    digest = await chain.build(randomLines(random), generation > 1 && generation < 4);
    const last = chain.files().at(-1) ?? '';
    if (generation <= 3) {
      await applyChanges({ to: stepwise, files: [last] });
      assert.equal(await digestOf(stepwise), digest, `generation ${generation}`);
    }
    for (const { event } of eventsOf(last)) events.add(event);
  }
  const { files } = await applyChanges({ to: atOnce, files: chain.files().toReversed() });
  assert.equal(files.length, 7);
  assert.equal(await digestOf(atOnce), digest);
  assert.ok(readFileSync(atOnce).equals(readFileSync(chain.snapshot)), 'the file is the same, too');
  assert.deepEqual(
    ['added', 'changed', 'redirected', 'restricted', 'returned', 'split', 'tombstoned'].filter(
      (one) => !events.has(one),
    ),
    ['added'],
    'the first generation has every mill',
  );
});

test('the kind of an officer is stored, and its change is hidden from readers', async (t) => {
  const chain = new Chain(folder(t));
  const bo: LineOfficer = { name: 'Bo', roles: ['Chair'], source: { system: 'test' } };
  await chain.build([mill(1, { officers: [bo] }), mill(2)]);
  const copy = chain.copy('copy');
  const digest = await chain.build([mill(1, { officers: [{ ...bo, kind: 'organisation' }] }), mill(2)]);
  const [file = ''] = chain.files();
  assert.deepEqual(
    eventsOf(file).map(({ event, officers }) => [event, officers]),
    [['stored', [{ ...bo, kind: 'organisation' }]]],
  );
  await applyChanges({ to: copy, files: [file] });
  assert.equal(await digestOf(copy), digest);
});

test('another observation is hidden from readers, and a snapshot brought forward has the new day', async (t) => {
  const chain = new Chain(folder(t));
  const officers = (time: string): LineOfficer[] => [
    { name: 'Bo', roles: ['Chair'], source: { system: 'test', observed_at: time, published_at: time } },
  ];
  const seen = (day: string, name: string): RegisterLine[] => [
    mill(1, { as_of_date: day, officers: officers(`${day}T00:00:00Z`) }),
    mill(2, { as_of_date: day, name }),
  ];
  await chain.build(seen('2026-11-01', 'Kvarn'));
  const copy = chain.copy('copy');
  const digest = await chain.build(seen('2026-11-02', 'Kvarn ny'));
  const [path = ''] = chain.files();
  assert.deepEqual(Object.fromEntries(eventsOf(path).map(({ id, event, fields = [] }) => [id, [event, ...fields]])), {
    [millId(1)]: ['stored'],
    [millId(2)]: ['changed', 'name', 'as_of_date'],
  });
  await applyChanges({ to: copy, files: [path] });
  assert.equal(await digestOf(copy), digest);
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

/** A change of a line with all details, and the fields that its event names; no fields if the event is `stored`. */
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

test('an event names the details that differ, no day of their sources, and apply gives the content of the build', async (t) => {
  const chain = new Chain(folder(t));
  const detailed = (n: number): RegisterLine => ({ ...DETAILED, ...mill(n), euid: `SEBOLREG.55${n}` });
  await chain.build(DETAIL_CHANGES.map((_, n) => detailed(n)));
  const copy = chain.copy('copy');
  const digest = await chain.build(DETAIL_CHANGES.map(([, change], n) => ({ ...detailed(n), ...change })));
  const [file = ''] = chain.files();
  const events = new Map(eventsOf(file).map(({ id, event, fields = [] }) => [id, [event, ...fields]]));
  for (const [n, [claim, , fields]] of DETAIL_CHANGES.entries())
    assert.deepEqual(events.get(millId(n)), fields.length === 0 ? ['stored'] : ['changed', ...fields], claim);
  await applyChanges({ to: copy, files: [file] });
  assert.equal(await digestOf(copy), digest);
  const [one, other] = [SnapshotReader.open(copy), SnapshotReader.open(chain.snapshot)];
  const detailsIn = (reader: SnapshotReader): unknown[] => DETAIL_CHANGES.map((_, n) => reader.details(millId(n)));
  const [applied, built] = [detailsIn(one), detailsIn(other)];
  await Promise.all([one.close(), other.close()]);
  assert.deepEqual(applied, built);
});

test('a change file has one event for each changed company, in the order of ids, and is written without changes, too', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 6));
  await chain.build([mill(1), mill(2, { name: 'Kvarn ny AB', country_code: 'SE' }), ...mills(3, 7), restricted(5)]);
  await chain.build([mill(1), mill(2, { name: 'Kvarn ny AB', country_code: 'SE' }), ...mills(3, 7), restricted(5)]);
  const [first = '', second = ''] = chain.files();
  const events = eventsOf(first);
  assert.deepEqual(
    Object.fromEntries(events.map(({ id, event, fields }) => [id, fields === undefined ? event : [event, ...fields]])),
    {
      [millId(0)]: 'tombstoned',
      [millId(2)]: ['changed', 'name', 'country_code'],
      [millId(5)]: 'restricted',
      [millId(6)]: 'added',
    },
  );
  assert.deepEqual(events.map(({ id }) => id), events.map(({ id }) => id).toSorted()); // prettier-ignore
  const { from, to, time, snapshot } = headerOf(first);
  assert.match(first, new RegExp(`/${from}-${to}\\.ndjson\\.zst$`));
  assert.equal(snapshot.digest, await digestOf(chain.snapshot));
  for (const event of events) assert.deepEqual([event.generation, event.time], [to, time]);
  const { company, stored, officers } = events.find(({ id }) => id === millId(5)) ?? {};
  assert.deepEqual(company, { id: millId(5), object: 'company', lifecycle: { status: 'restricted' } });
  assert.deepEqual([Object.keys(stored ?? {}), officers], [['fingerprints'], undefined]);
  assert.deepEqual(eventsOf(second), []);
  assert.deepEqual([headerOf(second).from, headerOf(second).to], [to, to]);
  assert.equal(headerOf(second).previous, endOf(first).digest);
});

test('change files have no byte of a company that is restricted later, or of one that leads to it, and the chain stays valid', async (t) => {
  const chain = new Chain(folder(t), await createKey(join(folder(t), 'key')));
  const secret = { name: 'Hemlig kvarn', officers: [{ name: 'Aino Hemlig', source: { system: 'test' } }] };
  await chain.build(mills(0, 4));
  const before = chain.copy('before');
  await chain.build([...mills(0, 4), mill(8, secret), mill(9, { ...secret, name: 'Hemlig fordom' })]);
  const between = chain.copy('between');
  await chain.build([...mills(0, 4), mill(8, secret), { id: millId(9), lifecycle: { status: 'redirected', canonical_id: millId(8) } }]); // prettier-ignore
  const wholeChain = chain.files().map(endOf);
  assert.match(linesOf(chain.files()[0] ?? '').join('\n'), /Hemlig/);
  const digest = await chain.build([...mills(0, 4), mill(8, secret), restricted(8)]);
  for (const file of chain.files()) {
    const text = linesOf(file).join('\n');
    assert.doesNotMatch(text, /Hemlig|"55[89]"/, file);
  }
  assert.deepEqual(chain.files().slice(0, 2).map(endOf), wholeChain, 'digest and signature outlive the purge');
  const keys = await readPublicKeys(chain.signer?.text ?? '');
  await assert.rejects(
    applyChanges({ to: before, files: chain.files().slice(0, 2), keys }),
    /the result has the digest "[0-9a-f]+", but the changes say "[0-9a-f]+"; [234] of their events were purged, because a later file restricts the companies: give that file, too$/,
  );
  for (const snapshot of [before, between]) {
    await applyChanges({ to: snapshot, files: chain.files(), keys });
    assert.equal(await digestOf(snapshot), digest);
  }
});

test('a new chain removes all values of restricted companies from the files of earlier chains', async (t) => {
  const secret = mill(8, { name: 'Hemlig kvarn' });
  for (const previous of [undefined, 'elsewhere.snapshot']) {
    const chain = new Chain(folder(t));
    await chain.build(mills(0, 2));
    await chain.build([...mills(0, 2), secret]);
    const [old = ''] = chain.files();
    const pending = join(chain.at, 'changes', '.mills.snapshot.pending');
    renameSync(old, pending);
    const input = join(chain.at, 'restricting.ndjson');
    const lines = [...mills(0, 2), secret, restricted(8)];
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const key = { inputs: [input], restrictionKey: join(chain.at, 'restriction.key') };
    const from = previous === undefined ? {} : { previous: join(folder(t), previous) };
    if (from.previous !== undefined)
      await buildSnapshot({
        nameIndex: async () => MATCH_INDEX,
        changes: changeRecorder(),
        ...key,
        out: from.previous,
      });
    await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      changes: changeRecorder(),
      ...key,
      ...from,
      out: chain.snapshot,
    });
    for (const file of chain.files()) assert.doesNotMatch(linesOf(file).join('\n'), /Hemlig|"558"/, file);
    assert.deepEqual(
      [existsSync(pending), linesOf(old).filter((line) => line.includes('"purged"')).length],
      [false, 1],
    );
  }
});

/** Prepares three change files, and a copy of the snapshot before them. */
async function threeFiles(t: TestContext): Promise<{ chain: Chain; before: string; key: SigningKey; other: string }> {
  const key = await createKey(join(folder(t), 'key'));
  const other = await createKey(join(folder(t), 'other'));
  const chain = new Chain(folder(t), key);
  await chain.build(mills(0, 5));
  const before = chain.copy('before');
  for (const count of [6, 7, 8]) await chain.build(mills(0, count));
  return { chain, before, key, other: other.text };
}

test('a damaged, foreign, missing or unsigned file changes nothing and gives one line', async (t) => {
  const { chain, before, key, other } = await threeFiles(t);
  const [one = '', two = '', three = ''] = chain.files();
  const made = join(chain.at, 'made.ndjson.zst');
  const bytes = readFileSync(one);
  const edited = (edit: (lines: string[]) => string[]): Buffer =>
    zstdCompressSync(`${edit(linesOf(one)).join('\n')}\n`);
  const put = (content: Buffer | string): string[] => {
    writeFileSync(made, content);
    return [made];
  };
  const flipped = Buffer.from(bytes);
  flipped[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0x10;
  const rows: readonly (readonly [claim: string, files: () => string[], want: RegExp, keys?: string])[] = [
    ['a file that is not there', () => [join(chain.at, 'none')], /no such file/],
    ['a folder', () => [chain.at], /it is a folder, not a file/],
    ['another kind of file', () => put('id,name\n'), /it is not a file compressed with Zstandard/],
    ['an empty file', () => put(''), /it is (empty|not a file compressed)/],
    ['a snapshot', () => [before], /it is not a file compressed with Zstandard/],
    ['a file that is cut', () => put(bytes.subarray(0, bytes.length - 30)), /damaged|incomplete/],
    ['a file with a flipped bit', () => put(flipped), /damaged|Zstandard|not JSON/],
    [
      'register lines',
      () => put(zstdCompressSync('{"name":"Kvarn"}\n')),
      /it is not a change file: its first line has no "openfirma_changes"/,
    ],
    ['a later format', () => put(edited(([head = '', ...rest]) => [head.replace('changes":3', 'changes":4'), ...rest])), /it has format 4; this program reads the formats 1, 2 and 3/], // prettier-ignore
    ['a changed value', () => put(edited((lines) => lines.map((line) => line.replace('Kvarn', 'Kwarn')))), /its digest differs/], // prettier-ignore
    ['a missing event', () => put(edited(([head = '', , ...rest]) => [head, ...rest])), /its digest differs/],
    ['a missing last line', () => put(edited((lines) => lines.slice(0, -1))), /its line "end" is missing/],
    ['lines behind the last one', () => put(edited((lines) => [...lines, lines.at(-1) ?? ''])), /after its line "end"/],
    ['a file in the middle is missing', () => [one, three], /there is a gap between its generation "\w+" and ".*", which begins at "\w+"/], // prettier-ignore
    ['the first file is missing', () => [two, three], /there is a gap/],
    ['another key', () => [one], /it is signed by the key "[0-9a-f]{16}"; known are "[0-9a-f]{16}"/, other],
    ['no signature', () => put(edited((lines) => lines.map((line) => line.replace(/,"key":.*/, '}')))), /it is not signed/, key.text], // prettier-ignore
    ['a wrong signature', () => put(edited((lines) => lines.map((line) => line.replace(/"signature":"..../, '"signature":"AAAA')))), /its signature is wrong/, key.text], // prettier-ignore
  ];
  const wanted = readFileSync(before);
  const names = readdirSync(chain.at).toSorted();
  for (const [claim, files, want, keys] of rows) {
    const options = { to: before, files: files(), keys: keys === undefined ? undefined : await readPublicKeys(keys) };
    await assert.rejects(applyChanges(options), (error: Error) => {
      assert.match(error.message, want, claim);
      assert.doesNotMatch(error.message, /\n/, claim);
      return true;
    });
    assert.ok(readFileSync(before).equals(wanted), claim);
  }
  assert.deepEqual(readdirSync(chain.at).toSorted(), [...names, 'made.ndjson.zst'].toSorted());
  const applied = await applyChanges({ to: before, files: [one, two, three], keys: await readPublicKeys(key.text) });
  assert.equal(applied.events, 3);
  assert.deepEqual((await applyChanges({ to: before, files: [one, two, three] })).files, [], 'it has them already');
});

/** Prepares a change file in which one company changed and three were only observed again, and the snapshot before it. */
async function observedAgain(t: TestContext): Promise<{ chain: Chain; before: string; file: string; key: SigningKey }> {
  const key = await createKey(join(folder(t), 'key'));
  const chain = new Chain(folder(t), key);
  const seen = (day: string, name: string): RegisterLine[] => [
    ...[1, 2, 3].map((n) => mill(n, { as_of_date: day })),
    mill(4, { as_of_date: day, name }),
  ];
  await chain.build(seen('2026-11-01', 'Kvarn'));
  const before = chain.copy('before');
  await chain.build(seen('2026-11-02', 'Kvarn ny'));
  return { chain, before, file: chain.files()[0] ?? '', key };
}

test('events `stored` come after the visible ones and are not read for the feed', async (t) => {
  const { chain, before, file, key } = await observedAgain(t);
  const lines = linesOf(file);
  assert.deepEqual(
    lines.map((line) => ((value) => [value.event, value.events])(JSON.parse(line) as Record<string, unknown>)),
    [[undefined, undefined], ['changed', undefined], ['stored', 3], ['end', 1], ...[1, 2, 3].map(() => ['stored', undefined])], // prettier-ignore
  );
  assert.equal(endOf(file).digest, digestOfLines(lines.slice(0, 3)), 'it covers the digest of the events after it');
  const whole = readFileSync(file);
  const { to: generation } = headerOf(file);
  const visible = async (): Promise<string[]> => {
    const feed = (await new FeedReader(chain.snapshot).feed(generation)) ?? assert.fail();
    return feed.page(feed.start, 9).events.map(({ id, event }) => `${event} ${id}`);
  };
  const keys = await readPublicKeys(key.text);
  const rows: readonly (readonly [claim: string, lines: string[], want: RegExp])[] = [
    ['a changed value', lines.map((line, at) => (at === 5 ? line.replace('Kvarn', 'Kwarn') : line)), /it is damaged: its digest differs from the one in its line "stored"$/], // prettier-ignore
    ['a missing event', lines.slice(0, -1), /its digest differs from the one in its line "stored"$/],
    ['an event of another kind', [...lines.slice(0, -1), lines.at(-1)?.replace('"stored"', '"added"') ?? ''], /line 7 is not an event "stored"$/], // prettier-ignore
    ['another line', [...lines, lines[3] ?? ''], /line 8 is not an event$/],
    ['events in another order', [...lines.slice(0, 4), ...lines.slice(4).toReversed()], /line 6 has an id that does not follow/], // prettier-ignore
  ];
  for (const [claim, edited, want] of rows) {
    writeFileSync(file, zstdCompressSync(`${edited.join('\n')}\n`));
    await assert.rejects(applyChanges({ to: before, files: [file], keys }), want, claim);
    assert.deepEqual(await visible(), [`changed ${millId(4)}`], claim);
  }
  const damaged: readonly (readonly [claim: string, lines: string[], want: RegExp])[] = [
    ['another digest of the events after it', lines.map((line, at) => (at === 2 ? line.replace(/[0-9a-f]{64}/, 'f'.repeat(64)) : line)), /it is damaged: its digest differs from the one in its line "end"$/], // prettier-ignore
    ['an event in between', [...lines.slice(0, 3), lines[4] ?? '', ...lines.slice(3)], /an event comes after its line "stored"$/], // prettier-ignore
    ['no end', lines.filter((_, at) => at !== 3), /an event comes after its line "stored"$/],
  ];
  for (const [claim, edited, want] of damaged) {
    writeFileSync(file, zstdCompressSync(`${edited.join('\n')}\n`));
    assert.deepEqual(await visible(), [], claim);
    await assert.rejects(applyChanges({ to: before, files: [file], keys }), want, claim);
  }
  writeFileSync(file, whole);
  assert.deepEqual((await applyChanges({ to: before, files: [file], keys })).events, 4);
  assert.equal(await digestOf(before), await digestOf(chain.snapshot));
});

test('a copy signed by another key has all events `stored`', async (t) => {
  const { before, chain, file } = await observedAgain(t);
  const other = await createKey(join(folder(t), 'other'));
  const keys = await readPublicKeys(other.text);
  await using copy = await signCopy(await readChanges(file), other);
  await applyChanges({ to: before, files: [copy.path], keys });
  assert.equal(await digestOf(before), await digestOf(chain.snapshot));
});

test('events `stored` of a company that is restricted later are purged, and the signature stays valid', async (t) => {
  const { before, chain, file, key } = await observedAgain(t);
  const { digest } = endOf(file);
  const digestNow = await chain.build([...[1, 2, 3, 4].map((n) => mill(n)), restricted(2)]);
  assert.deepEqual([linesOf(file).filter((line) => line.includes('"purged"')).length, endOf(file).digest], [1, digest]);
  assert.doesNotMatch(linesOf(file).join('\n'), /"552"/);
  await applyChanges({ to: before, files: chain.files(), keys: await readPublicKeys(key.text) });
  assert.equal(await digestOf(before), digestNow);
});

test('a file of version 1, with all events in one order, is applied and served', async (t) => {
  const { chain, before, file } = await observedAgain(t);
  const [head = '', ...others] = linesOf(file);
  const events = others.filter((line) => line.startsWith('{"id":')).toSorted();
  const lines = [head.replace('changes":2', 'changes":1'), ...events];
  const end = JSON.stringify({ event: 'end', events: events.length, digest: digestOfLines(lines) });
  writeFileSync(file, zstdCompressSync(`${[...lines, end].join('\n')}\n`));
  const feed = (await new FeedReader(chain.snapshot).feed(headerOf(file).to)) ?? assert.fail();
  assert.deepEqual(feed.page(feed.start, 9).events.map(({ event }) => event), ['changed']); // prettier-ignore
  assert.equal((await applyChanges({ to: before, files: [file] })).events, 4);
  assert.equal(await digestOf(before), await digestOf(chain.snapshot));
});

test('an unsigned file with times, fields or events outside the format is refused', async (t) => {
  const chain = new Chain(folder(t));
  const source = { system: 'Register', observed_at: '2026-11-01T00:00:00Z' };
  await chain.build(mills(0, 3));
  const before = chain.copy('before');
  await chain.build([mill(0), mill(1), mill(2, { name: 'Kvarn ny', officers: [{ name: 'Aino Exempel', source }] })]);
  const [file = ''] = chain.files();
  const lines = linesOf(file);
  const { time, to } = headerOf(file);
  /** A text to replace, its replacement, the error, and whether readers of the feed report it, too. */
  const rows: readonly (readonly [from: string | RegExp, to: string, want: RegExp, isFeedFault: boolean])[] = [
    [`"time":"${time}"`, '"time":"2026-02-30T00:00:00.000Z"', /in its first line, "time" is "2026-02-30T00:00:00.000Z", which is not allowed$/, true],
    [`"time":"${time}"`, '"time":"+10000-01-01T00:00:00.000Z"', /"time" is "\+10000/, true],
    ['"registers":{}', '"registers":{"x":{"lines":1,"companies":1,"officers":0,"note":"y"}}', /the register "x" has the unknown field "note"$/, true],
    ['"registers":{}', '"registers":{"x":{"lines":1,"companies":1,"officers":0,"imported_at":"2026-02-30T00:00:00Z"}}', /in the register "x", "imported_at" is "2026-02-30T00:00:00Z"/, true],
    ['"registers":{}', '"registers":{"x":{"lines":1,"companies":1,"officers":0,"as_of_last":"2026-13-01"}}', /"as_of_last" is "2026-13-01"/, true],
    ['"registers":{}', '"registers":{"x":{"lines":1,"companies":1,"officers":0,"met":{"SE":{"RA1":{"lines":1}}}}}', /"met" is/, true],
    ['"event":"changed"', '"event":"renamed"', /line 2 has the unknown event "renamed"$/, true],
    ['"event":"changed"', '"event":"changed","note":1', /line 2 has the unknown field "note"$/, true],
    ['"event":"changed"', '"event":"restricted","event":"changed"', /line 2 is not in the form that the format requires$/, true],
    [`"generation":"${to}"`, `"generation":"${'0'.repeat(26)}"`, /line 2 has the generation "0+", and its file has "\w+"$/, true],
    [/"time":"[^"]+","fields"/, '"time":"2999-12-31T24:61:00.000Z","fields"', /line 2 has the time "2999-12-31T24:61:00.000Z", and its file has/, true],
    ['"fields":["name"', '"fields":["nickname"', /line 2 names the fields .+, which is not allowed$/, true],
    ['"name":"Kvarn ny"', '"name":7', /an event has a wrong field "\/company\/name"$/, false],
    ['"name":"Kvarn ny"', '"name":"Kvarn ny","nickname":"K"', /an event has a wrong field "\/company\/nickname"$/, false],
    ['"status":"active"', '"status":"active","since":"x"', /an event has a wrong field "\/company\/lifecycle/, false],
    ['"observed_at":"2026-11-01T00:00:00Z"', '"observed_at":"2026-02-30T00:00:00Z"', /an event has a wrong field "\/officers\/0\/source\/observed_at"$/, false],
    ['"salt":', '"pepper":1,"salt":', /an event has a wrong field "\/pepper"$/, false],
  ]; // prettier-ignore
  for (const [from, into, want, isFeedFault] of rows) {
    const claim = `${from} becomes ${into}`;
    const at = lines.findIndex((line) => (typeof from === 'string' ? line.includes(from) : from.test(line)));
    const edited = lines.slice(0, -1).map((line, n) => (n === at ? line.replace(from, into) : line));
    assert.notDeepEqual(edited, lines.slice(0, -1), claim);
    const end = lines.at(-1)?.replace(/"digest":"[0-9a-f]+"/, `"digest":"${digestOfLines(edited)}"`);
    writeFileSync(file, zstdCompressSync(`${[...edited, end].join('\n')}\n`));
    await assert.rejects(applyChanges({ to: before, files: [file] }), want, claim);
    const reasons: string[] = [];
    const reader = new FeedReader(chain.snapshot, { onFault: ({ message }) => reasons.push(message) });
    const { files } = (await reader.feed(to)) ?? assert.fail();
    assert.deepEqual([files.length, reasons.length], isFeedFault ? [0, 1] : [1, 0], claim);
    if (isFeedFault) assert.match(reasons[0] ?? '', want, claim);
  }
});

test('the times of a chain never go back, though the clock of its builder does', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 3));
  const [before, again] = [chain.copy('before'), chain.copy('again')];
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-23T12:00:00Z') });
  await chain.build(mills(0, 4));
  t.mock.timers.setTime(Date.parse('2026-11-22T12:00:00Z'));
  await chain.build(mills(0, 5));
  const [one = '', two = ''] = chain.files();
  assert.equal(headerOf(two).time, headerOf(one).time);
  assert.equal((await applyChanges({ to: before, files: [one, two] })).files.length, 2);
  const earlier = linesOf(two).slice(0, -1).map((line) => line.replaceAll(headerOf(two).time, '2026-11-22T12:00:00.000Z')); // prettier-ignore
  const end = linesOf(two)
    .at(-1)
    ?.replace(/"digest":"[0-9a-f]+"/, `"digest":"${digestOfLines(earlier)}"`);
  writeFileSync(two, zstdCompressSync(`${[...earlier, end].join('\n')}\n`));
  await assert.rejects(
    applyChanges({ to: again, files: [one, two] }),
    /its time "2026-11-22T12:00:00.000Z" is before that of ".+"$/,
  );
});

test('the pending change file of a killed build is renamed if its snapshot exists, and removed if not', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 3));
  const old = chain.copy('old');
  await chain.build(mills(0, 4));
  const [file = ''] = chain.files();
  const pending = join(chain.at, 'changes', '.mills.snapshot.pending');
  renameSync(file, pending);
  await chain.build(mills(0, 5));
  assert.equal(chain.files().length, 2);
  assert.equal(headerOf(chain.files()[1] ?? '').from, headerOf(file).to);
  copyFileSync(file, pending);
  copyFileSync(old, chain.snapshot);
  await chain.build(mills(0, 5));
  assert.ok(!existsSync(pending));
  const [, , again = ''] = chain.files();
  assert.deepEqual([headerOf(again).from, headerOf(again).previous], [headerOf(file).from, undefined]);
});

test('two snapshots in one folder have separate chains, and a repeated step keeps both files', async (t) => {
  const at = folder(t);
  mkdirSync(join(at, 'x'));
  const chain = new Chain(at);
  await chain.build(mills(0, 3));
  const start = chain.copy('start');
  await chain.build(mills(0, 4));
  await chain.build([mill(0), mill(1), mill(2), mill(3, { name: 'Kvarn B' })]);
  await chain.build(mills(0, 4));
  await chain.build([mill(0), mill(1), mill(2), mill(3, { name: 'Kvarn B' })]);
  const names = chain.files().map((file) => file.replace(/.*\//, ''));
  assert.equal(names.length, 4);
  assert.match(names[3] ?? '', /^\w{26}-\w{26}\.4\.ndjson\.zst$/);
  assert.equal((await applyChanges({ to: start, files: chain.files() })).files.length, 4);
  assert.equal(await digestOf(start), await digestOf(chain.snapshot));
});

test('a rollback writes a change file, and the next build continues from it', async (t) => {
  const chain = new Chain(folder(t));
  await chain.build(mills(0, 3));
  await chain.build(mills(0, 4));
  const follower = chain.copy('follower');
  const back = await rollBack(chain.snapshot, false, changeRecorder());
  assert.equal(typeof back === 'string' ? back : back.changed, 1);
  const [, way = ''] = chain.files();
  assert.deepEqual(eventsOf(way).map(({ id, event, company }) => [id, event, company]), [[millId(3), 'withdrawn', { id: millId(3), object: 'company' }]]); // prettier-ignore
  const digest = await chain.build([...mills(0, 3), mill(6)]);
  await applyChanges({ to: follower, files: chain.files() });
  assert.equal(await digestOf(follower), digest);
});
