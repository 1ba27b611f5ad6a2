/** Checks of a running service, of its data, and of right and wrong proxies in front of it. */
import assert from 'node:assert/strict';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { readConfig } from '../../../src/cli/settings.ts';
import { builtSample, startSample } from '../../../test/fixtures/built-sample.ts';
import { folder as temporary } from '../../../test/fixtures/folder.ts';
import { localServer } from '../../../test/fixtures/local-server.ts';
import { freePort } from '../../../test/fixtures/programs.ts';
import { COMMAND, stopService, type Running } from '../../../test/fixtures/serving.ts';
import { CURES } from '../cures.ts';
import { formatFinding, type Finding } from '../finding.ts';
import { dataFindings, keyFindings, reportFindings } from './data.ts';
import { readInstallation, type Installation } from './installation.ts';
import { certificateFindings, proxyFindings } from './proxy.ts';
import { clockFindings, serviceFindings } from './service.ts';
import { spawnSync } from 'node:child_process';

const TODAY = '2026-11-24';
const NOW = Date.parse(`${TODAY}T08:00:00Z`);

const shown = (findings: readonly Finding[]): string => findings.map(formatFinding).join('');

/** Returns the header fields that a proxy forwards, from the fields that the client sent. */
type Forward = (fields: IncomingMessage['headers'], client: string) => OutgoingHttpHeaders;

const sets: Forward = (fields, client) => ({ ...fields, 'x-forwarded-for': client });

