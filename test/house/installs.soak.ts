/**
 * A clone is installed and started as README.md describes, by old and new versions of npm and Node, in turns by root in its own folder and
 * by an ordinary user. With `INSTALLS=oldest` only the oldest combination runs. npm and Node are installed as packages.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { until } from '../fixtures/until.ts';

const [INSTALL, START, TEST] = ['npm ci', 'npm start', 'npm test'];
/** The oldest combination comes first. npm 11 runs under Node 20 or newer. */
const COMBINATIONS = [
  ['9.2.0', '18'],
  ['9.2.0', '20'],
  ['10.8.3', '18'],
  ...['9.2.0', '10.8.3', '11.0.0', '11.5.2', 'latest']
    .flatMap((npm) => [[npm, '20'] as const, [npm, '24'] as const])
    .slice(1),
  ['9.2.0', '22'],
  ['latest', '22'],
  ['10.8.3', '26'],
  ['latest', '26'],
] as const;
const chosen = process.env['INSTALLS'] === 'oldest' ? COMBINATIONS.slice(0, 1) : COMBINATIONS;
const IS_ROOT = process.getuid?.() === 0;
const UNPRIVILEGED_ID = 65_534;

/** A folder with spaces and umlauts in its name, for the clones and the files that they need. */
let folder = '';
let cache = '';

function run(command: string, args: readonly string[], options = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`.slice(-4000));
  return stdout.trim();
}

/** Makes a folder for `PATH` with one version of npm and one of Node; installs missing versions. */
function prepareTools(npm: string, node: string): string {
  const tools = join(folder, 'tools', `npm ${npm}, Node ${node}`);
  const name = `node-${process.platform}-${process.arch}`;
  const modules = (wanted: string): string => {
    const prefix = join(folder, 'tools', wanted);
    const options = ['--ignore-scripts', '--no-audit', '--prefer-offline', '--prefix', prefix];
    run('npm', ['install', ...options, wanted], { cwd: folder });
    return join(prefix, 'node_modules');
  };
  mkdirSync(tools, { recursive: true });
  symlinkSync(join(modules(`npm@${npm}`), 'npm', 'bin', 'npm-cli.js'), join(tools, 'npm'));
  symlinkSync(join(modules(`${name}@${node}`), name, 'bin', 'node'), join(tools, 'node'));
  return tools;
}

/** Returns the processes that run in a folder. */
function listProcesses(clone: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(join('/proc', pid, 'cwd')).startsWith(clone);
    } catch {
      return false; // It has ended, or is another user's.
    }
  });
}

suite('A clone is installed, tested and started', () => {
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma für alle '));
    chmodSync(folder, 0o755);
    cache = run('npm', ['config', 'get', 'cache']);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [i, [npm, node]] of chosen.entries()) {
    const asRoot = IS_ROOT && i % 2 === 0;
    test(`by npm ${npm} under Node ${node}, as ${asRoot ? 'root' : 'an ordinary user'}`, async (t) => {
      const clone = join(folder, `${npm} ${node}`);
      run('git', ['clone', '--quiet', resolve('.'), clone]);
      t.after(() => rmSync(clone, { recursive: true }));
      const caches = IS_ROOT && !asRoot ? join(folder, 'cache') : cache;
      if (asRoot) chmodSync(clone, 0o700);
      else if (IS_ROOT) {
        // Other users cannot read the cache of root.
        run('cp', ['-r', '--no-clobber', `${cache}/.`, caches]);
        run('chown', ['-R', `${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID}`, clone, caches]);
      }
      const env = {
        PATH: `${prepareTools(npm, node)}:/usr/bin:/bin`,
        HOME: clone,
        npm_config_cache: caches,
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
        npm_config_update_notifier: 'false',
        PORT: '0',
      };
      const user =
        IS_ROOT && !asRoot
          ? ['setpriv', `--reuid=${UNPRIVILEGED_ID}`, `--regid=${UNPRIVILEGED_ID}`, '--clear-groups']
          : [];
      run('env', [...user, ...INSTALL.split(' ')], { cwd: clone, env });

      // A network with only this machine, which root can make.
      const ownNetwork = IS_ROOT ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] : [];
      run('env', [...ownNetwork, ...user, ...TEST.split(' '), '--', 'src/model/folding'], { cwd: clone, env });
      const service = spawn('env', [...ownNetwork, ...user, ...START.split(' ')], { cwd: clone, env });
      t.after(() => service.kill('SIGKILL'));
      let said = '';
      for (const stream of [service.stdout, service.stderr])
        stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
      let address: string | undefined;
      await until(
        () => `it listens: ${said}`,
        () => {
          assert.equal(service.exitCode, null, said);
          address = /"address":"([^"]+)".*"listening"/.exec(said)?.[1];
          return address !== undefined;
        },
      );
      const there = IS_ROOT ? ['nsenter', '--net', '--target', `${service.pid}`] : [];
      const { data } = JSON.parse(run('env', [...there, 'curl', '--silent', `${address}/v1/search?q=nordlysmyr`])) as {
        data: readonly unknown[];
      };
      assert.ok(data.length > 0);

      service.kill('SIGTERM');
      await until(
        () => `nothing is left running: ${listProcesses(clone).join(' ')}`,
        () => listProcesses(clone).length === 0,
      );
    });
  }
});

test('README.md names the commands', () => {
  const lines = readFileSync('README.md', 'utf8').split('\n');
  for (const command of [START, TEST]) assert.ok(lines.includes(`${INSTALL} && ${command}`), command);
});
