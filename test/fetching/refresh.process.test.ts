import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { ResidentCommand, type Ended } from '../fixtures/resident-command.ts';

const resident = new ResidentCommand();
after(() => resident.close());

async function openfirma(...args: string[]): Promise<Ended> {
  return await resident.run(args, process.cwd());
}

const GLEIF = resolve('src/registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json');
const NO = resolve('src/registers/no-brreg/fixtures');
const REGISTERS = [
  { register: 'no-brreg', files: readdirSync(NO).filter((name) => name.endsWith('2026-11-20.json')).map((name) => join(NO, name)) }, // prettier-ignore
  { register: 'gleif', files: [GLEIF] },
];

/** Makes a folder with a configuration that has the settings of the test. */
function configured(t: TestContext, more: object = {}): { folder: string; config: string; snapshot: string } {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-refresh-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'refresh.json');
  const settings = {
    downloads: 'downloads',
    lines: 'lines',
    snapshot: 'data/openfirma.snapshot',
    registers: REGISTERS,
  };
  writeFileSync(config, JSON.stringify({ ...settings, ...more }));
  return { folder, config, snapshot: join(folder, 'data/openfirma.snapshot') };
}

test('refresh imports every register and builds a snapshot in which the first register wins', async (t) => {
  const { config, snapshot, folder } = configured(t);
  const { status, stderr } = await openfirma('refresh', config);
  assert.equal(status, 0, stderr);
  assert.match(
    stderr,
    /import no-brreg .*\n[^]*import gleif .*39 records read, 34 lines written[^]*wrote ".*openfirma\.snapshot"/,
  );
  assert.deepEqual(readdirSync(join(folder, 'lines')).filter((name) => name.endsWith('.zst')), ['gleif.ndjson.zst', 'no-brreg.ndjson.zst']); // prettier-ignore
  assert.equal((await openfirma('verify', snapshot)).status, 0);
});

test('refresh builds with lines of the operator before all others', async (t) => {
  const { config, snapshot, folder } = configured(t, { also: ['mine.ndjson'], registers: REGISTERS.slice(1) });
  writeFileSync(
    join(folder, 'mine.ndjson'),
    '{"name":"Ours Oy","identifiers":[{"scheme":"lei","value":"984500FIXTURE0000179"}]}\n',
  );
  assert.equal((await openfirma('refresh', config)).status, 0);
  assert.match((await openfirma('search', snapshot, 'ours')).stdout, /Ours Oy/);
});

