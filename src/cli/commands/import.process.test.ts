import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder } from '../../../test/fixtures/folder.ts';
import { ResidentCommand, type Ended } from '../../../test/fixtures/resident-command.ts';
import { COMMAND } from '../../../test/fixtures/serving.ts';

const FIXTURE = fileURLToPath(
  new URL('../../registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json', import.meta.url),
);

const resident = new ResidentCommand();
after(() => resident.close());

async function run(...args: string[]): Promise<Ended> {
  return await resident.run(['import', ...args], process.cwd());
}

test('import writes lines and report, and sums the report up on standard error', async (t) => {
  const output = join(folder(t), 'gleif.ndjson');
  const { status, stdout, stderr } = await run('gleif', '--out', output, FIXTURE);
  assert.equal(status, 0);
  assert.equal(stdout, '');
  assert.equal(readFileSync(output, 'utf8').trim().split('\n').length, 34);
  assert.ok(existsSync(`${output}.report.json`));
  assert.match(stderr, /39 records read, 34 lines written\n {2}dropped: successor is missing, no line of its own 2\n/);
  assert.match(stderr, /AuthorityID, replaced: RA009999 1\n/);
  assert.match(stderr, /\n {2}ordinary: .*redirected to its successor 6, split into its successors 2\n$/);
});

test('import says that lines have no date where neither a name nor a record has one, and what gives them one', async (t) => {
  const at = folder(t);
  const copy = (register: string, name: string): string => {
    const undated = join(at, name.replace('-2026-11-20', ''));
    copyFileSync(fileURLToPath(new URL(`../../registers/${register}/fixtures/${name}`, import.meta.url)), undated);
    return undated;
  };
  const files = ['enheter', 'roller'].map((name) => copy('no-brreg', `${name}-2026-11-20.json`));
  for (const output of ['no.ndjson', 'no.ndjson.gz', 'no.ndjson.zst'].map((name) => join(at, name))) {
    const { stderr } = await run('no-brreg', '--out', output, ...files);
    assert.match(
      stderr,
      /\n {2}no date: \S+roller\.json, \S+enheter\.json: .+ --published YYYY-MM-DD, or put the day into the name of each/,
    );
    const dated = await run('no-brreg', '--published', '2026-11-20', '--out', output, ...files);
    assert.doesNotMatch(dated.stderr, /no date/);
  }
  // Its records have dates.
  const observed = await run(
    'de-offeneregister',
    '--out',
    join(at, 'de'),
    copy('de-offeneregister', 'companies-1.jsonl'),
  );
  assert.doesNotMatch(observed.stderr, /no date/);
});

test('import writes to standard output', () => {
  const { status, stdout } = spawnSync(COMMAND, ['import', 'gleif', '--out', '-', FIXTURE], { encoding: 'utf8' });
  assert.equal(status, 0);
  assert.equal(stdout.trim().split('\n').length, 34);
});

test('import ends with a failure and no output where an input is damaged', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'cut.json'), readFileSync(FIXTURE).subarray(0, 50_000));
  const { status, stderr } = await run('gleif', '--out', join(at, 'out'), join(at, 'cut.json'));
  assert.notEqual(status, 0);
  assert.match(stderr, /Cannot read ".*cut\.json": record \d+: the file ends in the middle; download it again/);
  assert.ok(!existsSync(join(at, 'out')));
});

test('import reads sole traders on request', async () => {
  const files = ['enheter', 'roller'].map((name) =>
    fileURLToPath(new URL(`../../registers/no-brreg/fixtures/${name}-2026-11-20.json`, import.meta.url)),
  );
  assert.doesNotMatch((await run('no-brreg', '--out', '-', ...files)).stdout, /SNEKKER OLA OPPDIKTET/);
  assert.match((await run('no-brreg', '--sole-traders', '--out', '-', ...files)).stdout, /SNEKKER OLA OPPDIKTET/);
});

test('import reads officers of years ago on request', async () => {
  const file = fileURLToPath(new URL('../../registers/de-offeneregister/fixtures/companies-1.jsonl', import.meta.url));
  assert.doesNotMatch((await run('de-offeneregister', '--out', '-', file)).stdout, /Alma Zirbel/);
  assert.match((await run('de-offeneregister', '--old-officers', '--out', '-', file)).stdout, /Alma Zirbel/);
});

test('import reads companies of the whole world on request', async () => {
  assert.doesNotMatch((await run('gleif', '--out', '-', FIXTURE)).stdout, /Example Charter School/);
  assert.match((await run('gleif', '--world', '--out', '-', FIXTURE)).stdout, /Example Charter School/);
});

test('import shows an example in its help and refuses a register it does not have', async () => {
  assert.match((await run('--help')).stdout, /Example:\n {2}openfirma import gleif --out gleif\.ndjson\.gz/);
  assert.match((await run('atlantis', '--out', '-', FIXTURE)).stderr, /"atlantis" is unknown; must be one of .*gleif/);
});
