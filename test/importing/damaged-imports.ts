/**
 * Imports the fixtures of every register with damage: bytes changed, cut, doubled, repeated without end, wrapped in zip, gzip and tar
 * before or after. Whatever a file contains, an import ends with lines or with one line that gives the reason.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { runImport } from '../../src/importer/index.ts';
import { createTar } from '../../src/importer/formats/tar-fixture.ts';
import { createZip } from '../../src/importer/formats/zip-fixture.ts';
import { InputError } from '../../src/model/index.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { REGISTERS } from '../../src/registers/index.ts';

/** An input of a fixture; its other inputs are not damaged. */
interface Target {
  readonly register: string;
  readonly inputs: readonly string[];
  readonly damaged: string;
}

const TARGETS: readonly Target[] = [...REGISTERS.keys()].flatMap((register) =>
  fixtureCases(register).flatMap(({ inputs }) => inputs.map((damaged) => ({ register, inputs, damaged }))),
);

type Change = (bytes: Buffer) => Buffer;

/** Pieces that formats consist of, and pieces that they do not allow. */
const PIECES = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '[',
  ']',
  '{',
  '}',
  ':',
  '\\',
  '\\u0000',
  '\\ud800',
  '<',
  '>',
  '/>',
  '</',
  '<![CDATA[',
  ']]>',
  '<!--',
  '<!DOCTYPE a [',
  '&amp;',
  '&#0;',
  '&#x10ffff;',
  '&bomb;',
  '<?xml ',
  'xmlns:a="b"',
  '\0',
  '\u000B',
  '\u0085',
  '\u2028',
  '\uFEFF',
  '__proto__',
  'constructor',
  'null',
  'true',
  '1e999',
  '-',
  '99999999',
].map((text) => Buffer.from(text));
const BYTES = ['ff', 'c2', 'e282', 'f0908080', 'eda080', 'fffe', '1f8b', '504b0304', '28b52ffd'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

const piece = fc.oneof(
  fc.constantFrom(...PIECES, ...BYTES),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
);
/** A place in a file, as a fraction of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });

const spliced = (bytes: Buffer, at: number, removed: number, put: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + removed)]);
const placed = (bytes: Buffer, part: number): number => Math.floor(part * bytes.length);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.nat(20), piece).map(
    ([at, removed, put]): Change =>
      (bytes) =>
        spliced(bytes, placed(bytes, at), removed, put),
  ),
  fc.tuple(place, fc.nat(7)).map(([at, bit]): Change => (bytes) => {
    const flipped = Buffer.from(bytes);
    const index = Math.min(placed(bytes, at), bytes.length - 1);
    if (index >= 0) flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << bit), index);
    return flipped;
  }),
  place.map(
    (at): Change =>
      (bytes) =>
        bytes.subarray(0, placed(bytes, at)),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Change =>
      (bytes) =>
        Buffer.concat([bytes, bytes.subarray(placed(bytes, from), placed(bytes, to))]),
  ),
  fc.tuple(place, piece, fc.constantFrom(100, 10_000, 1_000_000)).map(
    ([at, put, times]): Change =>
      (bytes) =>
        spliced(bytes, placed(bytes, at), 0, Buffer.alloc(put.length * times, put)),
  ),
);

const changed = (bytes: Buffer, changes: readonly Change[]): Buffer => {
  let at = bytes;
  for (const one of changes) at = one(at);
  return at;
};

/** Wraps a file as publishers do; undefined leaves the file as it is. */
const wrap: fc.Arbitrary<((name: string, bytes: Buffer) => Buffer) | undefined> = fc.constantFrom(
  undefined,
  undefined,
  (name: string, bytes: Buffer) => createZip({ [name]: bytes }),
  (_: string, bytes: Buffer) => gzipSync(bytes),
  (_: string, bytes: Buffer) => zstdCompressSync(bytes),
  (name: string, bytes: Buffer) => gzipSync(createTar({ [name]: bytes })),
);

/** A damaged import: the damage of the content, the wrapping, and the damage of the wrapped file. */
const damage = fc.record({
  target: fc.constantFrom(...TARGETS),
  within: fc.array(change, { maxLength: 3 }),
  wrap,
  around: fc.array(change, { maxLength: 1 }),
  maxRejects: fc.constantFrom(0, 1000),
});

/** Counts of the results of imports. */
export interface Outcomes {
  imported: number;
  refused: number;
}

/** Imports damaged files in a folder. Fails at the first import that ends in an unexpected way. */
export async function importDamaged(folder: string, numRuns: number, seed?: number): Promise<Outcomes> {
  const outcomes: Outcomes = { imported: 0, refused: 0 };
  const property = fc.asyncProperty(damage, async ({ target, within, wrap: wrapped, around, maxRejects }) => {
    const at = join(folder, 'run');
    rmSync(at, { recursive: true, force: true });
    mkdirSync(join(at, 'in'), { recursive: true });
    const name = basename(target.damaged);
    const content = changed(readFileSync(target.damaged), within);
    const file = changed(wrapped?.(name, content) ?? content, around);
    const input = join(at, 'in', name);
    writeFileSync(input, file);
    const inputs = target.inputs.map((path) => (path === target.damaged ? input : path));
    const register = REGISTERS.get(target.register);
    assert.ok(register !== undefined);
    try {
      await runImport(register, { output: join(at, 'out'), inputs, maxRejects });
      outcomes.imported++;
      assert.deepEqual(readdirSync(at).toSorted(), ['in', 'out', 'out.report.json']);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      outcomes.refused++;
      // The message must be one readable line.
      assert.match(error.message, /^Cannot [^\p{Cc}\u2028\u2029]{1,1000}$/u);
      assert.deepEqual(readdirSync(at), ['in']);
    }
  });
  await fc.assert(property, { numRuns, ...(seed === undefined ? {} : { seed }) });
  return outcomes;
}
