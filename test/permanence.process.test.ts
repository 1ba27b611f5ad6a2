import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { deriveCompanyId, type RegisterLine } from '../src/model/index.ts';
import { SnapshotReader } from '../src/snapshot/index.ts';

function openfirma(...args: string[]) {
  return spawnSync(process.execPath, ['src/cli/main.ts', ...args], { encoding: 'utf8' });
}

const line = (number: string, more: Partial<RegisterLine> = {}): RegisterLine => ({
  name: `Company ${number}`,
  identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: 'FI' }],
  ...more,
});

const idOf = (number: string): string =>
  deriveCompanyId({ kind: 'identifier', scheme: 'national_registry_number', scope: 'FI', comparedValue: number });

/** A folder in which snapshots are built one after the other. */
function world(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-permanence-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const snapshot = join(folder, 'openfirma.snapshot');
  const decisions = join(folder, 'decisions.ndjson');
  const build = (lines: readonly RegisterLine[], ...more: string[]) => {
    const input = join(folder, 'lines.ndjson');
    writeFileSync(input, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const previous = existsSync(snapshot) ? ['--previous', snapshot] : [];
    const inputs = existsSync(decisions) ? [decisions, input] : [input];
    return openfirma('build', '--out', snapshot, ...previous, ...more, ...inputs);
  };
  const curate = (...args: string[]) =>
    openfirma('curate', ...args, '--file', decisions, '--by', 'A. Clerk', '--why', 'a test', '--snapshot', snapshot);
  const company = async (id: string): Promise<Record<string, unknown>> => {
    const reader = SnapshotReader.open(snapshot);
    const json = reader.company(id)?.toString('utf8');
    await reader.close();
    assert.ok(json !== undefined, `${id} is not known`);
    return JSON.parse(json) as Record<string, unknown>;
  };
  return { folder, snapshot, decisions, build, curate, company };
}

test('a company keeps its id when its number changes, and one that vanishes comes back under its own', async (t) => {
  const { build, company } = world(t);
  const lei = { scheme: 'lei', value: '5493000000000000A100' } as const;
  const numbered = (number: string): RegisterLine => ({
    ...line(number),
    identifiers: [...(line(number).identifiers ?? []), lei],
  });
  assert.equal(build([numbered('100'), line('200')]).status, 0);
  assert.equal(build([numbered('101')]).status, 0);
  assert.equal((await company(idOf('100')))['name'], 'Company 101');
  assert.deepEqual(await company(idOf('200')), {
    id: idOf('200'),
    object: 'company',
    lifecycle: { status: 'tombstoned' },
  });
  assert.equal(build([numbered('101'), line('200')]).status, 0);
  assert.equal((await company(idOf('200')))['name'], 'Company 200');
});

test('a build that loses a twentieth of a country is refused with both counts, unless the loss is accepted', (t) => {
  const { build, snapshot } = world(t);
  const hundred = Array.from({ length: 100 }, (_, i) => line(String(1000 + i)));
  assert.equal(build(hundred).status, 0);
  const before = readFileSync(snapshot);
  const { status, stderr } = build(hundred.slice(0, 94));
  assert.equal(status, 1);
  assert.match(
    stderr,
    /openfirma: Cannot build: Finland \(FI\) had 100 active companies and now has 94; --accept-loss COUNTRY/,
  );
  assert.deepEqual(readFileSync(snapshot), before);
  assert.equal(build(hundred.slice(0, 95)).status, 0);
  assert.equal(build(hundred.slice(0, 50), '--accept-loss', 'FI').status, 0);
});

test('a restricted company stays restricted while its register goes on publishing it, without a value in the file', async (t) => {
  const { build, curate, company, snapshot, decisions, folder } = world(t);
  const secret = line('7654321', { name: 'Geheimnis Oy' });
  assert.equal(build([secret, line('200')]).status, 0);
  assert.equal(curate('restrict', idOf('7654321')).status, 0);
  assert.equal(build([secret, line('200')]).status, 0);
  unlinkSync(decisions);
  assert.equal(build([secret, line('200')]).status, 0);
  const restricted = { id: idOf('7654321'), object: 'company', lifecycle: { status: 'restricted' } };
  assert.deepEqual(await company(idOf('7654321')), restricted);
  const bytes = readFileSync(snapshot);
  for (const value of ['Geheimnis', 'geheimnis', '7654321']) assert.ok(!bytes.includes(value), value);
  assert.equal(statSync(join(folder, 'restriction.key')).mode & 0o777, 0o600);
  assert.equal(curate('release', idOf('7654321')).status, 0);
  assert.equal(build([secret, line('200')]).status, 0);
  assert.equal((await company(idOf('7654321')))['name'], 'Geheimnis Oy');
});

test('a build that would forget which companies are restricted is refused', (t) => {
  const { build, curate, snapshot, folder } = world(t);
  assert.equal(build([line('100'), line('200')]).status, 0);
  assert.equal(curate('restrict', idOf('100')).status, 0);
  assert.equal(build([line('100'), line('200')]).status, 0);
  const before = readFileSync(snapshot);
  const { status, stderr } = openfirma('build', '--out', snapshot, join(folder, 'lines.ndjson'));
  assert.equal(status, 1);
  assert.match(
    stderr,
    /restricts 1 company, which would be published again; give --previous "[^"]+", or another --out\n$/,
  );
  assert.deepEqual(readFileSync(snapshot), before);
});

