/** The shipped configuration of all registers, refreshed from files as publishers serve them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { createZip } from '../../src/importer/formats/zip-fixture.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { folder } from '../fixtures/folder.ts';

interface Config {
  readonly registers: readonly { readonly register: string; readonly files?: readonly string[] }[];
}

const SHIPPED = JSON.parse(readFileSync('deploy/refresh-all.json', 'utf8')) as Config;

/** Writes the shipped configuration with paths of this machine; only of the registers `ids`, if any are passed. */
function configured(t: TestContext, ids = SHIPPED.registers.map(({ register }) => register)) {
  const at = folder(t);
  const text = readFileSync('deploy/refresh-all.json', 'utf8').replaceAll('"/data/', '"');
  const config = JSON.parse(text) as Config;
  const registers = config.registers.filter(({ register }) => ids.includes(register));
  writeFileSync(join(at, 'refresh.json'), JSON.stringify({ ...config, registers }));
  // The files that an operator downloads by hand.
  for (const file of registers.flatMap(({ files = [] }) => files)) {
    mkdirSync(join(at, dirname(file)), { recursive: true });
    writeFileSync(join(at, file), belgianZip());
  }
  const refresh = (down = ''): { status: number | null; stderr: string } =>
    spawnSync(
      process.execPath,
      ['--import', './test/fetching/publishers.ts', 'src/cli/main.ts', 'refresh', join(at, 'refresh.json')],
      { encoding: 'utf8', env: { ...process.env, PUBLISHERS_DOWN: down } },
    );
  const readLines = (id: string): RegisterLine[] =>
    parsed(zstdDecompressSync(readFileSync(join(at, 'lines', `${id}.ndjson.zst`))).toString());
  return { refresh, linesOf: readLines, snapshot: join(at, 'openfirma.snapshot') };
}

function belgianZip(): Buffer {
  const fixtures = 'src/registers/be-kbo/fixtures';
  const files = readdirSync(fixtures).filter((name) => !name.startsWith('expected'));
  return createZip(Object.fromEntries(files.map((name) => [name, readFileSync(join(fixtures, name))])));
}

function parsed(ndjson: string): RegisterLine[] {
  return ndjson.split('\n').slice(0, -1).map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
}

/** Returns a text that identifies a company: other fields depend on the day of the download, and on files that an operator adds. */
const formatLabel = ({ name, identifiers = [] }: RegisterLine): string => `${name} ${identifiers[0]?.value}`;

test('the configuration of all registers names each once, the index last', () => {
  const ids = SHIPPED.registers.map(({ register }) => register);
  assert.deepEqual(ids.toSorted(), [...REGISTERS.keys()].toSorted());
  assert.equal(ids.at(-1), 'gleif');
});

test('the page of accounts names every register that asks for one or is crawled, with its settings', () => {
  const page = readFileSync('docs/operating/accounts.md', 'utf8');
  for (const { id, files } of REGISTERS.values()) {
    const settings = files.server?.credentials?.settings ?? [];
    const isCrawled = 'crawl' in files && files.crawl !== undefined;
    if (settings.length > 0 || isCrawled || 'account' in files.current)
      assert.match(page, new RegExp(`^\\| \\[${id}\\]`, 'm'));
    for (const name of settings)
      assert.ok(page.includes(`\`OPENFIRMA_${id.toUpperCase().replaceAll('-', '_')}_${name}\``), `${id} ${name}`);
  }
});

test('refresh crawls, downloads, imports and builds all registers, and a night with one server down loses no data', (t) => {
  const { refresh, linesOf: readLines, snapshot } = configured(t);
  const first = refresh('fi-prh');
  assert.equal(first.status, 1);
  const refused =
    /^openfirma: Cannot download ".*\/fi-prh\/all_companies\.zip": .*; there are no lines of an earlier run, so no snapshot is built; repair it, or remove "fi-prh" from the configuration$/m;
  assert.match(first.stderr, refused);
  assert.ok(!existsSync(snapshot));
  const second = refresh();
  assert.equal(second.status, 0, second.stderr);
  assert.match(second.stderr, /^import lv-ur  unchanged/m);
  for (const id of REGISTERS.keys()) {
    const texts = fixtureCases(id).map(({ expected: path }) => readFileSync(path, 'utf8'));
    const expected = new Set(texts.flatMap(parsed).map(formatLabel));
    const lines = readLines(id).map(formatLabel);
    assert.ok(lines.length > 0, id);
    assert.deepEqual(lines.filter((line) => !expected.has(line)), [], id); // prettier-ignore
  }
  const { stdout } = spawnSync(process.execPath, ['src/cli/main.ts', 'coverage', snapshot, '--json'], {
    encoding: 'utf8',
  });
  for (const id of REGISTERS.keys()) assert.match(stdout, new RegExp(`"${id}"`));
});

test('refresh uses the previous lines of registers whose servers are down, and reports them', (t) => {
  const { refresh, linesOf: readLines, snapshot } = configured(t, ['fi-prh', 'pl-krs', 'lv-ur']);
  assert.equal(refresh().status, 0);
  const before = ['fi-prh', 'pl-krs'].map(readLines);
  const made = readFileSync(snapshot);
  const { status, stderr } = refresh('fi-prh,pl-krs');
  assert.equal(status, 1);
  assert.match(stderr, /^openfirma: Cannot download ".*fi-prh.*; its lines of earlier runs stay in the data$/m);
  assert.match(
    stderr,
    /^fetch pl-krs  Cannot continue the crawl "krs": .*; the responses of this run and earlier ones are kept$/m,
  );
  assert.deepEqual(['fi-prh', 'pl-krs'].map(readLines), before);
  assert.deepEqual(readFileSync(snapshot), made);
});
