import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildSnapshot } from '../../src/build/index.ts';
import { InputError, deriveCompanyId, type RegisterLine } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { folder as tempFolder } from '../fixtures/folder.ts';
import { ResidentCommand, type Ended } from '../fixtures/resident-command.ts';

const resident = new ResidentCommand();
after(() => resident.close());

async function openfirma(...args: string[]): Promise<Ended> {
  return await resident.run(args, process.cwd());
}

const line = (number: string, more: Partial<RegisterLine> = {}): RegisterLine => ({
  name: `Company ${number}`,
  identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: 'FI' }],
  ...more,
});

const deriveId = (number: string): string =>
  deriveCompanyId({ kind: 'identifier', scheme: 'national_registry_number', scope: 'FI', comparedValue: number });

/** Returns functions that build one snapshot after the other in a folder. */
function world(folder: string) {
  const snapshot = join(folder, 'openfirma.snapshot');
  const decisions = join(folder, 'decisions.ndjson');
  /** Builds, and reports a refusal, as the command does. */
  const build = async (lines: readonly RegisterLine[], acceptLoss: readonly string[] = []) => {
    const input = join(folder, 'lines.ndjson');
    writeFileSync(input, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const previous = existsSync(snapshot) ? { previous: snapshot } : {};
    const inputs = existsSync(decisions) ? [decisions, input] : [input];
    try {
      await buildSnapshot({ inputs, out: snapshot, acceptLoss, ...previous });
      return { status: 0, stderr: '' };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { status: 1, stderr: error.message };
    }
  };
  const curate = async (...args: string[]): Promise<Ended> =>
    await openfirma(
      'curate',
      ...args,
      '--file',
      decisions,
      '--decided-by',
      'A. Clerk',
      '--why',
      'a test',
      '--snapshot',
      snapshot,
    );
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
  const { build, company } = world(tempFolder(t));
  const lei = { scheme: 'lei', value: '5493000000000000A100' } as const;
  const numbered = (number: string): RegisterLine => ({
    ...line(number),
    identifiers: [...(line(number).identifiers ?? []), lei],
  });
  assert.equal((await build([numbered('100'), line('200')])).status, 0);
  assert.equal((await build([numbered('101')])).status, 0);
  assert.equal((await company(deriveId('100')))['name'], 'Company 101');
  assert.deepEqual(await company(deriveId('200')), {
    id: deriveId('200'),
    object: 'company',
    lifecycle: { status: 'tombstoned' },
  });
  assert.equal((await build([numbered('101'), line('200')])).status, 0);
  assert.equal((await company(deriveId('200')))['name'], 'Company 200');
});

test('a build that loses a twentieth of a country is refused with both counts, unless the loss is accepted', async (t) => {
  const { build, snapshot, folder } = world(tempFolder(t));
  const hundred = Array.from({ length: 100 }, (_, i) => line(String(1000 + i)));
  assert.equal((await build(hundred)).status, 0);
  const whole = readFileSync(snapshot);
  const { status, stderr } = await build(hundred.slice(0, 94));
  assert.equal(status, 1);
  assert.match(stderr, /^Cannot build: Finland \(FI\) had 100 companies and now has 94; --accept-loss COUNTRY/);
  assert.deepEqual(readFileSync(snapshot), whole);
  assert.equal((await build(hundred.slice(0, 95))).status, 0);
  const half = join(folder, 'half.ndjson');
  writeFileSync(half, hundred.slice(0, 50).map((one) => `${JSON.stringify(one)}\n`).join('')); // prettier-ignore
  const accepted = await openfirma('build', '--out', snapshot, '--previous', snapshot, '--accept-loss', 'FI', half);
  assert.equal(accepted.status, 0, accepted.stderr);
});

