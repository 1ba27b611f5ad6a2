/** The commands of docs/operating.md, run as printed by an ordinary user in a fresh folder. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { findProgram, freePort } from '../fixtures/programs.ts';
import { SETTINGS } from '../../src/cli/settings.ts';
import { loadProgram } from '../../src/cli/program.ts';
import { has } from '../parts.ts';
import { MANUAL, ROOT, findBlocks, ordinaryUser, splitCommands } from './printed.ts';
import { startService, stopService, type Running } from '../fixtures/serving.ts';
import { until } from '../fixtures/until.ts';

const FINLAND = join(ROOT, 'src/registers/fi-prh/fixtures');
const FINNISH = [1, 2, 3].map((n) => join(FINLAND, `ytj-2026-11-20-${n}.json`));
const GLEIF = join(ROOT, 'src/registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json');

/** The public address that is passed to `init`. */
const ADDRESS = 'https://toys.example';

const UNITS = ['openfirma.service', 'openfirma-refresh.service', 'openfirma-refresh.timer'] as const;
const unitText = (name: string): string => readFileSync(join(ROOT, 'deploy/host/etc/systemd/system', name), 'utf8');

/** Returns the values of a key of a unit. */
const findValues = (unit: string, key: string): string[] =>
  [...unitText(unit).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const findValue = (unit: string, key: string): string => {
  const values = findValues(unit, key);
  assert.equal(values.length, 1, `${unit} has one ${key}`);
  return values[0] ?? '';
};

suite('The manual', () => {
  let folder = '';
  let home = '';
  let system = '';
  /** The folder of compiled code: this user may not write to the folder of other tests. */
  let cache = '';
  let user: ReturnType<typeof ordinaryUser> = {};
  let running: Running | undefined;
  let port = 0;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-manual-'));
    user = ordinaryUser(folder);
    home = join(folder, 'home');
    system = join(folder, 'system');
    cache = join(folder, 'compiled');
    assert.equal(sh(`mkdir home bin system compiled`, folder).status, 0);
  });
  after(() => {
    running?.child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** Replaces the folders of the system in the printed text by those of the test. */
  const moved = (text: string): string =>
    text
      .replaceAll('/opt/openfirma', ROOT)
      .replaceAll('/var/lib/openfirma', home)
      .replaceAll('/usr/local/bin', join(folder, 'bin'))
      .replaceAll(/\/(etc|srv)\/(?=openfirma|published)/g, `${home}/$1/`)
      .replaceAll('https://openfirma.example', `http://127.0.0.1:${port}`)
      .replaceAll('runuser -u openfirma -- ', '')
      // A shell has its own `kill`; a small Debian has no other.
      .replaceAll(
        'systemctl reload openfirma',
        findValue('openfirma.service', 'ExecReload').replace('/bin/kill', 'kill'),
      );

  function sh(script: string, cwd = home) {
    const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`;
    const env = { PATH, MAINPID: String(running?.child.pid), NODE_COMPILE_CACHE: cache };
    return spawnSync('sh', ['-eu', '-c', moved(script)], { cwd, env, ...user, encoding: 'utf8' });
  }

  function succeed(script: string, cwd?: string): string {
    const { status, stdout, stderr } = sh(script, cwd);
    assert.equal(status, 0, `${script}\n${stdout}${stderr}`);
    return stdout;
  }

  /** Writes the printed configuration, with files instead of downloads. */
  function configure(finnish: readonly string[], more: object = {}): void {
    const printed = JSON.parse(readFileSync(join(system, 'var/lib/openfirma/refresh.json'), 'utf8')) as {
      registers: { register: string }[];
    };
    const files: Readonly<Record<string, readonly string[]>> = { 'fi-prh': finnish, gleif: [GLEIF] };
    const registers = printed.registers.map(({ register }) => ({ register, files: files[register] }));
    writeFileSync(join(home, 'refresh.json'), JSON.stringify({ ...printed, registers, ...more }));
  }

  const search = async (query: string): Promise<string[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/search?q=${query}`);
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const generation = async (): Promise<string> =>
    ((await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { generation: string }).generation;

  test('sets up the user and the folders that the units name', () => {
    const [setup = '', start = ''] = findBlocks('docs/operating.md', 'sh');
    const [name, at] = [findValue('openfirma.service', 'User'), findValue('openfirma.service', 'WorkingDirectory')];
    assert.equal(`/var/lib/${findValue('openfirma.service', 'StateDirectory')}`, at);
    for (const command of splitCommands(setup)) {
      // Other addresses are replaced by that of the test's service.
      succeed(command.replace(' init ', ` init --root ${system} `).replace('https://openfirma.example', ADDRESS));
    }
    assert.deepEqual(readdirSync(join(system, 'etc/systemd/system')).toSorted(), UNITS.toSorted());
    const sysusers = readFileSync(join(system, 'etc/sysusers.d/openfirma.conf'), 'utf8');
    assert.match(sysusers, new RegExp(`^u ${name} - "openfirma" ${at} /usr/sbin/nologin$`, 'm'));
    assert.deepEqual(splitCommands(start), [
      'systemd-sysusers',
      'systemctl daemon-reload',
      'systemctl start openfirma-refresh',
      'systemctl enable --now openfirma openfirma-refresh.timer',
    ]);
  });

  if (has('nginx', 'The site of nginx'))
    test('has a site that nginx accepts', () => {
      const site = readFileSync(join(system, 'etc/nginx/sites-available/openfirma'), 'utf8');
      // A port that needs no rights.
      writeFileSync(
        join(home, 'site'),
        site.replaceAll(/(listen .*)80;/g, (_, listen: string) => `${listen}8080;`),
      );
      const http = `access_log off; client_body_temp_path body; proxy_temp_path proxy; include ${home}/site;`;
      writeFileSync(join(home, 'nginx.conf'), `pid nginx.pid; error_log stderr; events {} http { ${http} }`);
      const { status, stderr } = spawnSync(
        findProgram('nginx', '/usr/sbin'),
        ['-t', '-p', home, '-c', join(home, 'nginx.conf')],
        { encoding: 'utf8' },
      );
      assert.equal(status, 0, stderr);
    });

  const withoutSystemd = spawnSync('systemd-analyze', ['--version']).error && 'there is no systemd-analyze';
  test('has units that systemd accepts', { skip: withoutSystemd ?? false }, () => {
    const paths = UNITS.map((unit) => join(system, 'etc/systemd/system', unit));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
    // systemd before 254 ignores the growth of the pauses.
    const lines = stderr
      .split('\n')
      .filter((line) => !/Unknown key(?: name)? 'Restart(?:Steps|MaxDelaySec)'/.test(line));
    assert.deepEqual([status, lines], [0, ['']]);
  });

  test('refreshes by its unit', () => {
    configure(FINNISH.slice(0, 1));
    succeed(findValue('openfirma-refresh.service', 'ExecStart'));
    assert.ok(existsSync(join(home, 'data', 'openfirma.snapshot')));
  });

  test('serves by its unit, in a folder of its user', async () => {
    assert.equal(findValue('openfirma.service', 'EnvironmentFile'), '-/etc/openfirma/settings');
    const lines = readFileSync(join(system, 'etc/openfirma/settings'), 'utf8').split('\n');
    const settings = lines.filter((line) => /^[A-Z]/.test(line)).map((pair) => pair.split(/=(.*)/).slice(0, 2));
    assert.ok(settings.length > 2);
    for (const [name = ''] of settings) assert.ok(name in SETTINGS, name);
    const [program = '', command, ...args] = moved(findValue('openfirma.service', 'ExecStart')).split(' ');
    assert.equal(command, 'serve');
    port = await freePort();
    const environment = {
      ...Object.fromEntries(settings),
      METRICS_PORT: '0',
      PORT: String(port),
      NODE_COMPILE_CACHE: cache,
    } as Record<string, string>;
    running = await startService(home, args, environment, program, user);
    assert.equal((await search('keksitty')).length, 1);
    const problem = (await (await fetch(`http://127.0.0.1:${port}/v1/search?q=a`)).json()) as { type: string };
    assert.ok(problem.type.startsWith(`${ADDRESS}/`), problem.type);
    assert.equal(statSync(join(home, 'data', 'cursor-secret')).uid, user.uid ?? process.getuid?.());
    assert.equal(running.stderr(), '');
  });

  test('restarts a service that fails for ever, after pauses that grow', () => {
    const keys = ['Restart', 'RestartSec', 'RestartMaxDelaySec', 'StartLimitIntervalSec'];
    assert.deepEqual(keys.map((key) => findValue('openfirma.service', key)), ['always', '2', '60', '0']); // prettier-ignore
  });

  const hasCurl = has('curl', 'a request by curl') && has('jq', 'a request by curl, read by jq');
  test('shows commands that work beside the running service, in their order', async () => {
    const [, , ...blocks] = findBlocks('docs/operating.md', 'sh');
    const first = await generation();
    const [keksitty = ''] = await search('keksitty');
    assert.deepEqual(await search('kahden'), []);
    const EXPECTED: readonly (readonly [start: string, then: (stdout: string) => Promise<unknown>])[] = [
      ['cd /var/lib/openfirma', async (stdout) => assert.match(stdout, /fi-prh/)],
      ['curl ', async (stdout) => assert.match(stdout, /^"gleif"\n\d+\n/m)],
      ['openfirma refresh', () => until('newer data', async () => (await search('kahden')).length > 0)],
      ['openfirma rollback', () => until('earlier data', async () => (await generation()) === first)],
      ['openfirma curate restrict', () => until('a restriction', async () => (await search('keksitty')).length === 0)],
    ];
    assert.equal(blocks.length, EXPECTED.length);
    configure(FINNISH);
    for (const [i, [start, then]] of EXPECTED.entries()) {
      const block = blocks[i] ?? '';
      assert.ok(block.startsWith(start), block);
      if (start === 'curl ' && !hasCurl) continue;
      // An id of the data, and an age that all data have.
      await then(succeed(block.replaceAll(/\bco_\w{26}\b/g, keksitty).replace('> 7', '> -9999')));
    }
    configure(FINNISH, { also: ['data/decisions.ndjson'] });
    succeed('openfirma refresh refresh.json');
    await until('newer data', async () => (await search('kahden')).length > 0);
    assert.deepEqual(await search('keksitty'), []);
  });

  test('publishes what is served', () => {
    const [publish = ''] = findBlocks('docs/operating/followers.md', 'sh');
    assert.match(succeed(publish), / has generation \w+ now, as number 1: /);
  });

  test('has lines for cron that run without an environment', () => {
    const lines = findBlocks('docs/operating.md', 'crontab').flatMap(splitCommands);
    assert.equal(lines.length, 3);
    const commands = lines.map(
      (line) => /^(?:[\d*]+ ){5} *(\/opt\/openfirma\/bin\/openfirma .*)$/.exec(line)?.[1] ?? '',
    );
    const [refresh = '', crawl = '', again = ''] = commands;
    for (const command of [refresh, again]) succeed(`unset PATH NODE_COMPILE_CACHE; ${command}`, '/');
    assert.match(readFileSync(join(home, 'refresh.log'), 'utf8'), /unchanged/);
    assert.match(crawl, / fetch gr-gemi at-firmenbuch --into /);
  });

  test('stops by SIGTERM', async () => {
    assert.ok(running !== undefined);
    await stopService(running);
  });

  test('names only commands and options that exist', async () => {
    const { commands } = await loadProgram();
    const printed = MANUAL.flatMap((page) => findBlocks(page, 'sh').flatMap(splitCommands)).map((line) =>
      line.replace(/^(?:[A-Z_]+=\S+ )+|^npx /, ''),
    );
    const ours = printed.filter((line) => line.startsWith('openfirma '));
    assert.ok(ours.length > 10);
    for (const line of ours) {
      const [, name, ...words] = line.split(' ');
      const command = commands.find((one) => one.name() === name);
      assert.ok(command !== undefined, line);
      const all = [command, ...command.commands].flatMap(({ options }) => options.map(({ long }) => long));
      const known = new Set<string | undefined>(all);
      assert.deepEqual(words.filter((word) => word.startsWith('--') && !known.has(word)), [], line); // prettier-ignore
    }
  });
});