test('a build that lacks the key of restricted companies is refused', (t) => {
  const { build, curate, folder } = world(t);
  assert.equal(build([line('100'), line('200')]).status, 0);
  assert.equal(curate('restrict', idOf('100')).status, 0);
  assert.equal(build([line('100'), line('200')]).status, 0);
  unlinkSync(join(folder, 'restriction.key'));
  assert.match(
    build([line('100'), line('200')]).stderr,
    /restriction\.key" is not there; without it they would be published again/,
  );
  writeFileSync(join(folder, 'restriction.key'), '00'.repeat(32));
  assert.match(build([line('100'), line('200')]).stderr, /restriction\.key" is another one/);
  writeFileSync(join(folder, 'restriction.key'), 'short');
  assert.match(build([line('100'), line('200')]).stderr, /must be 64 hexadecimal digits/);
});

test('a previous snapshot with a byte that has changed is refused: it could publish a restricted company again', (t) => {
  const { snapshot, build, curate } = world(t);
  assert.equal(build([line('100'), line('200')]).status, 0);
  assert.equal(curate('restrict', idOf('100')).status, 0);
  assert.equal(build([line('100'), line('200')], '--accept-loss', 'FI').status, 0);
  const bytes = readFileSync(snapshot);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(snapshot, bytes);
  const { status, stderr } = build([line('100'), line('200')]);
  assert.equal(status, 1);
  assert.match(stderr, /openfirma.snapshot": it is damaged/);
  assert.deepEqual(readFileSync(snapshot), bytes);
});

test('to restrict a record that leads elsewhere is refused with the id of the current one', (t) => {
  const { build, curate } = world(t);
  assert.equal(build([line('100'), line('200')]).status, 0);
  assert.equal(curate('redirect', idOf('100'), idOf('200')).status, 0);
  assert.equal(build([line('100'), line('200')]).status, 0);
  const { status, stderr } = curate('restrict', idOf('100'));
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `openfirma: Cannot restrict "${idOf('100')}": it leads to "${idOf('200')}"; restrict that instead\n`,
  );
  assert.equal(curate('restrict', idOf('200')).status, 0);
});

test('decisions redirect, split and assign, and the later one counts', async (t) => {
  const { build, curate, company, decisions } = world(t);
  const lines = ['100', '200', '300'].map((number) => line(number));
  assert.equal(build(lines).status, 0);
  assert.equal(curate('redirect', idOf('100'), idOf('200')).status, 0);
  assert.equal(build(lines).status, 0);
  assert.deepEqual((await company(idOf('100')))['lifecycle'], { status: 'redirected', canonical_id: idOf('200') });
  assert.equal((await company(idOf('100')))['name'], 'Company 200');
  assert.equal(curate('split', idOf('100'), idOf('200'), idOf('300')).status, 0);
  assert.equal(build(lines).status, 0);
  assert.deepEqual((await company(idOf('100')))['lifecycle'], {
    status: 'split',
    successor_ids: [idOf('200'), idOf('300')],
  });
  assert.match(readFileSync(decisions, 'utf8'), /^# \d{4}-.*Z A\. Clerk: a test\n\{"id":"co_/);
});

test('a number that is handed on names the new company by the id that was assigned, and the old one has ended', async (t) => {
  const { build, curate, company } = world(t);
  const fresh = 'co_00000000000000000000000001';
  assert.equal(build([line('100'), line('200')]).status, 0);
  assert.equal(curate('assign', fresh, 'FI:100').status, 0);
  assert.equal(build([line('100', { name: 'The heir' }), line('200')]).status, 0);
  assert.equal((await company(fresh))['name'], 'The heir');
  assert.deepEqual((await company(idOf('100')))['lifecycle'], { status: 'tombstoned' });
});

const REFUSED: [claim: string, args: string[], want: RegExp][] = [
  ['an id that is none', ['restrict', 'co_1'], /is not co_ and 26 characters of base32/],
  ['an id that nobody has', ['restrict', 'co_00000000000000000000000009'], /does not know the id$/],
  ['a redirect to itself', ['redirect', idOf('100'), idOf('100')], /Cannot lead "co_\w+" to itself$/],
  [
    'a redirect back',
    ['redirect', idOf('200'), idOf('100')],
    /earlier decisions lead back to it; release one of them first$/,
  ],
  [
    'a split into one',
    ['split', idOf('100'), idOf('200'), idOf('200')],
    /into one: name at least two successors, or redirect it$/,
  ],
  [
    'a LEI that is none',
    ['assign', idOf('100'), 'lei:984500FIXTURE0000100'],
    /its check digits say that it is no LEI$/,
  ],
  ['a number of no country', ['assign', idOf('100'), 'FX:100'], /"FX" is none of the 35 countries$/],
  ['an identifier without a scope', ['assign', idOf('100'), '100'], /must be COUNTRY:NUMBER, lei:LEI or key:KEY$/],
];
for (const [claim, args, want] of REFUSED) {
  test(`curate refuses ${claim}`, (t) => {
    const { build, curate, decisions } = world(t);
    assert.equal(build([line('100'), line('200')]).status, 0);
    assert.equal(curate('redirect', idOf('100'), idOf('200')).status, 0);
    const before = readFileSync(decisions, 'utf8');
    const { status, stderr } = curate(...args);
    assert.notEqual(status, 0);
    assert.match(stderr.trim(), want);
    assert.equal(readFileSync(decisions, 'utf8'), before);
  });
}

test('two builds in a row from equal lines are equal, in whatever order the lines come', (t) => {
  const { build, snapshot } = world(t);
  const lines = Array.from({ length: 30 }, (_, i) => line(String(1000 + i)));
  const digest = (): string => openfirma('inspect', '--digest', snapshot).stdout;
  assert.equal(build(lines).status, 0);
  const first = digest();
  assert.equal(build(lines.toReversed()).status, 0);
  assert.equal(digest(), first);
});