test('a restricted company stays restricted while its register still publishes it, without a value in the file', async (t) => {
  const { build, curate, company, snapshot, decisions, folder } = world(tempFolder(t));
  const secret = line('7654321', { name: 'Geheimnis Oy' });
  assert.equal((await build([secret, line('200')])).status, 0);
  assert.equal((await curate('restrict', deriveId('7654321'))).status, 0);
  assert.equal((await build([secret, line('200')])).status, 0);
  unlinkSync(decisions);
  assert.equal((await build([secret, line('200')])).status, 0);
  const restricted = { id: deriveId('7654321'), object: 'company', lifecycle: { status: 'restricted' } };
  assert.deepEqual(await company(deriveId('7654321')), restricted);
  const bytes = readFileSync(snapshot);
  for (const value of ['Geheimnis', 'geheimnis', '7654321']) assert.ok(!bytes.includes(value), value);
  assert.equal(statSync(join(folder, 'restriction.key')).mode & 0o777, 0o600);
  assert.equal((await curate('release', deriveId('7654321'))).status, 0);
  assert.equal((await build([secret, line('200')])).status, 0);
  assert.equal((await company(deriveId('7654321')))['name'], 'Geheimnis Oy');
});

test('a build that would forget which companies are restricted is refused', async (t) => {
  const { build, curate, snapshot, folder } = world(tempFolder(t));
  assert.equal((await build([line('100'), line('200')])).status, 0);
  assert.equal((await curate('restrict', deriveId('100'))).status, 0);
  assert.equal((await build([line('100'), line('200')])).status, 0);
  const whole = readFileSync(snapshot);
  const { status, stderr } = await openfirma('build', '--out', snapshot, join(folder, 'lines.ndjson'));
  assert.equal(status, 1);
  assert.match(
    stderr,
    /restricts 1 company, which would be published again; give --previous "[^"]+", or another --out\n$/,
  );
  assert.deepEqual(readFileSync(snapshot), whole);
});

