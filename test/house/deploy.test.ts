/** The files that run the service in containers: their required contents, and that they refer only to existing files and settings. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/cli/settings.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { openSample, TestService, type Sample } from '../fixtures/service.ts';

const read = (file: string): string => readFileSync(file, 'utf8');

/** The instructions of the image, one a line. */
const image = read('deploy/Containerfile').replaceAll(/\\\n\s*/g, '');
const instruction = (word: string): string => new RegExp(`^${word} (.*)$`, 'm').exec(image)?.[1] ?? '';
const imageSettings = Object.fromEntries(
  instruction('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const USER = instruction('USER').split(':')[0];

const isCommand = (name: string | undefined): boolean => existsSync(join('src', 'cli', 'commands', `${name}.ts`));

suite('The image', () => {
  test('has no other settings than the service has', () => {
    const { PATH, NODE_OPTIONS, ...settings } = imageSettings;
    assert.equal(PATH, '/opt/openfirma/bin:$PATH');
    assert.ok(read('bin/openfirma').includes(NODE_OPTIONS ?? 'none'));
    assert.deepEqual(Object.keys(settings).filter((name) => !(name in SETTINGS)), []); // prettier-ignore
  });

  test('has all optional packages', () => {
    const [, script = ''] = /\$\((node -p ".+")\)/.exec(image) ?? [];
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    const { peerDependencies } = JSON.parse(read('package.json')) as { peerDependencies: Record<string, string> };
    const peers = Object.entries(peerDependencies).map(([name, range]) => `${name}@${range}`);
    assert.deepEqual(stdout.trim().split(' '), peers);
  });

  test('is not run by root, and writes only into its volume', () => {
    assert.match(USER ?? '', /^[1-9]\d{3,}$/);
    assert.equal(instruction('VOLUME'), '/data');
    assert.equal(imageSettings['DATA_DIR'], '/data');
    assert.ok(imageSettings['SNAPSHOT']?.startsWith('/data/'));
  });

  test('takes nothing from the folder that the package does not need', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['.git', 'node_modules', 'data', 'dist']) assert.ok(ignored.includes(name), name);
    // The folders that `npm ci` and `npm pack` read.
    for (const name of ['tools', 'clients', 'extras', 'bin', 'src', 'docs']) assert.ok(!ignored.includes(name), name);
  });

  test('starts with a command that exists', () => {
    assert.deepEqual(JSON.parse(instruction('ENTRYPOINT')), ['openfirma']);
    assert.ok(isCommand((JSON.parse(instruction('CMD')) as string[])[0]));
  });
});

interface ComposeService {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}

interface PodSpec {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

const compose = (parse(read('deploy/compose.yaml')) as { services: Record<'serve' | 'refresh', ComposeService> })
  .services;
const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS() as { readonly kind: string; readonly data: Record<string, string>; readonly spec: object };
});
const ofKind = (kind: string): (typeof manifests)[number] => {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  assert.ok(found.length === 1 && found[0] !== undefined, kind);
  return found[0];
};
const serving = (ofKind('Deployment').spec as { template: { spec: PodSpec } }).template.spec;
const refreshing = (
  ofKind('CronJob').spec as { schedule: string; jobTemplate: { spec: { template: { spec: PodSpec } } } }
).jobTemplate.spec.template.spec;
const listContainers = ({ initContainers = [], containers }: PodSpec): readonly Container[] =>
  initContainers.concat(containers);
const containers = [serving, refreshing].flatMap(listContainers);

