import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { CORE_SETTINGS } from '../../../src/extra/index.ts';
import { readRefreshConfig } from '../../../src/extra/refresh-config.ts';
import { COUNTRY_COVERAGE, REGISTERS } from '../../../src/registers/index.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { readEnvironmentFile } from '../environment-file.ts';
import { answersFrom, type Answers, type Texts } from './answers.ts';
import { HOST_FILES, PROGRAM, ROOT, installedFiles, isHiddenFromUnits, type InstalledFile } from './files.ts';
import { nextSteps } from './next-steps.ts';
import { registersWanted } from './registers-wanted.ts';
import { stepFor, writeFiles, type Step } from './write-files.ts';

const FLAGS: Texts = { countries: 'fi,dk,be', address: 'https://toys.example', contact: 'a@toys.example' };

interface Run {
  readonly answers: Answers;
  readonly files: readonly InstalledFile[];
  readonly steps: readonly Step[];
}

/** Runs init below a folder. */
async function init(root: string, flags: Texts, environment: Readonly<Record<string, string>> = {}): Promise<Run> {
  const answers = await answersFrom(flags);
  const wanted = registersWanted(answers.countries, environment, join(root, answers.data, 'downloads'), 'downloads');
  const files = installedFiles(answers, wanted);
  const steps = files.map((file) => stepFor(file, root));
  await writeFiles(files, root);
  return { answers, files, steps };
}

/** The steps that are not `unchanged`, as `action path`. */
const changes = ({ steps }: Run): string[] =>
  steps.filter(({ action }) => action !== 'unchanged').map(({ action, path }) => `${action} ${path}`);

const written = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

