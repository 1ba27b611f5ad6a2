/**
 * The image, built and run by podman over a base of Debian's packages and the Node of this test, without an image registry. Needs root,
 * podman with crun or runc, mmdebstrap and npm; if one is missing, the test is skipped with a message.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..', '..');
const BASE = 'localhost/openfirma-test-base';
const IMAGE = 'localhost/openfirma-test';
const NAME = `openfirma-test-${process.pid}`;
const PACKAGES = 'base-files,bash,bzip2,dash,coreutils,libstdc++6,libatomic1';
const CERTIFICATES = '/etc/ssl/certs';
/** Maximum duration of a build, and of a start on a busy machine. */
const BUILD_MS_MAX = 600_000;
const START_MS_MAX = 60_000;

const isRoot = process.getuid?.() === 0;
const missing = ['podman', 'mmdebstrap', 'npm'].filter((program) => spawnSync(program, ['--version']).status !== 0);
if (isRoot && missing.length === 0) suite('The image', testImage);
else process.stderr.write(`\nNo image was built and run: needs ${isRoot ? missing.join(' and ') : 'root'}.\n`);

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: BUILD_MS_MAX,
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${`${stdout}${stderr}`.slice(-4000)}`);
  return stdout.trim();
}

function podman(...args: readonly string[]): string {
  return run('podman', args);
}

/** Configures containers to use the network of this machine and its own limits, which works where a container may not request more. */
function configure(folder: string, runtime: 'crun' | 'runc'): void {
  const file = join(folder, 'containers.conf');
  const limits = `default_ulimits = ["nofile=1024:${run('bash', ['-c', 'ulimit -Hn'])}", "nproc=4096:4096"]`;
  writeFileSync(file, `[containers]\nnetns = "host"\n${limits}\n[engine]\nruntime = "${runtime}"\n`);
  process.env['CONTAINERS_CONF'] = file;
}

/** Makes a base image with Debian's packages, this Node and npm; the build adds the cache and the certificates of this machine. */
function makeBase(folder: string): void {
  const npm = dirname(dirname(realpathSync(run('bash', ['-c', 'command -v npm']))));
  const hook = join(folder, 'hook.sh');
  const script = `#!/bin/sh
set -eu
mkdir -p "$1/usr/local/bin" "$1/usr/local/lib/node_modules" "$1${CERTIFICATES}"
cp '${process.execPath}' "$1/usr/local/bin/node"
cp -a '${npm}' "$1/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
`;
  writeFileSync(hook, script, { mode: 0o755 });
  const tar = join(folder, 'base.tar');
  const options = ['--quiet', '--variant=extract', `--include=${PACKAGES}`, `--extract-hook=${hook}`];
  // The release and the source of the packages are those of this machine.
  const sources = run('apt-get', ['indextargets', '--format', '$(CODENAME) $(REPO_URI)', 'Created-By: Packages']);
  const [release = '', mirror = ''] = /\S+ \S+/.exec(sources)?.[0].split(' ') ?? [];
  run('mmdebstrap', [...options, release, tar, mirror]);
  const settings = ['CAFILE=/etc/ssl/certs/ca-certificates.crt', 'CACHE=/npm', 'PREFER_OFFLINE=true'];
  podman('import', '--quiet', ...settings.flatMap((one) => ['--change', `ENV NPM_CONFIG_${one}`]), tar, BASE);
  rmSync(tar);
}

function buildImage(): void {
  const volumes = [`${CERTIFICATES}:${CERTIFICATES}:ro`, `${run('npm', ['config', 'get', 'cache'])}:/npm`];
  const mounts = volumes.flatMap((volume) => ['--volume', volume]);
  podman(
    'build',
    '--file',
    'deploy/Containerfile',
    '--format',
    'docker',
    '--layers=false',
    '--build-arg',
    `BASE=${BASE}`,
    ...mounts,
    '--tag',
    IMAGE,
    '.',
  );
}

/** Starts the image as docs/containers.md does. Returns its address once it is ready. */
async function startImage(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const settings = [`PORT=${port}`, 'HOST=127.0.0.1', 'WORKERS=2'].flatMap((one) => ['--env', one]);
  podman('run', '--detach', '--name', NAME, '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', ...settings, IMAGE);
  const address = `http://127.0.0.1:${port}`;
  const started = Date.now();
  for (;;) {
    // No process listens while the sample is built.
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return address;
    assert.ok(Date.now() - started < START_MS_MAX, podman('logs', NAME));
    await pause(200);
  }
}

function testImage(): void {
  let folder = '';
  let address = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-container-'));
    configure(folder, 'crun');
    makeBase(folder);
    // crun starts no container where the control groups of both versions are mounted.
    if (spawnSync('podman', ['run', '--rm', BASE, 'true']).status !== 0) configure(folder, 'runc');
    buildImage();
    address = await startImage();
  });
  after(() => {
    spawnSync('podman', ['rm', '--force', '--volumes', '--time', '1', NAME]);
    spawnSync('podman', ['rmi', '--force', IMAGE, BASE]);
    rmSync(folder, { recursive: true });
  });

  test('serves a search of the sample over a read-only file system', async () => {
    const { data } = (await (await fetch(`${address}/v1/search?q=nordlys`)).json()) as { data: unknown[] };
    assert.ok(data.length > 0);
    const outside = spawnSync('podman', ['exec', NAME, 'touch', '/opt/openfirma/new'], { encoding: 'utf8' });
    assert.match(outside.stderr, /Read-only file system/);
  });

  test('is not run by root, and writes its files into the volume', () => {
    assert.equal(podman('exec', NAME, 'id', '-u'), '10001');
    assert.match(podman('exec', NAME, 'ls', '/data'), /sample\.snapshot/);
  });

  test('is healthy by the check that the image has', () => {
    podman('healthcheck', 'run', NAME);
  });

  test('contains the package, but neither sources nor build tools', () => {
    const modules = '/opt/openfirma/lib/node_modules';
    assert.equal(podman('exec', NAME, 'ls', modules), 'openfirma');
    const needed = podman('exec', NAME, 'ls', `${modules}/openfirma/node_modules`).split('\n');
    assert.deepEqual(needed.filter((name) => /^node-linux|typescript|swagger|scarf|esbuild/.test(name)), []); // prettier-ignore
    assert.notEqual(spawnSync('podman', ['exec', NAME, 'ls', '/source']).status, 0);
  });

  test('stops in order at SIGTERM', () => {
    podman('stop', '--time', '30', NAME);
    assert.equal(podman('inspect', '--format', '{{.State.ExitCode}}', NAME), '0');
    assert.match(podman('logs', NAME), /"stopped"/);
  });
}
