/** The door "data": files of exports over HTTP. The tests open sockets, so they need a process of their own. */
import { DATA } from '../../../extras/exports/declaration.ts';
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  utimesSync,
  openSync,
  closeSync,
  ftruncateSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { openBackend, type Backend } from '../../../src/backend/index.ts';
import type { Problem } from '../../../src/contract/index.ts';
import { doorDocument } from '../../../src/contract/document.ts';
import { listDeclarations, makeDoors } from '../../fixtures/doors.ts';
import { company, write } from '../../../src/snapshot/record-fixture.ts';
import { BASE_URL, SITE_URL, TestService, doorParts, type Answer } from '../../fixtures/service.ts';
import { until } from '../../fixtures/until.ts';

const NAME = '4x3bd0apz0dy70gp1h1my7feja-7ac663f8';
const OTHER = '4x3bd0apz0dy70gp1h1my7feja-00000000';
const PAGE = '4x3bd0apz0dy70gp1h1my7feja-11111111';
const TEXT = '0123456789abcdef';
const WRITTEN_SECONDS = Date.UTC(2026, 10, 22, 10, 0, 0) / 1000;
const [BEFORE, WRITTEN, AFTER] = [-1, 0, 1].map((seconds) =>
  new Date((WRITTEN_SECONDS + seconds) * 1000).toUTCString(),
) as [string, string, string];
/** File size that does not fit into 32 bits. */
const HUGE_BYTES = 5 * 2 ** 30;

