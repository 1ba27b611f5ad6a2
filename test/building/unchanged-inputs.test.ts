/** Inputs that are the same files as at the previous build: little of them is read again. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { buildSnapshot, type BuildOutcome } from '../../src/build/index.ts';
import { readSignature } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';
import { folder } from '../fixtures/folder.ts';

const MILLS = 300;

/** Two registers. `build` builds from their files, with the digests that these had when they were written. */
function createRegisters(t: TestContext) {
  const directory = folder(t);
  const out = join(directory, 'a.snapshot');
  const digests = new Map<string, string>();
  const path = (register: string): string => join(directory, `${register}.ndjson`);
  const write = (register: string, lines: readonly string[]): void => {
    const text = lines.map((line) => `${line}\n`).join('');
    writeFileSync(path(register), text);
    digests.set(register, hash('sha256', text));
  };
  /** Changes a line of a file whose digest is known. */
  const spoil = (register: string, line: number, text: string): void => {
    const lines = readFileSync(path(register), 'utf8').split('\n');
    writeFileSync(path(register), lines.with(line, text).join('\n'));
  };
  /** @param onStep called when a step of the build begins */
  const build = async (
    registers: readonly string[],
    {
      maxRejects = 0,
      isFirst = false,
      onStep,
    }: { readonly maxRejects?: number; readonly isFirst?: boolean; readonly onStep?: (step: string) => void } = {},
  ): Promise<BuildOutcome> =>
    await buildSnapshot({
      inputs: registers.map(path),
      inputDigests: registers.map((register) => ({
        sha256: digests.get(register) ?? '',
        signature: readSignature(path(register)),
      })),
      out,
      maxRejects,
      startProgress: (step) => {
        onStep?.(step);
        return undefined;
      },
      ...(isFirst ? {} : { previous: out }),
    });
  return { write, spoil, build };
}

const mill = (number: number, register = 'fi-test', name = `Mylly ${number} Oy`): string =>
  JSON.stringify({
    register,
    as_of_date: '2026-11-20',
    name,
    identifiers: [{ scheme: 'national_registry_number', value: `${1_000_000 + number}`, country_scope: 'FI' }],
  });
const mills = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, number) => mill(from + number));

const changedMeanwhile = (error: unknown): boolean =>
  error instanceof InputError && /old\.ndjson": it was changed while it was read/.test(error.message);