suite('init writes', () => {
  test('the files of deploy/host as they are, with the path of this program', async (t) => {
    const root = folder(t);
    const { files } = await init(root, {
      countries: 'fi',
      address: 'openfirma.example',
      contact: 'admin@openfirma.example',
    });
    const copied = files.filter(({ path }) => existsSync(join(HOST_FILES, path)));
    assert.equal(copied.length, 8);
    for (const { path } of copied)
      assert.equal(
        written(root, path),
        readFileSync(join(HOST_FILES, path), 'utf8').replaceAll('/opt/openfirma/bin/openfirma', PROGRAM),
        path,
      );
    assert.ok(existsSync(PROGRAM));
  });

  test('the snippets of proxies that the manual shows', () => {
    const page = readFileSync(join(ROOT, 'docs/operating/proxies.md'), 'utf8');
    for (const path of ['etc/nginx/sites-available/openfirma', 'etc/caddy/openfirma.Caddyfile'])
      assert.ok(page.includes(`\n${readFileSync(join(HOST_FILES, path), 'utf8')}\`\`\`\n`), path);
  });

  test('units for another folder of data, which they may write', async (t) => {
    const root = folder(t);
    await init(root, { ...FLAGS, data: '/srv/registers' });
    const text = written(root, 'etc/systemd/system/openfirma.service');
    assert.match(text, /^WorkingDirectory=\/srv\/registers$/m);
    assert.match(text, /^ReadWritePaths=\/srv\/registers$/m);
    assert.doesNotMatch(text, /StateDirectory|var\/lib/);
    assert.match(written(root, 'etc/tmpfiles.d/openfirma.conf'), /^d \/srv\/registers 0750 openfirma openfirma$/m);
    assert.ok(existsSync(join(root, 'srv/registers/refresh.json')));
  });

  test('the steps name systemd-tmpfiles only where its file is written', async (t) => {
    for (const data of ['/var/lib/openfirma', '/srv/registers']) {
      const { answers, files, steps } = await init(folder(t), { ...FLAGS, data });
      const isWritten = files.some(({ path }) => path === '/etc/tmpfiles.d/openfirma.conf');
      assert.equal(nextSteps(answers, steps).join('\n').includes('systemd-tmpfiles'), isWritten, data);
    }
  });

  for (const [path, isHidden] of [
    ['/home/anna/openfirma/bin/openfirma', true],
    ['/root/openfirma/bin/openfirma', true],
    ['/tmp/openfirma/bin/openfirma', true],
    ['/var/tmp/openfirma/bin/openfirma', true],
    ['/opt/openfirma/bin/openfirma', false],
    ['/srv/home/openfirma/bin/openfirma', false],
  ] as const) {
    test(`units that ${isHidden ? 'do not see' : 'see'} ${path}`, () => {
      assert.equal(isHiddenFromUnits(path), isHidden);
      const unit = readFileSync(join(HOST_FILES, 'etc/systemd/system/openfirma.service'), 'utf8');
      assert.match(unit, /^PrivateTmp=yes$[^]*^ProtectHome=yes$/m);
    });
  }

  for (const [proxy, want] of [
    ['nginx', { BASE_URL: 'https://toys.example', CONTACT: 'a@toys.example', TRUSTED_PROXIES: '127.0.0.1,::1', METRICS_PORT: '9464' }], // prettier-ignore
    ['none', { BASE_URL: 'https://toys.example', CONTACT: 'a@toys.example', HOST: '::', PORT: '8080', METRICS_PORT: '9464' }], // prettier-ignore
  ] as const) {
    test(`settings that the service takes, with the proxy ${proxy}`, async (t) => {
      const root = folder(t);
      await init(root, { ...FLAGS, proxy });
      const settings = readEnvironmentFile(join(root, 'etc/openfirma/settings'));
      assert.deepEqual(settings, want);
      for (const [name, value] of Object.entries(settings)) {
        assert.notEqual(CORE_SETTINGS[name as keyof typeof CORE_SETTINGS].parse(value), undefined, name);
      }
    });
  }

  test('a configuration that refresh takes, for every country', async (t) => {
    const root = folder(t);
    await init(root, { ...FLAGS, countries: 'all' });
    const { registers, also } = await readRefreshConfig(join(root, 'var/lib/openfirma/refresh.json'));
    assert.deepEqual(also, ['data/decisions.ndjson']);
    const needsMore = (id: string): boolean => {
      const { current, server } = REGISTERS.get(id)?.files ?? { current: [] };
      return 'account' in current || server?.credentials !== undefined;
    };
    const wanted = new Set([...COUNTRY_COVERAGE.values()].flatMap((country) => country.registers));
    const fetchable = [...wanted].filter((id) => !needsMore(id));
    assert.deepEqual(registers.map(({ register }) => register).toSorted(), fetchable.toSorted());
    assert.equal(registers.at(-1)?.register, 'gleif');
  });

  test('what is known of the age of a register that is no longer renewed', () => {
    const { findings } = registersWanted(['DE'], {}, 'downloads', 'downloads');
    assert.match(
      findings.map(({ about, what }) => `${about} ${what}`).join('\n'),
      /^de-offeneregister its last edition is of 2019-02-05/m,
    );
  });

  for (const [proxy, path, has] of [
    ['nginx', 'etc/nginx/sites-available/openfirma', /server_name toys\.example;/],
    ['caddy', 'etc/caddy/openfirma.Caddyfile', /^toys\.example \{\n\treverse_proxy 127\.0\.0\.1:8080/],
  ] as const) {
    test(`the snippet of ${proxy} with the name of the service`, async (t) => {
      const root = folder(t);
      await init(root, { ...FLAGS, proxy });
      assert.match(written(root, path), has);
    });
  }

  test('the ports that clients need', async (t) => {
    const [behind, open] = [folder(t), folder(t)];
    await init(behind, FLAGS);
    await init(open, { ...FLAGS, proxy: 'none', address: 'http://toys.example:8090' });
    assert.match(written(behind, 'etc/ufw/applications.d/openfirma'), /^ports=80,443\/tcp$/m);
    assert.match(written(open, 'etc/ufw/applications.d/openfirma'), /^ports=8090\/tcp$/m);
    assert.match(written(open, 'etc/firewalld/services/openfirma.xml'), /port="8090"/);
  });

  test('keys to fill in, which only root can read', async (t) => {
    const root = folder(t);
    await init(root, FLAGS);
    const path = join(root, 'etc/openfirma/accounts');
    assert.match(readFileSync(path, 'utf8'), /^#OPENFIRMA_DK_CVR_API_KEY=$/m);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readEnvironmentFile(path), {});
    writeFileSync(path, 'OPENFIRMA_DK_CVR_API_KEY=\nOPENFIRMA_DK_CVR_USER="toy"\nPORT=""\n');
    assert.deepEqual(readEnvironmentFile(path), { OPENFIRMA_DK_CVR_USER: 'toy' }, 'an empty variable is an unset one');
  });

  test('rules for Prometheus as the manual has them', async (t) => {
    const root = folder(t);
    await init(root, FLAGS);
    assert.equal(
      written(root, 'etc/openfirma/alerts.yaml'),
      readFileSync(join(ROOT, 'docs/operating/alerts.yaml'), 'utf8'),
    );
  });
});

suite('A second run of init', () => {
  test('changes no file, and says how to get a new one', async (t) => {
    const root = folder(t);
    const first = await init(root, FLAGS);
    assert.ok(first.steps.every(({ action }) => action === 'create'));
    assert.deepEqual(changes(await init(root, FLAGS)), []);
    const path = '/etc/openfirma/settings';
    const byHand = `${written(root, path)}WORKERS=1\n`;
    writeFileSync(join(root, path), byHand);
    const { answers, steps, ...second } = await init(root, { ...FLAGS, contact: 'b@toys.example' });
    assert.deepEqual(changes({ answers, steps, ...second }), [`kept ${path}`]);
    assert.equal(written(root, path), byHand);
    assert.match(
      nextSteps(answers, steps).join('\n'),
      /^mv \/etc\/openfirma\/settings \/etc\/openfirma\/settings\.old /m,
    );
  });

  test('adds a register to a new configuration once its key or its file is there', async (t) => {
    const root = folder(t);
    const { answers } = await init(root, FLAGS);
    const config = join(root, answers.data, 'refresh.json');
    assert.doesNotMatch(readFileSync(config, 'utf8'), /dk-cvr|be-kbo/);
    const zip = join(root, answers.data, 'downloads/be-kbo/KboOpenData_0141_2026_11_05_Full.zip');
    mkdirSync(dirname(zip), { recursive: true });
    writeFileSync(zip, '');
    rmSync(config);
    await init(root, FLAGS, { OPENFIRMA_DK_CVR_API_KEY: 'toy' });
    assert.deepEqual((await readRefreshConfig(config)).registers, [
      { register: 'be-kbo', files: ['downloads/be-kbo/KboOpenData_0141_2026_11_05_Full.zip'] },
      { register: 'dk-cvr' },
      { register: 'fi-prh' },
      { register: 'gleif' },
    ]);
  });
});

for (const [flags, want] of [
  [{}, /--countries is missing; must be "all", or countries of/],
  [{ countries: 'fi' }, /--address is missing/],
  [{ countries: 'xx', address: 'toys.example' }, /--countries "xx"; must be/],
  [{ ...FLAGS, address: 'ftp://toys.example' }, /--address "ftp:\/\/toys\.example"; must be an http or https/],
  [{ ...FLAGS, contact: 'an office' }, /--contact "an office"; must be an e-mail/],
  [{ ...FLAGS, countries: 'fi,Germany' }, /--countries "fi,Germany"; did you mean DE\?$/],
  [{ ...FLAGS, countries: 'fi,Germny' }, /--countries "fi,Germny"; did you mean DE\?$/],
  [{ ...FLAGS, proxy: 'apache' }, /--proxy "apache"; must be one of nginx, caddy, none/],
  [{ ...FLAGS, data: 'data' }, /--data "data"; must be an absolute path/],
  [{ ...FLAGS, data: '/home/me/data' }, /--data "\/home\/me\/data"; must be/],
  [{ ...FLAGS, data: '/srv/a b' }, /--data "\/srv\/a b"; must be/],
] as const) {
  test(`init refuses ${JSON.stringify(flags)}`, async () => {
    await assert.rejects(answersFrom(flags), want);
  });
}

test('UK and EL are countries, as in the API', async () => {
  const { countries } = await answersFrom({ ...FLAGS, countries: 'uk, EL' });
  assert.deepEqual(countries.toSorted(), ['GB', 'GR']);
});