suite('the door "data"', () => {
  let directory = '';
  let exportsDir = '';
  let backend: Backend;
  let service: TestService;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-data-'));
    exportsDir = join(directory, 'exports');
    mkdirSync(join(exportsDir, NAME, 'csv', 'companies'), { recursive: true });
    mkdirSync(join(exportsDir, NAME, 'files'));
    mkdirSync(join(exportsDir, OTHER));
    mkdirSync(join(exportsDir, PAGE));
    mkdirSync(join(exportsDir, 'somebody'));
    symlinkSync(NAME, join(exportsDir, 'latest'));
    const files: Readonly<Record<string, string>> = {
      [`${NAME}/SHA256SUMS`]: TEXT,
      [`${NAME}/datapackage.json`]: '{}',
      [`${NAME}/csv/companies/FI.csv.gz`]: 'gzip',
      [`${NAME}/files/0123456789abcdef01234567.bin`]: 'parts',
      [`${NAME}/.hidden`]: 'secret',
      [`${OTHER}/SHA256SUMS`]: 'other',
      [`${NAME}/empty.json`]: '',
      [`${PAGE}/index.html`]: '<!doctype html>',
      'somebody/secret.json': 'secret',
      'secret.json': 'secret',
    };
    for (const [path, text] of Object.entries(files)) writeFileSync(join(exportsDir, path), text);
    // Between two seconds, because header fields have whole seconds.
    utimesSync(join(exportsDir, NAME, 'SHA256SUMS'), WRITTEN_SECONDS + 0.7, WRITTEN_SECONDS + 0.7);
    symlinkSync('../secret.json', join(exportsDir, NAME, 'link.json'));
    const huge = openSync(join(exportsDir, NAME, 'huge.parquet'), 'w');
    ftruncateSync(huge, HUGE_BYTES);
    writeSync(huge, 'the end', HUGE_BYTES - 7);
    closeSync(huge);
    const { path } = await write(directory, 's', [company(1, { name: 'Konera Oyj' })]);
    backend = openBackend(`snapshot:${path}`);
    service = await serviceOver(exportsDir);
  });
  after(async () => {
    await backend.close();
    rmSync(directory, { recursive: true });
  });

  const serviceOver = async (folder: string): Promise<TestService> => {
    const facts = {
      baseUrl: BASE_URL,
      siteUrl: SITE_URL,
      dataProvider: 'Example Registers',
      doors: listDeclarations('data'),
    };
    return new TestService(
      backend,
      { doors: listDeclarations('data') },
      await makeDoors({ ...doorParts(backend), facts }, { EXPORTS_DIR: folder }),
    );
  };
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    service.ask(`/data/${path}`, { headers });
  const fetchTag = async (path: string): Promise<string> => (await ask(path)).headers['etag'] ?? assert.fail();

  const found: readonly (readonly [path: string, type: string, body: string])[] = [
    ['latest/SHA256SUMS', 'text/plain; charset=utf-8', TEXT],
    ['latest/datapackage.json', 'application/json', '{}'],
    ['latest/csv/companies/FI.csv.gz', 'application/gzip', 'gzip'],
    ['latest/empty.json', 'application/json', ''],
    ['latest/files/0123456789abcdef01234567.bin', 'application/octet-stream', 'parts'],
    [`${NAME}/SHA256SUMS`, 'text/plain; charset=utf-8', TEXT],
    [`${OTHER}/SHA256SUMS`, 'text/plain; charset=utf-8', 'other'],
  ];
  for (const [path, type, body] of found) {
    test(`${path} is sent whole, with its type, entity tag and limit`, async () => {
      const answer = await ask(path);
      assert.equal(answer.status, 200);
      assert.equal(answer.body, body);
      assert.equal(answer.headers['content-type'], type);
      assert.equal(answer.headers['content-length'], String(body.length));
      assert.equal(answer.headers['accept-ranges'], 'bytes');
      assert.match(
        answer.headers['access-control-expose-headers'] ?? '',
        /, Accept-Ranges, Content-Range, Content-Location$/,
      );
      assert.equal(answer.headers['content-encoding'], undefined);
      // The first response contains the address of the other files of the export.
      const location = `${BASE_URL}/data/${path.replace('latest', NAME)}`;
      assert.equal(answer.headers['content-location'], location);
      assert.match(answer.headers['etag'] ?? '', /^"[\w-]{22}"$/);
      assert.equal(answer.headers['ratelimit-policy'], '"data";q=600;w=60');
      const head = await service.ask(`/data/${path}`, { method: 'HEAD' });
      assert.deepEqual([head.status, head.body, head.headers['content-length']], [200, '', String(body.length)]);
      const again = await ask(path, { 'if-none-match': answer.headers['etag'] ?? '', range: 'bytes=0-1' });
      assert.deepEqual([again.status, again.body, again.headers['content-location']], [304, '', location]);
    });
  }

  const absent = [
    'latest/none.json',
    'somebody',
    'somebody/',
    'secret.json/',
    '4x3bd0apz0dy70gp1h1my7feja-ffffffff/',
    OTHER,
    '..',
    'latest//',
    'latest/csv',
    'latest/csv/',
    'latest/csv/companies/',
    'latest/.hidden',
    'latest/link.json',
    'latest/../../secret.json',
    'latest/%2e%2e/secret.json',
    'latest/..%2F..%2Fsecret.json',
    'latest/csv%5C..%5CSHA256SUMS',
    'latest/SHA256SUMS%00',
    'somebody/secret.json',
    'secret.json',
    '../exports/secret.json',
    '4x3bd0apz0dy70gp1h1my7feja-ffffffff/SHA256SUMS',
    `latest/${'a'.repeat(300)}`,
  ];
  for (const path of absent) {
    test(`${path.slice(0, 60)} is not there`, async () => {
      const answer = await ask(path);
      assert.equal(answer.status, 404);
      assert.equal((answer.json() as Problem).code, 'not_found');
    });
  }

  const ranges: readonly (readonly [range: string, status: number, body: string, contentRange?: string])[] = [
    ['bytes=0-0', 206, '0', 'bytes 0-0/16'],
    ['bytes=4-7', 206, '4567', 'bytes 4-7/16'],
    ['bytes=12-', 206, 'cdef', 'bytes 12-15/16'],
    ['bytes=-3', 206, 'def', 'bytes 13-15/16'],
    ['bytes=-99', 206, TEXT, 'bytes 0-15/16'],
    ['bytes=0-99', 206, TEXT, 'bytes 0-15/16'],
    ['BYTES=1-1', 206, '1', 'bytes 1-1/16'],
    ['bytes=5-4', 200, TEXT],
    ['bytes=0-1,4-5', 200, TEXT],
    ['bytes=-', 200, TEXT],
    ['lines=0-1', 200, TEXT],
    ['bytes=0x0-1', 200, TEXT],
    ['bytes=9999999999999999999999-', 200, TEXT],
    ['nonsense', 200, TEXT],
    ['bytes=16-', 416, '', 'bytes */16'],
    ['bytes=99-100', 416, '', 'bytes */16'],
    ['bytes=-0', 416, '', 'bytes */16'],
  ];
  const document = doorDocument({ baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers' }, DATA);
  for (const [range, status, body, contentRange] of ranges) {
    test(`the range ${range} is answered ${status}`, async () => {
      const answer = await ask('latest/SHA256SUMS', { range });
      assert.equal(answer.status, status);
      assert.equal(answer.headers['content-range'], contentRange);
      const { paths } = (await document) as { paths: { '/data/{file}': { get: { responses: object } } } };
      assert.ok(String(status) in paths['/data/{file}'].get.responses);
      if (status === 416) assert.match((answer.json() as Problem).detail, /^The range ".+" begins behind the end/);
      else assert.equal(answer.body, body);
    });
  }

  test('a range is sent if If-Range matches, else the whole file', async () => {
    const tag = await fetchTag('latest/SHA256SUMS');
    const asked = async (ifRange: string): Promise<unknown[]> => {
      const { status, body } = await ask('latest/SHA256SUMS', { range: 'bytes=0-1', 'if-range': ifRange });
      return [status, body];
    };
    assert.deepEqual(await asked(tag), [206, '01']);
    for (const other of [await fetchTag(`${OTHER}/SHA256SUMS`), `W/${tag}`, 'Sun, 22 Nov 2026 10:00:00 GMT', 'x'])
      assert.deepEqual(await asked(other), [200, TEXT], other);
    assert.equal(await fetchTag(`${NAME}/SHA256SUMS`), tag);
    assert.notEqual(await fetchTag('latest/datapackage.json'), tag);
  });

  /** TAG is the entity tag of the file, OTHER that of another file. */
  const conditions: readonly (readonly [fields: Readonly<Record<string, string>>, status: number])[] = [
    [{ 'if-match': 'TAG' }, 200],
    [{ 'if-match': ' OTHER,"x, y" ,TAG' }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': 'OTHER' }, 412],
    [{ 'if-match': 'W/TAG' }, 412],
    [{ 'if-match': '' }, 412],
    [{ 'if-match': 'nonsense' }, 412],
    [{ 'if-match': `${'"x",'.repeat(1000)}TAG` }, 200],
    [{ 'if-match': 'TAG', range: 'bytes=0-1' }, 206],
    [{ 'if-match': 'OTHER', range: 'bytes=0-1' }, 412],
    [{ 'if-match': 'OTHER', range: 'bytes=99-' }, 412],
    [{ 'if-match': 'TAG', range: 'bytes=99-' }, 416],
    [{ 'if-match': 'TAG', 'if-none-match': 'TAG' }, 304],
    [{ 'if-match': 'OTHER', 'if-none-match': 'OTHER' }, 412],
    [{ 'if-match': 'TAG', 'if-unmodified-since': BEFORE }, 200],
    [{ 'if-unmodified-since': WRITTEN }, 200],
    [{ 'if-unmodified-since': AFTER, range: 'bytes=0-1' }, 206],
    [{ 'if-unmodified-since': BEFORE }, 412],
    [{ 'if-unmodified-since': BEFORE, range: 'bytes=0-1' }, 412],
    [{ 'if-unmodified-since': 'Sunday, 22-Nov-26 09:59:59 GMT' }, 412],
    [{ 'if-unmodified-since': 'Sunday, 22-Nov-26 10:00:00 GMT' }, 200],
    [{ 'if-unmodified-since': 'Sun Nov 22 09:59:59 2026' }, 412],
    [{ 'if-unmodified-since': 'Sun Nov 22 10:00:00 2026' }, 200],
    // An invalid date is ignored.
    [{ 'if-unmodified-since': '2020-01-01' }, 200],
    [{ 'if-unmodified-since': 'Sun, 99 Nov 2020 09:59:59 GMT' }, 200],
    [{ 'if-none-match': 'TAG' }, 304],
    [{ 'if-none-match': 'W/TAG' }, 304],
    [{ 'if-none-match': 'OTHER' }, 200],
    [{ 'if-none-match': 'OTHER', 'if-modified-since': AFTER }, 200],
    [{ 'if-modified-since': BEFORE }, 200],
    [{ 'if-modified-since': WRITTEN }, 304],
    [{ 'if-modified-since': WRITTEN, range: 'bytes=0-1' }, 304],
    [{ 'if-modified-since': 'yesterday' }, 200],
  ];
  for (const [fields, status] of conditions) {
    const said = Object.entries(fields).map(([name, value]) => `${name}: ${value.slice(0, 40)}`);
    test(`${said.join('; ')} is answered ${status}`, async () => {
      const [tag, other] = [await fetchTag('latest/SHA256SUMS'), await fetchTag(`${OTHER}/SHA256SUMS`)];
      const headers = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value.replace('TAG', tag).replace('OTHER', other)]),
      );
      const answer = await ask('latest/SHA256SUMS', headers);
      assert.equal(answer.status, status);
      const head = await service.ask('/data/latest/SHA256SUMS', { method: 'HEAD', headers });
      // Only GET has ranges.
      assert.equal(head.status, status === 206 || status === 416 ? 200 : status);
      assert.equal((await ask('latest/none.json', headers)).status, 404);
      const { paths } = (await document) as { paths: { '/data/{file}': { get: { responses: object } } } };
      if (status !== 304) assert.ok(String(status) in paths['/data/{file}'].get.responses);
      if (status < 400) assert.equal(answer.headers['last-modified'], WRITTEN);
      if (status !== 412) return;
      const { code, detail } = answer.json() as Problem;
      assert.equal(code, 'invalid_request');
      assert.match(detail, /^The file is not the one that If-(?:Match|Unmodified-Since) ".*" means: its ETag is "[\w-]{22}" now$/s); // prettier-ignore
      assert.equal(answer.headers['cache-control'], 'no-store');
    });
  }

  for (const [path, beginning] of [
    ['latest', 'latest/datapackage.json'],
    ['latest/', 'latest/datapackage.json'],
    [NAME, `${NAME}/datapackage.json`],
    [`${PAGE}/`, `${PAGE}/index.html`],
  ] as const) {
    test(`${path} leads to ${beginning}`, async () => {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers, body } = await service.ask(`/data/${path}`, { method });
        assert.deepEqual([status, headers['location'], body], [302, `${BASE_URL}/data/${beginning}`, '']);
      }
      assert.equal((await ask(beginning)).status, 200);
    });
  }

  test('a page may only run modules and read files of its own origin', async () => {
    for (const path of ['index.html', 'SHA256SUMS']) {
      const { status, headers } = await ask(`${PAGE}/${path}`);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      if (path !== 'index.html') continue;
      assert.equal(status, 200);
      const policy = headers['content-security-policy'] ?? '';
      assert.match(policy, /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/);
      assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
    }
  });

  test('without an export every file is missing', async () => {
    const empty = await serviceOver(join(directory, 'nowhere'));
    for (const path of ['datapackage.json', '', 'none']) {
      const answer = await empty.ask(`/data/latest/${path}`);
      assert.equal(answer.status, 404);
      assert.match((answer.json() as Problem).detail, /^There is no export yet: .* "openfirma export"$/);
    }
  });

  for (const [claim, method, range, cost] of [
    ['a part of 16 MB', 'GET', `bytes=0-${2 ** 24 - 1}`, 5],
    ['a small part', 'GET', 'bytes=0-9', 1],
    ['the head of a large file', 'HEAD', undefined, 1],
  ] as const)
    test(`${claim} costs ${cost} of the limit`, async () => {
      service.clock.pass(60);
      const headers = range === undefined ? {} : { range };
      const answer = await service.send('/registry/data/latest/huge.parquet', { method, headers });
      assert.equal(answer.headers['ratelimit'], `"data";r=${600 - cost};t=1`);
    });

  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    test(`${method} is refused`, async () => {
      const answer = await service.ask('/data/latest/SHA256SUMS', { method });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS');
    });
  }

  suite('over a connection', () => {
    let port = 0;
    before(async () => {
      await service.app.listen({ hosts: ['127.0.0.1'], port: 0 });
      port = (service.app.server.address() as AddressInfo).port;
    });
    after(() => service.app.close());
    const { host, pathname } = new URL(BASE_URL);
    const get = (path: string, fields: string): string =>
      `GET ${pathname}/data/${path} HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n`;
    const begin = (path: string, fields: string): Socket => {
      const socket = connect(port, '127.0.0.1');
      socket.write(get(path, fields));
      return socket;
    };

    // With this header field, Node's server reads the request.
    for (const [reader, fields] of [
      ['http1/', ''],
      ['Node', 'Expect: 100-continue\r\n'],
    ] as const) {
      test(`the end of a file of 5 GiB is sent, with requests read by ${reader}`, async () => {
        const socket = begin('latest/huge.parquet', `${fields}Range: bytes=-7\r\nConnection: close\r\n`);
        let text = '';
        for await (const bytes of socket as AsyncIterable<Buffer>) text += bytes.toString('latin1');
        assert.match(text, /HTTP\/1\.1 206 /);
        assert.match(text, /Content-Range: bytes 5368709113-5368709119\/5368709120\r\n/i);
        assert.ok(text.endsWith('\r\n\r\nthe end'), text);
      });

      test(`a client that does not read costs a piece of the file, with requests read by ${reader}`, async () => {
        // The file takes half of the client's limit.
        service.clock.pass(60);
        const socket = begin('latest/huge.parquet', fields);
        socket.once('data', () => socket.pause());
        const { server } = service.app;
        await until('the server waits for the client', () => server.connectionCounts.bytesUnsent > 0);
        const { bytesUnsent } = server.connectionCounts;
        assert.ok(bytesUnsent <= 256 * 1024, String(bytesUnsent));
        socket.destroy();
        await until('the connection is closed', () => server.connectionCounts.open === 0);
      });
    }

    test('an unnormalised path outside the folder is not found', async () => {
      const socket = begin('latest/../../secret.json', 'Connection: close\r\n');
      let text = '';
      for await (const bytes of socket as AsyncIterable<Buffer>) text += bytes.toString('latin1');
      assert.match(text, /^HTTP\/1\.1 404 /);
    });

    test('responses are in order on a connection', async () => {
      const socket = begin('latest/SHA256SUMS', '');
      const text = async (end: string): Promise<string> => {
        let sum = '';
        for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
          sum += String(bytes);
          if (sum.endsWith(end)) break;
        }
        return sum;
      };
      assert.match(await text(TEXT), /^HTTP\/1\.1 200 /);
      socket.write(get('latest/datapackage.json', ''));
      assert.match(await text('{}'), /^HTTP\/1\.1 200 /);
      socket.destroy();
    });
  });
});
