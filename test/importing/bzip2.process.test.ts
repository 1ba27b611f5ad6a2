import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { suite, test } from 'node:test';
import { compressionNamed, decompressor, detectCompression } from '../../src/files/index.ts';
import { deOffeneregister } from '../../src/registers/de-offeneregister/index.ts';
import { createImport } from '../../src/registers/fixture-import.ts';
import { folder } from '../fixtures/folder.ts';
import { until } from '../fixtures/until.ts';
import { has } from '../parts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const REGISTER = join(ROOT, 'src', 'registers', 'de-offeneregister');
/** The fixtures of the register as two streams. */
const DUMP = join(ROOT, 'test', 'fixtures', 'de_companies_ocdata.jsonl.bz2');
const TEXTS = ['one\n'.repeat(1000), '', 'two\n', '\0'.repeat(2_000_000)];

function bzip2(input: string): Buffer {
  return spawnSync('bzip2', { input }).stdout;
}

/** Decompresses bytes that arrive in pieces of this size. */
async function decompressed(bytes: Buffer, size = bytes.length): Promise<string> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const plain = decompressor('bzip2');
  const [read] = await Promise.all([text(plain), pipeline(Readable.from(pieces), plain)]);
  return read;
}

if (has('bzip2', 'bzip2'))
  suite('bzip2', () => {
    const parts = TEXTS.map(bzip2);
    const whole = Buffer.concat(parts);

    test('is recognised by its first bytes and by the suffix of a name', () => {
      assert.equal(detectCompression(whole), 'bzip2');
      assert.equal(compressionNamed('companies.jsonl.bz2'), 'bzip2');
    });

    for (const size of [1, 13, whole.length])
      test(`of several streams is read completely in pieces of ${size} bytes`, async () => {
        assert.equal(await decompressed(whole, size), TEXTS.join(''));
      });

    const damaged = Buffer.from(whole);
    damaged.fill(0, 20, 30);
    for (const [claim, bytes, message] of [
      ['cut in a stream', whole.subarray(0, 30), 'bzip2: Compressed file ends unexpectedly'],
      ['damaged', damaged, 'bzip2: Data integrity error when decompressing'],
      [
        'followed by other data',
        Buffer.concat([whole, Buffer.from('more')]),
        'bzip2: (stdin): trailing garbage after EOF ignored',
      ],
    ] as const)
      test(`is an error if it is ${claim}, with the message of the program`, async () => {
        await assert.rejects(decompressed(bytes), { message });
      });

    test('is read as a register publishes it', async (t) => {
      const imported = createImport(deOffeneregister);
      const files = [1, 2, 3].map((n) => join(REGISTER, 'fixtures', `companies-${n}.jsonl`));
      const path = join(folder(t), 'companies.jsonl.bz2');
      copyFileSync(DUMP, path);
      const { text: lines, report } = await imported(t, [path]);
      assert.equal(lines, (await imported(t, files)).text);
      assert.equal(report.inputs[0]?.proven_whole, true);
      writeFileSync(path, readFileSync(DUMP).subarray(0, -9));
      const message = `Cannot read "${path}": bzip2: Compressed file ends unexpectedly`;
      await assert.rejects(imported(t, [path]), { name: 'InputError', message });
    });

    test('leaves no process when its reader stops, and stops its source', async () => {
      const before = children();
      let isClosed = false;
      const source = Readable.from(
        (function* endless() {
          for (;;) yield whole;
        })(),
      );
      source.on('close', () => (isClosed = true));
      const plain = decompressor('bzip2');
      const piping = pipeline(source, plain);
      assert.equal(children().length, before.length + 1);
      for await (const _ of plain) break;
      await piping.catch(() => undefined);
      assert.ok(isClosed);
      await until('the program has ended', () => children().length === before.length);
    });
  });

/** The processes that this one has started. */
function children(): string[] {
  return readdirSync('/proc/self/task').flatMap((thread) => {
    const list = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim();
    return list === '' ? [] : list.split(' ');
  });
}

test('a file of bzip2 is refused where the program is missing, with what to install', () => {
  const script = `const { decompressor } = await import(${JSON.stringify(new URL('../../src/files/compression.ts', import.meta.url).href)});
    const plain = decompressor('bzip2');
    plain.on('error', ({ message }) => console.log(message)).end('BZh9');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: '' },
    encoding: 'utf8',
  });
  assert.equal(
    stdout,
    'cannot run the program bzip2, which decompresses it: install bzip2, in Debian the package of this name\n',
  );
});