suite('doctor', () => {
  let home = '';
  let port = 0;
  let running: Running | undefined;
  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'openfirma-doctor-'));
    port = await freePort();
    running = await startSample(home, { PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' });
  });
  after(async () => {
    if (running !== undefined) await stopService(running);
    rmSync(home, { recursive: true });
  });

  const installation = (settings: Readonly<Record<string, string>>): Promise<Installation> =>
    readInstallation(home, readConfig({ PORT: String(port), ...settings }));

  /** Makes a proxy in front of the service. It drops the response fields in `hides`. */
  const proxy =
    (forward: Forward, hides: readonly string[] = []) =>
    (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      const client = incoming.socket.remoteAddress ?? '';
      const { url: path, headers } = incoming;
      const sent = httpRequest({ port, host: '127.0.0.1', path, headers: forward(headers, client) }, (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !hides.includes(name));
        outgoing.writeHead(answer.statusCode ?? 0, Object.fromEntries(kept));
        answer.pipe(outgoing);
      });
      sent.end();
    };

  for (const [claim, listener, want] of [
    ['is content with a proxy that sets X-Forwarded-For', proxy(sets), /^ok .*sees its clients' addresses\n$/],
    ['is content with one that appends to it', proxy((fields, client) => ({ ...fields, 'x-forwarded-for': [fields['x-forwarded-for'], client].filter(Boolean).join(', ') })), /^ok /], // prettier-ignore
    ['reports one that passes on what clients send', proxy((fields, client) => ({ 'x-forwarded-for': client, ...fields })), /^ERROR .*choose its address[^]*→ Let the proxy set/], // prettier-ignore
    ['reports one that sends no X-Forwarded-For', proxy((fields) => ({ ...fields, 'x-forwarded-for': [] })), /^ERROR .*share one rate limit[^]*→ Set TRUSTED_PROXIES/], // prettier-ignore
    ['reports one that hides the limit', proxy(sets, ['ratelimit']), /^WARNING .*no RateLimit field/],
    ['reports one that leads elsewhere', (_: IncomingMessage, response: ServerResponse) => void response.end('Welcome to nginx!'), /^ERROR .*does not lead to this service/], // prettier-ignore
  ] as const) {
    test(claim, async (t) => {
      const server = await localServer(t, listener);
      const found = await proxyFindings(await installation({ BASE_URL: `http://localhost:${server.port}` }));
      assert.match(shown(found), want);
    });
  }

  for (const [claim, settings, want] of [
    ['reports a proxy that is down', { BASE_URL: 'http://localhost:9' }, /^ERROR .*cannot be reached/],
    ['reports a missing public address', {}, /^WARNING .*BASE_URL is not set/],
  ] as const) {
    test(claim, async () => {
      assert.match(shown(await proxyFindings(await installation(settings))), want);
    });
  }

  test('finds the service ready, and reports one that does not answer', async () => {
    assert.match(shown(await serviceFindings(await installation({}))), /^ok +service: ready at http:\/\/127\.0\.0\.1:/);
    const away = await installation({ PORT: '9' });
    const found = shown(await serviceFindings(away));
    assert.match(found, /^ERROR .*does not answer/);
    assert.ok(found.endsWith(`→ ${CURES.start}\n`), found);
    assert.equal(CURES.start.includes('systemctl'), existsSync('/run/systemd/system'));
  });

  test('reports what the certificate lacks', async (t) => {
    const fixtures = join(import.meta.dirname, '../../../src/fetching/fixtures');
    const [key, cert] = ['toy-server-key.pem', 'toy-server.pem'].map((name) => readFileSync(join(fixtures, name)));
    const server = await localServer(t, () => {}, { key, cert });
    const at = await installation({ BASE_URL: `https://localhost:${server.port}` });
    assert.match(shown(await certificateFindings(at, NOW)), /^ERROR +certificate: browsers refuse it/);
    assert.match(
      shown(await certificateFindings(at, Date.parse('2300-01-01'))),
      /^ERROR +certificate: it ended \d+ days ago/,
    );
    assert.match(
      shown(await certificateFindings(at, Date.parse('2000-01-01'))),
      /^ERROR +clock: the certificate is valid from/,
    );
    const plain = await installation({ BASE_URL: 'http://toys.example' });
    assert.match(shown(await certificateFindings(plain, NOW)), /^WARNING .*has no TLS/);
  });

  test('reports a missing and a damaged snapshot', async (t) => {
    const root = temporary(t);
    const at = await readInstallation(root, readConfig({}));
    const found = shown(await dataFindings(at, TODAY));
    assert.match(found, /^ERROR +data: there is no snapshot/);
    assert.ok(found.endsWith(`→ Run: ${CURES.refresh}\n`), found);
    mkdirSync(join(root, 'data'));
    writeFileSync(join(root, 'data/openfirma.snapshot'), 'no snapshot');
    assert.match(shown(await dataFindings(at, TODAY)), /^ERROR +data: [^]*openfirma rollback/);
  });

  test('reports a refresh that writes another file than the service reads', async (t) => {
    const root = temporary(t);
    writeFileSync(
      join(root, 'refresh.json'),
      '{ "snapshot": "mine.snapshot", "registers": [{ "register": "fi-prh" }] }',
    );
    assert.match(
      shown(await dataFindings(await readInstallation(root, readConfig({})), TODAY)),
      /^ERROR +data: refresh\.json writes .*mine\.snapshot, and the service reads .*data\/openfirma\.snapshot\n +→ .*SNAPSHOT=/,
    );
  });

  test('separates a name that does not resolve from a proxy that is down', async () => {
    const curesBy: Readonly<Record<string, RegExp>> = {
      'http://openfirma.invalid': /→ Correct the name in BASE_URL/,
      [`http://127.0.0.1:${await freePort()}/x`]: /→ Start the proxy/,
    };
    for (const [address, cure] of Object.entries(curesBy))
      assert.match(shown(await proxyFindings(await installation({ BASE_URL: address }))), cure);
    const withTls = await installation({ BASE_URL: 'https://openfirma.invalid' });
    assert.match(shown(await certificateFindings(withTls, NOW)), /→ Correct the name in BASE_URL/);
  });

  const isRoot = process.getuid?.() === 0;
  const onlyRoot = { skip: isRoot ? false : 'only root can give files to other users' };
  test('reports a snapshot that the user of the service may not read', onlyRoot, async (t) => {
    const root = temporary(t);
    const path = join(root, 'data/openfirma.snapshot');
    mkdirSync(join(root, 'data'));
    writeFileSync(path, 'no snapshot', { mode: 0o640 });
    chownSync(root, 64_001, 64_001);
    const at = await readInstallation(root, readConfig({}));
    assert.match(
      shown(await dataFindings(at, TODAY)),
      /^ERROR +data: .* belongs to the user 0 with the mode 640, and the user 64001 of the service may not read it\n +→ Run: chown 64001:64001 .* && chmod 640 /,
    );
    chownSync(path, 64_001, 64_001);
    assert.match(shown(await dataFindings(at, TODAY)), /openfirma rollback/);
  });

  test('shows the age of each register, and registers without data', async () => {
    writeFileSync(join(home, 'refresh.json'), JSON.stringify({ downloads: 'd', lines: 'l', snapshot: 's', registers: [{ register: 'fi-prh' }] })); // prettier-ignore
    const { path, remove } = await builtSample();
    const at = await installation({ SNAPSHOT: path });
    const found = at.snapshot === undefined ? '' : shown(await dataFindings(at, TODAY));
    assert.match(found, /^ok +data: \d+ companies,/);
    assert.match(
      found,
      /WARNING +fi-prh: refresh\.json names it, and the data have nothing of it\n +→ .*openfirma probe fi-prh/,
    );
    assert.match(found, /(ok|WARNING) +sample: \d+ companies/);
    rmSync(join(home, 'refresh.json'));
    remove();
  });

  test('reports rejects, unknown codes and undeclared fields of the last imports, and missing keys', async (t) => {
    const root = temporary(t);
    mkdirSync(join(root, 'lines'));
    const write = (id: string, more: object): void =>
      writeFileSync(join(root, `lines/${id}.ndjson.zst.report.json`), JSON.stringify({ register: id, imported_at: '2026-11-23T03:10:00Z', ...more })); // prettier-ignore
    write('fi-prh', { records_rejected: 0, unknown_codes: {}, leftover_fields: {} });
    write('dk-cvr', { records_rejected: 2, unknown_codes: { status: { NY: 3 } }, leftover_fields: { nytFelt: 1 } });
    const config = {
      downloads: 'd',
      lines: 'lines',
      snapshot: 's',
      registers: [{ register: 'dk-cvr' }, { register: 'fi-prh' }],
    };
    writeFileSync(join(root, 'refresh.json'), JSON.stringify(config));
    const at = await readInstallation(root, readConfig({}));
    const text = shown(reportFindings(at));
    assert.match(
      text,
      /^WARNING +dk-cvr import: of 2026-11-23: 2 records rejected; unknown codes of status \(NY\); undeclared fields nytFelt\n/,
    );
    assert.match(text, /^ok +fi-prh import: of 2026-11-23, without rejects/m);
    assert.match(
      shown(keyFindings(at, {}, 'accounts')),
      /^ERROR +dk-cvr key: .*OPENFIRMA_DK_CVR_API_KEY[^]*→ Put it into accounts/,
    );
    assert.match(shown(keyFindings(at, { OPENFIRMA_DK_CVR_API_KEY: 'toy' }, 'accounts')), /^ok +dk-cvr key/);
  });

  test('reports a clock that is behind the data', async (t) => {
    const root = temporary(t);
    mkdirSync(join(root, 'data'));
    const path = join(root, 'data/openfirma.snapshot');
    writeFileSync(path, '');
    utimesSync(path, NOW / 1000 + 3600, NOW / 1000 + 3600);
    assert.match(
      shown(clockFindings(await readInstallation(root, readConfig({})), NOW)),
      /ERROR +clock: the snapshot was written at .* in the future/,
    );
  });

  test('says by its exit status that there are errors, and prints one document', () => {
    const { status, stdout, stderr } = spawnSync(COMMAND, ['doctor', '--data', home, '--settings', '/nowhere', '--json'], { encoding: 'utf8', env: { PATH: process.env['PATH'], PORT: '9' } }); // prettier-ignore
    const { worst, findings } = JSON.parse(stdout) as { worst: string; findings: Finding[] };
    assert.deepEqual([status, worst, stderr], [4, 'error', '']);
    assert.ok(findings.every(({ level, cure }) => (level === 'ok') === (cure === undefined)));
  });

  test('reports a wrong setting as a finding', () => {
    const settings = join(home, 'settings');
    writeFileSync(settings, 'PORT=wrong\n');
    const { status, stdout } = spawnSync(COMMAND, ['doctor', '--data', home, '--settings', settings], { encoding: 'utf8', env: { PATH: process.env['PATH'] } }); // prettier-ignore
    assert.equal(status, 4);
    assert.ok(stdout.endsWith(`→ Correct ${settings}\n`), stdout);
    assert.match(stdout, /^ERROR +settings: .*PORT must be a whole number/);
  });
});