suite('An unchanged input', () => {
  test('is read no further than its sample if all its companies stay', async (t) => {
    const { write, spoil, build } = createRegisters(t);
    write('old', mills(0, MILLS));
    write('new', mills(MILLS, MILLS + 20));
    await build(['old', 'new'], { isFirst: true });
    write('new', mills(MILLS, MILLS + 21));
    spoil('old', MILLS - 1, 'not a line');
    const { kept, metadata } = await build(['old', 'new']);
    assert.equal(kept, MILLS + 20);
    assert.equal(metadata.records.active, MILLS + 21);
    assert.deepEqual(metadata.registers['fi-test']?.lines, MILLS + 21);
  });

  test('may be at another place among the inputs, and twice', async (t) => {
    const { write, build } = createRegisters(t);
    write('old', mills(0, MILLS));
    write('new', mills(MILLS, MILLS + 20));
    await build(['old', 'new', 'old'], { isFirst: true });
    const { report } = await build(['new', 'old', 'old']);
    assert.deepEqual([report.lines, report.companies], [2 * MILLS + 20, MILLS + 20]);
  });

  /** Builds twice, the second time with a line of another input that changes the company of the last line. */
  async function buildWithChanged(t: TestContext, last?: string): Promise<BuildOutcome> {
    const { write, spoil, build } = createRegisters(t);
    write('old', mills(0, MILLS));
    write('new', [mill(MILLS - 1, 'fi-other')]);
    await build(['old', 'new'], { isFirst: true });
    write('new', [mill(MILLS - 1, 'fi-other', 'Uusi Mylly Oy')]);
    if (last !== undefined) spoil('old', MILLS - 1, last);
    return await build(['old', 'new']);
  }

  test('is read for the company that a line of another input changes', async (t) => {
    const { kept, report } = await buildWithChanged(t);
    assert.equal(kept, MILLS - 1);
    assert.equal(report.companies, MILLS);
  });

  for (const [claim, last] of [
    ['another file after all is refused at the line of such a company', mill(MILLS - 1, 'fi-test', 'Toinen Mylly Oy')],
    ['shorter after all is refused', ''],
  ] as const)
    test(`that is ${claim}`, async (t) => {
      await assert.rejects(buildWithChanged(t, last), changedMeanwhile);
    });

  for (const place of [0, 50, MILLS - 1])
    test(`with a comment and a blank line before line ${place} is read as a whole`, async (t) => {
      const { write, build } = createRegisters(t);
      write('old', mills(0, MILLS).toSpliced(place, 0, '# our own', ' '));
      write('new', [mill(MILLS)]);
      await build(['old', 'new'], { isFirst: true });
      for (const more of [2, 3]) {
        write('new', mills(MILLS, MILLS + more));
        const { kept, report } = await build(['old', 'new']);
        assert.deepEqual([kept, report.companies], [MILLS + more - 1, MILLS + more]);
      }
    });

  test('may have the register of a changed one, with another day', async (t) => {
    const { write, build } = createRegisters(t);
    write('old', mills(0, MILLS));
    write('new', mills(MILLS, MILLS + 10));
    await build(['old', 'new'], { isFirst: true });
    for (const day of ['2026-11-21', '2026-11-22']) {
      write(
        'new',
        mills(MILLS, MILLS + 10).map((line) => line.replace('2026-11-20', day)),
      );
      assert.equal((await build(['old', 'new'])).kept, MILLS);
    }
  });

  test('is not confused with a line whose day is out of bounds', async (t) => {
    const { write, build } = createRegisters(t);
    const damaged = ['4294967295', '8589934591'].map((day) => mill(MILLS).replace('2026-11-20', day));
    write('old', mills(0, MILLS));
    write('new', [mill(MILLS), ...damaged]);
    await build(['old', 'new'], { isFirst: true, maxRejects: 2 });
    write('new', [mill(MILLS), mill(MILLS + 1), ...damaged]);
    const { kept, rejects } = await build(['old', 'new'], { maxRejects: 2 });
    assert.deepEqual([kept, rejects], [MILLS + 1, 2]);
  });

  test('that is another file after all is refused where it is sampled', async (t) => {
    const { write, spoil, build } = createRegisters(t);
    write('old', mills(0, MILLS));
    write('new', [mill(MILLS)]);
    await build(['old', 'new'], { isFirst: true });
    write('new', mills(MILLS, MILLS + 2));
    spoil('old', 10, 'not a line');
    await assert.rejects(build(['old', 'new']), changedMeanwhile);
  });

  test('that another file replaced before it was read is read as a whole', async (t) => {
    const { write, spoil, build } = createRegisters(t);
    write('old', mills(0, MILLS));
    write('new', [mill(MILLS)]);
    const onStep = (step: string): void => {
      if (step === 'read new.ndjson') spoil('new', 0, mill(MILLS + 1));
    };
    await build(['old', 'new'], { isFirst: true, onStep });
    // The file with the digest again.
    write('new', [mill(MILLS)]);
    assert.equal((await build(['old', 'new'])).kept, MILLS);
  });

  test('reports its rejected lines each time', async (t) => {
    const { write, build } = createRegisters(t);
    write('old', [...mills(0, 50), 'not a line', ...mills(50, MILLS)]);
    write('new', [mill(MILLS)]);
    const outcomes = [await build(['old', 'new'], { maxRejects: 1, isFirst: true })];
    for (const more of [1, 2, 3]) {
      write('new', mills(MILLS, MILLS + 1 + more));
      outcomes.push(await build(['old', 'new'], { maxRejects: 1 }));
    }
    assert.deepEqual(
      outcomes.map(({ rejects, metadata }) => [rejects, metadata.records.active]),
      [1, 2, 3, 4].map((more) => [1, MILLS + more]),
    );
  });
});