test('a build that lacks the key of restricted companies is refused', async (t) => {
  const { build, curate, folder } = world(tempFolder(t));
  assert.equal((await build([line('100'), line('200')])).status, 0);
  assert.equal((await curate('restrict', deriveId('100'))).status, 0);
  assert.equal((await build([line('100'), line('200')])).status, 0);
  unlinkSync(join(folder, 'restriction.key'));
  assert.match(
    (await build([line('100'), line('200')])).stderr,
    /restriction\.key" does not exist; without it they would be published again/,
  );
  writeFileSync(join(folder, 'restriction.key'), '00'.repeat(32));
  assert.match((await build([line('100'), line('200')])).stderr, /restriction\.key" holds another key/);
  writeFileSync(join(folder, 'restriction.key'), 'short');
  assert.match((await build([line('100'), line('200')])).stderr, /must be 64 hexadecimal digits/);
});

test('a previous snapshot with a byte that has changed is refused: it could publish a restricted company again', async (t) => {
  const { snapshot, build, curate } = world(tempFolder(t));
  assert.equal((await build([line('100'), line('200')])).status, 0);
  assert.equal((await curate('restrict', deriveId('100'))).status, 0);
  assert.equal((await build([line('100'), line('200')], ['FI'])).status, 0);
  const bytes = readFileSync(snapshot);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(snapshot, bytes);
  const { status, stderr } = await build([line('100'), line('200')]);
  assert.equal(status, 1);
  assert.match(stderr, /openfirma.snapshot": it is damaged/);
  assert.deepEqual(readFileSync(snapshot), bytes);
});

test('to restrict a record that leads elsewhere is refused with the id of the current one', async (t) => {
  const { build, curate } = world(tempFolder(t));
  assert.equal((await build([line('100'), line('200')])).status, 0);
  assert.equal((await curate('redirect', deriveId('100'), deriveId('200'))).status, 0);
  assert.equal((await build([line('100'), line('200')])).status, 0);
  const { status, stderr } = await curate('restrict', deriveId('100'));
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `openfirma: Cannot restrict "${deriveId('100')}": it leads to "${deriveId('200')}"; restrict that instead\n`,
  );
  assert.equal((await curate('restrict', deriveId('200'))).status, 0);
});

test('decisions redirect, split and assign, and the later one counts', async (t) => {
  const { build, curate, company, decisions } = world(tempFolder(t));
  const lines = ['100', '200', '300'].map((number) => line(number));
  assert.equal((await build(lines)).status, 0);
  assert.equal((await curate('redirect', deriveId('100'), deriveId('200'))).status, 0);
  assert.equal((await build(lines)).status, 0);
  assert.deepEqual((await company(deriveId('100')))['lifecycle'], {
    status: 'redirected',
    canonical_id: deriveId('200'),
  });
  assert.equal((await company(deriveId('100')))['name'], 'Company 200');
  assert.equal((await curate('split', deriveId('100'), deriveId('200'), deriveId('300'))).status, 0);
  assert.equal((await build(lines)).status, 0);
  assert.deepEqual((await company(deriveId('100')))['lifecycle'], {
    status: 'split',
    successor_ids: [deriveId('200'), deriveId('300')],
  });
  assert.match(readFileSync(decisions, 'utf8'), /^# \d{4}-.*Z A\. Clerk: a test\n\{"id":"co_/);
});

test('a number that is handed on names the new company by the id that was assigned, and the old one has ended', async (t) => {
  const { build, curate, company } = world(tempFolder(t));
  const fresh = 'co_00000000000000000000000001';
  assert.equal((await build([line('100'), line('200')])).status, 0);
  assert.equal((await curate('assign', fresh, 'FI:100')).status, 0);
  assert.equal((await build([line('100', { name: 'The heir' }), line('200')])).status, 0);
  assert.equal((await company(fresh))['name'], 'The heir');
  assert.deepEqual((await company(deriveId('100')))['lifecycle'], { status: 'tombstoned' });
});

const REFUSED: [claim: string, args: string[], want: RegExp][] = [
  ['a malformed id', ['restrict', 'co_1'], /is not a company id: co_ and 26 base32 characters/],
  ['an unknown id', ['restrict', 'co_00000000000000000000000009'], /has no record with this id$/],
  ['a redirect to itself', ['redirect', deriveId('100'), deriveId('100')], /Cannot lead "co_\w+" to itself$/],
  [
    'a redirect back',
    ['redirect', deriveId('200'), deriveId('100')],
    /earlier decisions lead back to it; release one of them first$/,
  ],
  [
    'a split into one',
    ['split', deriveId('100'), deriveId('200'), deriveId('200')],
    /into one record: name at least two, or redirect it$/,
  ],
  ['an invalid LEI', ['assign', deriveId('100'), 'lei:984500FIXTURE0000100'], /the check digits of the LEI are wrong$/],
  ['a number of no country', ['assign', deriveId('100'), 'FX:100'], /"FX" is not one of the 35 countries$/],
  ['an identifier without a scope', ['assign', deriveId('100'), '100'], /must be COUNTRY:NUMBER, lei:LEI or key:KEY$/],
];
suite('curate refuses', () => {
  let made: ReturnType<typeof world>;
  before(async () => {
    made = world(mkdtempSync(join(tmpdir(), 'openfirma-permanence-')));
    assert.equal((await made.build([line('100'), line('200')])).status, 0);
    assert.equal((await made.curate('redirect', deriveId('100'), deriveId('200'))).status, 0);
  });
  after(() => rmSync(made.folder, { recursive: true }));
  for (const [claim, args, want] of REFUSED) {
    test(claim, async () => {
      const decided = readFileSync(made.decisions, 'utf8');
      const { status, stderr } = await made.curate(...args);
      assert.notEqual(status, 0);
      assert.match(stderr.trim(), want);
      assert.equal(readFileSync(made.decisions, 'utf8'), decided);
    });
  }
});

test('two builds in a row from equal lines are equal, in whatever order the lines come', async (t) => {
  const { build, snapshot } = world(tempFolder(t));
  const lines = Array.from({ length: 30 }, (_, i) => line(String(1000 + i)));
  const digest = async (): Promise<string> => {
    const reader = SnapshotReader.open(snapshot);
    await reader.close();
    return reader.metadata.digest;
  };
  assert.equal((await build(lines)).status, 0);
  const first = await digest();
  assert.equal((await build(lines.toReversed())).status, 0);
  assert.equal(await digest(), first);
});