suite('compose.yaml', () => {
  test('runs both with a read-only file system, without capabilities, over the volume of the image', () => {
    for (const { read_only: isReadOnly, cap_drop: dropped, volumes } of Object.values(compose)) {
      assert.equal(isReadOnly, true);
      assert.deepEqual(dropped, ['ALL']);
      assert.ok(volumes.includes('data:/data'));
    }
  });

  test('names commands, settings and files that exist', () => {
    const { serve, refresh } = compose;
    assert.ok(isCommand(serve.command[0]));
    assert.deepEqual(Object.keys(serve.environment ?? {}).filter((name) => !(name in SETTINGS)), []); // prettier-ignore
    assert.ok(serve.ports?.every((port) => port.endsWith(`:${imageSettings['PORT']}`)));
    assert.ok(refresh.healthcheck.test.includes(imageSettings['SNAPSHOT'] ?? ''));
    const mounted = refresh.volumes.find((volume) => volume.startsWith('./'))?.split(':') ?? [];
    assert.ok(existsSync(join('deploy', mounted[0] ?? '')));
    assert.ok(refresh.command[0]?.includes(`openfirma refresh ${mounted[1]} `));
  });

  test('refreshes every night at three, whenever it was started', () => {
    const script = (compose.refresh.command[0] ?? '').replaceAll('$$', '$');
    assert.equal(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' }).status, 0);
    const [, pause = ''] = /sleep (\$\(\(.+\)\)) &/.exec(script) ?? [];
    const night = Date.UTC(2026, 10, 22, 3) / 1000;
    for (const [now, pauses] of [
      [night - 60, 61],
      [night, 1],
      [night + 1, 86_400],
      [night + 21 * 3600, 3 * 3600 + 1],
    ] as const) {
      const { stdout } = spawnSync('sh', ['-c', `now=${now}; echo ${pause}`], { encoding: 'utf8' });
      assert.equal(Number(stdout), pauses, `${now - night} s after three`);
    }
  });
});

suite('deploy/kubernetes.yaml', () => {
  test('runs nothing as root, and everything over a read-only root file system', () => {
    for (const { securityContext } of [serving, refreshing]) {
      const { runAsNonRoot, runAsUser, fsGroup } = securityContext;
      assert.deepEqual([runAsNonRoot, runAsUser, fsGroup], [true, Number(USER), Number(USER)]);
    }
    for (const { name, securityContext } of containers) {
      const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = securityContext;
      assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities], [false, true, { drop: ['ALL'] }], name); // prettier-ignore
    }
  });

  test('mounts only volumes that it has, one of them at /data', () => {
    for (const pod of [serving, refreshing]) {
      const names = new Set(pod.volumes.map(({ name }) => name));
      for (const { volumeMounts } of listContainers(pod)) {
        assert.deepEqual(volumeMounts.filter(({ name }) => !names.has(name)), []); // prettier-ignore
        assert.ok(volumeMounts.some(({ mountPath }) => mountPath === '/data'));
      }
    }
  });

  test('names commands and settings that exist, and the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const { data } = ofKind('ConfigMap');
    for (const { name, image: named, args, command, env = [] } of containers) {
      assert.equal(named, `openfirma:${version}`, name);
      assert.ok(isCommand(args?.[0] ?? /openfirma (\w+)/.exec(command?.at(-1) ?? '')?.[1]), name);
      assert.deepEqual(env.filter((one) => !(one.name in SETTINGS) || data[one.name] === undefined), [], name); // prettier-ignore
    }
    for (const [name, { parse: parseSetting }] of Object.entries(SETTINGS))
      if (data[name] !== undefined) assert.notEqual(parseSetting(data[name]), undefined, name);
  });
});

suite('Probes and checks', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample();
  });
  after(() => sample.close());

  test('ask paths that the service answers, at ports that are open', async () => {
    const service = new TestService(sample.backend);
    const [container] = serving.containers;
    const ports = new Map(container?.ports?.map(({ name, containerPort }) => [name, String(containerPort)]));
    assert.equal(ports.get('http'), imageSettings['PORT']);
    assert.equal(ports.get('metrics'), ofKind('ConfigMap').data['METRICS_PORT']);
    const probes = Object.entries(container ?? {}).filter(([name]) => name.endsWith('Probe'));
    assert.deepEqual(probes.map(([name]) => name).toSorted(), ['livenessProbe', 'readinessProbe', 'startupProbe']);
    const asked = probes.map(([, probe]) => {
      const { path, port } = (probe as Container['livenessProbe']).httpGet;
      assert.ok(ports.has(port), port);
      return path;
    });
    asked.push(/:\$\{process\.env\.PORT \|\| 8080\}(\/\w+)/.exec(instruction('HEALTHCHECK'))?.[1] ?? '');
    asked.push(/:8080(\/\w+)/.exec(compose.serve.healthcheck.test.at(-1) ?? '')?.[1] ?? '');
    for (const path of asked) assert.equal((await service.send(path)).status, 200, path);
  });
});

test('the configurations of refresh name registers whose files need no account, and the snapshot that is served', () => {
  for (const text of [read('deploy/refresh.json'), ofKind('ConfigMap').data['refresh.json'] ?? '']) {
    const { snapshot, registers } = JSON.parse(text) as { snapshot: string; registers: { register: string }[] };
    assert.equal(snapshot, imageSettings['SNAPSHOT']);
    for (const { register } of registers) {
      const current = REGISTERS.get(register)?.files.current;
      assert.ok(current !== undefined && !('account' in current), register);
    }
  }
});
