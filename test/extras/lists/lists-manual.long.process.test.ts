/** The commands of docs/lists.md run as printed, and a run that is killed. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { builtSample, SAMPLE_FILE } from '../../fixtures/built-sample.ts';
import { COMMAND, environment } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';
import { ROOT, findBlocks, splitCommands } from '../../house/printed.ts';

const ESTONIA = join(ROOT, 'src/registers/ee-ariregister/fixtures/lihtandmed-2026-11-20.csv');

suite('Lists', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-lists-manual-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  test('are matched and enriched by the commands of docs/lists.md', () => {
    const [list = ''] = findBlocks('docs/lists.md', 'csv');
    const [config = '{}'] = findBlocks('docs/lists.md', 'json');
    const [commands = ''] = findBlocks('docs/lists.md', 'sh');
    writeFileSync(join(folder, 'customers.csv'), list);
    const { registers, ...more } = JSON.parse(config) as { registers: { register: string }[] };
    // A local file instead of the download.
    writeFileSync(join(folder, 'refresh.json'), JSON.stringify({ ...more, registers: registers.map(({ register }) => ({ register, files: [ESTONIA] })) })); // prettier-ignore
    const [install, ...rest] = splitCommands(commands);
    assert.equal(install, 'npm ci');
    assert.equal(rest.length, 3);
    for (const command of rest) {
      const { status, stderr } = spawnSync('sh', ['-eu', '-c', command.replace('bin/openfirma', COMMAND)], { cwd: folder, env: environment({}), encoding: 'utf8' }); // prettier-ignore
      assert.equal(status, 0, `${command}: ${stderr}`);
    }
    const [header, ...rows] = read('enriched.csv').trimEnd().split('\n');
    assert.match(
      header ?? '',
      /^Firma;Land;Konto;company_id;.*;company_lookup;company_address;company_registered_on;company_euid$/,
    );
    assert.match(rows[0] ?? '', /^puit naidise;Estland;1001;co_\w{26};Näidise Puit OÜ;199000\d\d;[^;]*;EE;/);
    assert.match(rows[1] ?? '', /^MÕELDIS JA POJAD UU;EE;1002;co_\w{26};Mõeldis & Pojad UÜ;/);
    assert.equal(rows.length, 2);
  });

  test('whose run is killed at any moment are complete after --resume, without a lost or doubled row', async () => {
    const { path, remove } = await builtSample();
    const names = readFileSync(SAMPLE_FILE, 'utf8').trimEnd().split('\n').map((line) => (JSON.parse(line) as { name: string }).name); // prettier-ignore
    const cells = Array.from({ length: 3000 }, (_, i) => `${i};"${names[i % names.length]?.replaceAll('"', '""')}x"\n`);
    writeFileSync(join(folder, 'long.csv'), `n;name\n${cells.join('')}`);
    const partial = (): string | undefined => readdirSync(folder).find((name) => name.endsWith('.part'));
    const size = (): number => statSync(join(folder, partial() ?? '.')).size;
    let kills = 0;
    for (let bytes = 200; ; kills++) {
      const child = spawn(COMMAND, ['match', path, 'long.csv', '--out', 'out.csv', '--resume'], { cwd: folder, env: environment({}) }); // prettier-ignore
      const ended = once(child, 'exit');
      await until('more rows', () => child.exitCode !== null || (partial() !== undefined && size() > bytes));
      if (child.exitCode !== null || kills === 2) {
        assert.deepEqual(await ended, [0, null]);
        break;
      }
      child.kill('SIGKILL');
      await ended;
      bytes = size() + 20_000;
    }
    assert.ok(kills > 0);
    assert.equal(partial(), undefined);
    const written = read('out.csv').trimEnd().split('\n').slice(1);
    assert.deepEqual(written.map((line) => line.split(';')[0]), Array.from({ length: 3000 }, (_, i) => String(i))); // prettier-ignore
    assert.equal(spawnSync(COMMAND, ['match', path, 'long.csv', '--out', 'whole.csv'], { cwd: folder, env: environment({}) }).status, 0); // prettier-ignore
    assert.equal(read('out.csv'), read('whole.csv'));
    remove();
  });
});
