/** Probes of a register on a local server, whose files are as expected or changed. */
import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { createZip } from '../../../src/importer/formats/zip-fixture.ts';
import type { Register, Source } from '../../../src/importer/index.ts';
import { localServer } from '../../../test/fixtures/local-server.ts';
import { formatFinding } from '../finding.ts';
import { probeRegister } from './probe-register.ts';

const CSV = `number;name\n${Array.from({ length: 40_000 }, (_, i) => `${i};Nordlysmyr Toys ${i}\n`).join('')}`;
const JSON_LINES = '{"number":"1","name":"Nordlysmyr"}\n{"number":"2","name":"Åbo Lelut"}\n';
const PAGE = '<!doctype html><title>Wartung</title>';
const HTML = { 'content-type': 'text/html' };

const LAYOUT = { required: ['number', 'name'], taken: ['number', 'name'], ignored: [] };

/** A register with one source. */
function createRegister(source: Source, layout: object = { csv: { delimiter: ';' } }) {
  const files = { page: 'https://toys.example/', current: [source], ...LAYOUT, ...layout };
  return { id: 'toy', files: files as unknown as Register['files'] };
}

/** Sends a file, or a range of it, as a server with support for ranges does. */
function sendFile(body: string | Buffer, more: Readonly<Record<string, string>> = {}): RequestListener {
  const bytes = Buffer.from(body);
  return ({ method, headers }, response) => {
    const [, end] = /^bytes=0-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = end === undefined ? bytes : bytes.subarray(0, Number(end) + 1);
    const range = `bytes 0-${part.length - 1}/${bytes.length}`;
    response.writeHead(end === undefined ? 200 : 206, {
      'content-type': 'application/octet-stream',
      'content-length': part.length,
      ...(end !== undefined && { 'content-range': range }),
      ...more,
    });
    response.end(method === 'HEAD' ? undefined : part);
  };
}

const answer =
  (status: number, fields: Readonly<Record<string, string>> = {}, body = ''): RequestListener =>
  (_, response) =>
    void response.writeHead(status, fields).end(body);

/** Redirects to another address, which sends the file. */
const redirect =
  (status: number): RequestListener =>
  (request, response) =>
    request.url === '/new.csv' ? sendFile(CSV)(request, response) : answer(status, { location: '/new.csv' })(request, response); // prettier-ignore

/** Refuses HEAD and ignores ranges. */
const plain: RequestListener = ({ method }, response: ServerResponse) =>
  void (method === 'HEAD' ? response.writeHead(405).end() : response.writeHead(200).end(CSV));

interface Case {
  readonly claim: string;
  readonly listener: RequestListener;
  readonly name?: string;
  readonly source?: object;
  readonly layout?: object;
  readonly want: RegExp;
  readonly idleTimeoutMs?: number;
}

