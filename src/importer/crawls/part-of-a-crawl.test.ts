import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { folder } from '../../../test/fixtures/folder.ts';
import { runImport } from '../index.ts';
import { TOY_FILES, toyRegister } from '../toy-fixture.ts';
import type { CrawlStatus } from '../io/crawl-status.ts';

const crawled = toyRegister({
  input: 'part',
  files: { ...TOY_FILES, answers: true, required: [], taken: [], ignored: [] },
  async *read(inputs) {
    for (const input of inputs)
      for await (const { key, requestedOn } of input.rows()) yield { key: `toy:${key}`, as_of_date: requestedOn };
  },
});

const FILES = ['toys.0001.ndjson.zst', 'toys.0002.ndjson.zst'];
const ENDED: CrawlStatus = {
  walk: 'toys',
  complete: true,
  whole_at: '2026-11-20T00:00:00.000Z',
  round_began_at: '2026-11-20T00:00:00.000Z',
  round_ended_at: '2026-11-21T00:00:00.000Z',
  asked: 2,
  answered: 2,
  none: 0,
  refused: 0,
  failed: 0,
  left: 0,
  given_up: 0,
  files: FILES.map((name) => ({ name, bytes: 1 })),
};
const { round_ended_at: _, ...UNDER_WAY } = ENDED;

const CASES: [claim: string, status: CrawlStatus | undefined, files: readonly string[], input: 'whole' | 'part', keepsAll?: true][] = [
  ['that has ended are the whole register', ENDED, FILES, 'whole'],
  ['that never ended are a part', { ...UNDER_WAY, complete: false }, FILES, 'part'],
  ['whose next round is under way are a part', UNDER_WAY, FILES, 'part'],
  ['that gave a request up are a part', { ...ENDED, given_up: 1 }, FILES, 'part'],
  ['of which a file is not here are a part', ENDED, FILES.slice(1), 'part'],
  ['without a status are a part', undefined, FILES, 'part'],
  ['that has ended are a part where no company ever leaves the register', ENDED, FILES, 'part', true],
]; // prettier-ignore
for (const [claim, status, files, input, keepsAll] of CASES) {
  test(`the responses of a crawl ${claim}`, async (t) => {
    const at = folder(t);
    for (const [i, name] of FILES.entries()) {
      const response = { question: `toy:${i + 1}`, asked_at: '2026-11-20T00:00:00.000Z', url: 'https://toys.example/', status: 200, body: '{}' }; // prettier-ignore
      writeFileSync(join(at, name), zstdCompressSync(`${JSON.stringify(response)}\n`));
    }
    if (status !== undefined) writeFileSync(join(at, 'toys.walk.json'), JSON.stringify(status));
    const last = join(at, 'last.ndjson');
    writeFileSync(last, '{"register":"toy","key":"toy:9","as_of_date":"2026-11-01"}\n');
    const output = join(at, 'out.ndjson');
    const register = keepsAll === true ? { ...crawled, keepsAll } : crawled;
    const report = await runImport(register, {
      output,
      inputs: files.map((name) => join(at, name)),
      maxRejects: 0,
      last,
    });
    const isCarried = readFileSync(output, 'utf8').includes('toy:9');
    assert.deepEqual([report.input, isCarried], [input, input === 'part']);
  });
}