test('refresh runs before the first decision, with and without its file, and refuses a file that lost its lines', async (t) => {
  const { config, snapshot, folder } = configured(t, { also: ['decisions.ndjson'], registers: REGISTERS.slice(1) });
  const decisions = join(folder, 'decisions.ndjson');
  const refresh = async (): Promise<readonly [status: number | null, stderr: string]> => {
    const { status, stderr } = await openfirma('refresh', config);
    return [status, stderr];
  };
  const [first, said] = await refresh();
  assert.deepEqual([first, existsSync(snapshot)], [0, true], said);
  assert.match(said, /decisions\.ndjson" does not exist: it adds no lines yet/);
  writeFileSync(decisions, '# nothing is decided yet\n');
  assert.match((await refresh()).join(' '), /^0 [^]*decisions\.ndjson" is empty: it adds no lines yet/);
  writeFileSync(decisions, '{"name":"Ours Oy","identifiers":[{"scheme":"lei","value":"984500FIXTURE0000179"}]}\n');
  assert.equal((await refresh())[0], 0);
  writeFileSync(decisions, '');
  assert.match(
    (await refresh()).join(' '),
    /^1 [^]*Cannot use ".*": it is empty, and the snapshot was made of its lines/,
  );
  rmSync(decisions);
  assert.match((await refresh()).join(' '), /^1 [^]*Cannot use ".*": it does not exist, and the snapshot was made of/);
});

test('a dry run names the file that has changed', async (t) => {
  const { config, folder } = configured(t, { registers: [{ register: 'gleif', files: ['gleif.json'] }] });
  const file = join(folder, 'gleif.json');
  writeFileSync(file, readFileSync(GLEIF));
  assert.equal((await openfirma('refresh', config)).status, 0);
  appendFileSync(file, '\n');
  const { stdout } = await openfirma('refresh', config, '--dry-run');
  assert.match(stdout, /import .*\(the input "gleif\.json" has changed\)/);
});

test('refresh leaves the old snapshot in place when an input is damaged', async (t) => {
  const { config, snapshot, folder } = configured(t, { registers: [{ register: 'gleif', files: ['cut.json'] }] });
  mkdirSync(join(folder, 'data'));
  writeFileSync(snapshot, 'the old one');
  writeFileSync(join(folder, 'cut.json'), readFileSync(GLEIF).subarray(0, 5000));
  const { status, stderr } = await openfirma('refresh', config);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /openfirma: Cannot read ".*cut\.json": record \d+: the file ends in the middle; download it again; there are no lines of an earlier run, so no snapshot is built; .*"gleif" from the configuration\n$/,
  );
  assert.equal(readFileSync(snapshot, 'utf8'), 'the old one');
});

test('a folder that cannot be used is the failure of its register, and the others are imported', async (t) => {
  const { config, folder } = configured(t, { registers: [{ register: 'fi-prh' }, ...REGISTERS.slice(1)] });
  mkdirSync(join(folder, 'downloads'));
  writeFileSync(join(folder, 'downloads', 'fi-prh'), 'a file');
  const { status, stderr } = await openfirma('refresh', config);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /\nopenfirma: Cannot mkdir ".*downloads\/fi-prh": a file or folder of that name already exists; there are no lines/,
  );
  assert.deepEqual(
    readdirSync(join(folder, 'lines')).filter((name) => name.endsWith('.zst')),
    ['gleif.ndjson.zst'],
  );
});

const REFUSED: [claim: string, more: object, want: RegExp][] = [
  [
    'a misspelt key, and names the nearest',
    { matsch: true },
    /the file has an unknown key "matsch"; did you mean match\?$/,
  ],
  [
    'a misspelt key of a register',
    { registers: [{ register: 'gleif', oldofficers: true }] },
    /registers\.0 has an unknown key "oldofficers"; did you mean old_officers\?$/,
  ],
  ['a key like no other', { output: 'x' }, /the file has an unknown key "output"; must be one of downloads, lines, /],
  ['a setting of the wrong type', { lines: 3 }, /lines must be string$/],
  ['no register', { registers: [] }, /registers must not have fewer than 1 items$/],
  [
    'a register it does not have',
    { registers: [{ register: 'xx' }] },
    /Cannot find the register "xx"; must be one of /,
  ],
  ['a misspelt register', { registers: [{ register: 'fi-phr' }] }, /the register "fi-phr"; did you mean fi-prh\?$/],
  ['a register named twice', { registers: [REGISTERS[1], REGISTERS[1]] }, /registers names "gleif" twice$/],
];
for (const [claim, more, want] of REFUSED) {
  test(`refresh refuses ${claim}`, async (t) => {
    const { status, stderr } = await openfirma('refresh', configured(t, more).config);
    assert.equal(status, 1);
    assert.match(stderr.trim(), want);
  });
}

test('refresh refuses to work while another one does', async (t) => {
  const { config, folder } = configured(t);
  mkdirSync(join(folder, 'lines'));
  writeFileSync(join(folder, 'lines', '.refresh.lock'), String(process.pid));
  const { status, stderr } = await openfirma('refresh', config);
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`Cannot refresh: another refresh is running: process ${process.pid} holds `));
});

test('registers lists what can be imported, for people and as JSON', async () => {
  assert.match(
    (await openfirma('registers')).stdout,
    /^no-brreg +NO +officers: open +daily +genuine records +NLOD 2\.0 +Enhetsregisteret/m,
  );
  const listed = JSON.parse((await openfirma('registers', '--json')).stdout) as { id: string; officers: string }[];
  assert.equal(listed.find(({ id }) => id === 'no-brreg')?.officers, 'open');
});