const json = { json: { lines: true } };
const CASES: readonly Case[] = [
  { claim: 'an expected CSV', listener: sendFile(CSV), want: /^ok +toy all.csv: 1\.\d MB, application.*; its header is as expected\n$/ }, // prettier-ignore
  { claim: 'a server without HEAD and ranges', listener: plain, want: /^ok .*size unknown.*refuses HEAD.*as expected/ },
  { claim: 'a zip that is longer than the range', name: 'all.zip', listener: sendFile(createZip({ 'all.csv': CSV.replaceAll('Toys', (text) => text) })), want: /^ok .*as expected/ }, // prettier-ignore
  { claim: 'a gzip', name: 'all.csv.gz', listener: sendFile(gzipSync(CSV)), want: /^ok .*as expected/ },
  { claim: 'Zstandard', name: 'all.csv.zst', listener: sendFile(zstdCompressSync(CSV)), want: /^ok .*as expected/ },
  { claim: 'JSON lines', name: 'all.json', listener: sendFile(JSON_LINES), layout: json, want: /^ok .*as expected/ },
  { claim: 'an XLSX file', name: 'all.xlsx', listener: sendFile(createZip({ '[Content_Types].xml': '<Types/>' })), want: /^ok .*cannot be read from its start/ }, // prettier-ignore
  { claim: 'a file behind a redirect', listener: redirect(302), want: /^ok .*at http:.*new\.csv.*as expected/ },
  { claim: 'a file that has moved permanently', listener: redirect(301), want: /^ok .*\nWARNING .*moved permanently to http:.*new\.csv\n +→ / }, // prettier-ignore
  { claim: 'a renamed column', listener: sendFile(CSV.replace('name', 'firm')), want: /^ERROR .*"name" is missing/ },
  {
    claim: 'another delimiter',
    listener: sendFile(CSV.replaceAll(';', ',')),
    want: /^ERROR .*the import would refuse it/,
  },
  {
    claim: 'another encoding',
    listener: sendFile(Buffer.from('number;name\n1;Åbo\n', 'latin1')),
    want: /^ERROR .*UTF-8/,
  },
  { claim: 'an added column', listener: sendFile(CSV.replaceAll(/$/gm, ';1').replace('name;1', 'name;state')), want: /^WARNING .*1 undeclared field: state\n/ }, // prettier-ignore
  { claim: 'a missing field of JSON', name: 'all.json', listener: sendFile('{"error":"no"}\n'), layout: json, want: /^ERROR .*refuse/ }, // prettier-ignore
  { claim: 'HTML in place of a zip', name: 'all.zip', listener: sendFile(PAGE, HTML), want: /^ERROR .*HTML page/ },
  { claim: 'HTML with the type of a zip', name: 'all.zip', listener: sendFile(PAGE), want: /^ERROR .*HTML page/ },
  { claim: 'another format with the name of a zip', name: 'all.zip', listener: sendFile(CSV), want: /^ERROR .*not those of a zip file/ }, // prettier-ignore
  { claim: 'an empty file', listener: sendFile(''), want: /^ERROR .*it is empty/ },
  { claim: 'a file above its bound', listener: sendFile(CSV), source: { bytesMax: 1000 }, want: /ERROR .*at most 1000 are allowed/ }, // prettier-ignore
  { claim: 'a file of a hundredth of its usual size', listener: sendFile(CSV), source: { bytesMax: 3e8 }, want: /WARNING .*some 100 MB were published before/ }, // prettier-ignore
  { claim: 'another size than the catalogue states', listener: sendFile(CSV), source: { bytes: 5 }, want: /ERROR .*its catalogue says 5/ }, // prettier-ignore
  { claim: '403', listener: answer(403), want: /^ERROR .*answered 403/ },
  { claim: '404', listener: answer(404), want: /^ERROR .*answered 404/ },
  { claim: '503', listener: answer(503), want: /^WARNING .*answered 503[^]*Try again later/ },
  { claim: 'a redirect to plain text in place of https', listener: answer(302, { location: 'ftp://127.0.0.1/x' }), want: /^ERROR .*redirects to/ }, // prettier-ignore
  { claim: 'a redirect into a private network', listener: answer(302, { location: 'http://10.0.0.1/x' }), want: /^ERROR .*public internet/ }, // prettier-ignore
  { claim: 'a circle of redirects', listener: answer(302, { location: '/all.csv' }), want: /^ERROR .*redirects/ },
  {
    claim: 'a server that never answers',
    listener: () => {},
    idleTimeoutMs: 200,
    want: /^WARNING .*sent nothing for 0\.2 seconds/,
  },
  { claim: 'a connection that breaks', listener: (_, response) => void response.destroy(), want: /^ERROR .*\n +→ Check the network/ }, // prettier-ignore
];

suite('A probe reports', () => {
  for (const { claim, listener, name = 'all.csv', source, layout, idleTimeoutMs = 10_000, want } of CASES) {
    test(claim, async (t) => {
      const { base, requests } = await localServer(t, listener);
      const register = createRegister({ name, url: `${base}/${name}`, ...source }, layout);
      const found = await probeRegister(register, {}, AbortSignal.timeout(20_000), { idleTimeoutMs });
      assert.match(found.map(formatFinding).join(''), want);
      assert.ok(requests.length <= 24, `${requests.length} requests`);
    });
  }

  const list = { name: 'all.ndjson', records: 'data', limit: 2, next: 'page' } as const;
  for (const [claim, body, want] of [
    ['the first page of a list', `{"data":[${JSON_LINES.trim().replace('\n', ',')}]}`, /^ok .*2 records, as expected/],
    ['a page without the list', '{"error":"moved"}', /^WARNING .*has no list/],
    ['records of other fields', '{"data":[{"id":1},{"id":2}]}', /^ERROR .*refuse|^ERROR .*missing/],
  ] as const) {
    test(claim, async (t) => {
      const { base, requests } = await localServer(t, answer(200, { 'content-type': 'application/json' }, body));
      const register = createRegister({ ...list, url: `${base}/list?page={page}` }, json);
      assert.match((await probeRegister(register, {}, AbortSignal.timeout(20_000))).map(formatFinding).join(''), want);
      assert.equal(requests.length, 1);
    });
  }

  test('missing keys, and how to get them', async () => {
    const server = { credentials: { settings: ['API_KEY'], how: 'ask for a key at https://toys.example/key' } };
    const register = createRegister({ name: 'all.csv', url: 'https://toys.example/all.csv' }, { csv: {}, server });
    const [found] = await probeRegister(register, {}, AbortSignal.timeout(1000));
    assert.match(found === undefined ? '' : formatFinding(found), /^ERROR .*OPENFIRMA_TOY_API_KEY.*ask for a key/);
  });
});
