import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { folder } from '../../../test/fixtures/folder.ts';
import { InputError } from '../../model/index.ts';
import { RecordReader, runImport, type ImportOptions, type ReportJson, type ResponseRow } from '../index.ts';
import { TOY_FILES, toyRegister } from '../toy-fixture.ts';
import type { ResponseLine } from './crawl-input.ts';
import type { CrawlStatus } from '../io/crawl-status.ts';

const mapped = (row: ResponseRow) => {
  if (row.body === undefined) return undefined;
  const value = new RecordReader(row.kind === 'toy' ? row.json() : row.xml());
  const name = row.kind === 'toy' ? value.text('name') : value.object('Name')?.text('$');
  const identifiers = [{ scheme: 'national_registry_number' as const, value: row.key, country_scope: 'FI' }];
  return { name: name ?? '', as_of_date: row.requestedOn, identifiers };
};

/** A crawled register: toys in JSON, dolls in XML, and a code list that is not part of the crawl. */
const toys = toyRegister({
  country: 'FI',
  files: {
    ...TOY_FILES,
    kinds: {
      answers: { answers: true, required: [], taken: ['toy.name', 'doll.Name'], ignored: ['toy.price', 'doll.@id'] },
      codes: { json: {}, required: ['code'], taken: ['code'], ignored: [] },
    },
  },
  expect: { full: /^toys$/, records: 4 },
  async *read(inputs, run) {
    for (const input of inputs) {
      if (input.kind === 'codes') continue;
      for await (const row of input.rows()) {
        const built = run.attempt(row, () => mapped(row));
        if (built === undefined) run.report.drop('none', row.key);
        else yield built;
      }
    }
  },
});

const line = (request: string, hour: number, body?: string): ResponseLine => ({
  question: request,
  asked_at: `2026-11-${hour < 24 ? 21 : 22}T${String(hour % 24).padStart(2, '0')}:00:00.000Z`,
  url: `https://toys.example/${request}`,
  status: body === undefined ? 404 : 200,
  ...(body === undefined ? {} : { body }),
});
const text = (lines: readonly object[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');
const toy = (key: string, hour: number, name: string): ResponseLine =>
  line(`toy:${key}`, hour, JSON.stringify({ name, price: 1 }));

const FIRST = text([toy('1', 1, 'Ball'), toy('2', 1, 'Kite "A"\n'), line('toy:3', 2), toy('1', 3, 'Ball, new')]);
const SECOND = text([line('toy:2', 25), line('doll:7', 26, '<r:Doll xmlns:r="x" id="7"><Name>Anna</Name></r:Doll>')]);

const STATUS: CrawlStatus = {
  walk: 'toys',
  complete: true,
  whole_at: '2026-11-20T00:00:00.000Z',
  round_began_at: '2026-11-21T00:00:00.000Z',
  asked: 6,
  answered: 4,
  none: 2,
  refused: 0,
  failed: 0,
  left: 0,
  given_up: 0,
  files: [
    { name: 'toys.0001.ndjson.zst', bytes: 1 },
    { name: 'toys.0002.ndjson.zst', bytes: 1 },
  ],
};

/** Writes files and imports them. */
async function imported(
  at: string,
  files: Readonly<Record<string, string | Buffer>>,
  more: Partial<ImportOptions> = {},
) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(at, name), content);
  const output = join(at, 'out.ndjson');
  const inputs = Object.keys(files).map((name) => join(at, name));
  const report = await runImport(toys, { output, inputs, maxRejects: 0, ...more });
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n').filter((one) => one !== '').map((one) => JSON.parse(one) as { name: string; as_of_date: string }); // prettier-ignore
  return { names: lines.map(({ name, as_of_date: day }) => `${name} ${day}`), report: report.toJSON() };
}

const frames = (content: string): Buffer =>
  Buffer.concat(content.trimEnd().split('\n').map((one) => zstdCompressSync(`${one}\n`))); // prettier-ignore
const FILES = { 'toys.0001.ndjson.zst': frames(FIRST), 'toys.0002.ndjson.zst': frames(SECOND) };
const WANT = ['Ball, new 2026-11-21', 'Anna 2026-11-22'];

test('the newest response to each request is a row, in any order of files', async (t) => {
  for (const files of [FILES, Object.fromEntries(Object.entries(FILES).toReversed())]) {
    const { names, report } = await imported(folder(t), files);
    assert.deepEqual(names, WANT);
    assert.equal(report.records_read, 6);
    assert.deepEqual(Object.fromEntries(Object.entries(report.dropped).map(([why, { count }]) => [why, count])), {
      'a newer record of the same request': 2,
      none: 2,
    });
    assert.deepEqual(report.ordinary, ['a newer record of the same request']);
    assert.deepEqual(report.inputs.map(({ format, records, proven_whole: whole }) => [format, records, whole]), [['answers', 4, true], ['answers', 2, true]]); // prettier-ignore
  }
});

const about = (report: ReportJson) => report.inputs.map(({ walk }) => walk);

test('an import reports the progress of the crawl, and measures only a finished one', async (t) => {
  const whole = { complete: true, whole_at: '2026-11-20T00:00:00.000Z' };
  const status = (more: Partial<CrawlStatus>) => ({ 'toys.walk.json': JSON.stringify({ ...STATUS, ...more }) });
  assert.deepEqual(about((await imported(folder(t), { ...FILES, ...status({}) })).report), [whole, whole]);
  const part = { ...FILES, ...status({ complete: false }) };
  assert.deepEqual(about((await imported(folder(t), part)).report), [{ ...whole, complete: false }, { ...whole, complete: false }]); // prettier-ignore
  // A full crawl has four records; this file has two of the four.
  const { 'toys.0002.ndjson.zst': second } = FILES;
  const one = { 'toys.0002.ndjson.zst': second, ...status({ files: STATUS.files.slice(1) }) };
  await assert.rejects(imported(folder(t), one), /a full file of toy holds at least 4 records, this one 2/);
  const missing = { 'toys.0002.ndjson.zst': second, ...status({}) };
  assert.deepEqual((await imported(folder(t), missing)).names, ['Anna 2026-11-22']);
});

test('bytes after the recorded length of a crawl are not read', async (t) => {
  const { 'toys.0001.ndjson.zst': first } = FILES;
  const record = { url: 'https://toys.example/', fetched_at: '2026-11-21T05:00:00.000Z', bytes: first.length, is_length_stated: true, is_added_to: true }; // prettier-ignore
  const files = (bytes: Buffer) => ({
    'toys.0001.ndjson.zst': bytes,
    'toys.0001.ndjson.zst.fetched.json': JSON.stringify(record),
    'toys.walk.json': JSON.stringify({ ...STATUS, complete: false }),
  });
  const half = frames(SECOND).subarray(0, 30);
  assert.equal((await imported(folder(t), files(Buffer.concat([first, half])))).report.records_read, 4);
  await assert.rejects(imported(folder(t), files(first.subarray(0, -1))), /it has \d+ bytes, \d+ were fetched; fetch/);
});

test('an undeclared field of a body is a leftover, prefixed by its kind', async (t) => {
  const body = JSON.stringify({ name: 'Ball\u0000', colour: { inner: 'red' } });
  const { report, names } = await imported(folder(t), { 'x.ndjson': text([line('toy:1', 1, body)]) });
  assert.deepEqual(report.leftover_fields, { 'toy.colour': 1 });
  assert.deepEqual(names, ['Ball 2026-11-21']);
  assert.equal(report.inputs[0]?.control_characters_removed, 1);
});

test('a code list in addition to the responses is a separate input', async (t) => {
  assert.deepEqual((await imported(folder(t), { ...FILES, 'codes.json': '[{"code":"1"}]' })).names, WANT);
});

const REFUSED: [claim: string, content: string | Buffer, want: RegExp][] = [
  ['a body that is not JSON', text([line('toy:1', 1, '<html>')]), /record 1: body is not valid JSON$/],
  ['a body that is not XML', text([line('doll:1', 1, '<a><b></a>')]), /record 1: body is not valid XML: /],
  ['a line without a status', text([{ ...toy('1', 1, 'A'), status: undefined }]), /record 1: it is not a response of a crawl: /],
  ['a request without a kind', `${FIRST}${text([{ ...toy('1', 1, 'A'), question: 'toy' }])}`, /record 5: it is not a response of a crawl: question must match pattern/],
  ['an invalid time', text([{ ...toy('1', 1, 'A'), asked_at: 'today' }]), /record 1: it is not a response of a crawl: asked_at must match/],
  ['a line cut in the middle', FIRST.slice(0, -9), /record 4: the file ends in the middle; download it again$/],
  ['a frame cut in the middle', frames(FIRST).subarray(0, -3), /Cannot read ".*x\.ndjson": /],
  ['a damaged frame', Buffer.concat([frames(FIRST), Buffer.from('garbage')]), /Cannot read ".*x\.ndjson": /],
]; // prettier-ignore
for (const [claim, content, want] of REFUSED) {
  test(`an import refuses responses with ${claim} in one line, and leaves no files`, async (t) => {
    const at = folder(t);
    await assert.rejects(
      imported(at, { 'x.ndjson': content }),
      (error) => error instanceof InputError && want.test(error.message),
    );
    assert.deepEqual(readdirSync(at), ['x.ndjson']);
  });
}
