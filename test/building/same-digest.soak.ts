/**
 * Chains of three builds from random lines have the same content, whatever the number of cores, the order of the lines, and the order of
 * files about different companies.
 */
import { changeRecorder } from '../../extras/changes/recorder.ts';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildSnapshot } from '../../src/build/index.ts';
import { deriveCompanyId, type RegisterLine } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const TIME_MS = 90_000;
const GENERATIONS = 3;
const COUNTRIES = ['FI', 'SE'] as const;
const ACCEPT_LOSS = [...COUNTRIES, '--'];
/** A small number, so that lines collide. */
const NUMBERS = 12;

/** Generates lines of one country, which name no company of the other country. */
const arbitraryLines = (country: string): fc.Arbitrary<RegisterLine[]> => {
  const lei = fc.nat(NUMBERS).map((n) => ({ scheme: 'lei' as const, value: `549300${country}0000000${1000 + n}1` }));
  const number = fc.nat(NUMBERS).map((n) => ({
    scheme: 'national_registry_number' as const,
    value: String(1000 + n),
    country_scope: country,
  }));
  const line = fc.record(
    {
      name: fc.constantFrom('Kvarn', 'Mylly', 'Mühle', 'Молоть', '...'),
      key: fc.nat(NUMBERS).map((n) => `${country.toLowerCase()}-test:${n}`),
      as_of_date: fc.constantFrom('2026-01-01', '2026-02-02'),
      identifiers: fc.array(fc.oneof(number, lei), { minLength: 1, maxLength: 3 }),
      officers: fc.array(
        fc.record({ name: fc.constantFrom('Aino', 'Bo'), source: fc.constant({ system: `${country} test` }) }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['identifiers'] },
  );
  return fc.array(line, { minLength: 1, maxLength: 40 });
};

/** A decision about the company of a number. The order of decisions is kept, because the later of two decisions counts. */
const decision = fc
  .record({ n: fc.nat(NUMBERS), country: fc.constantFrom(...COUNTRIES), isRestricted: fc.boolean() })
  .map(({ n, country, isRestricted }): RegisterLine => ({
    id: deriveCompanyId({
      kind: 'identifier',
      scheme: 'national_registry_number',
      scope: country,
      comparedValue: String(1000 + n),
    }),
    lifecycle: { status: isRestricted ? 'restricted' : 'active' },
  }));

const shuffled = <T>(all: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });

interface Generation {
  readonly files: readonly (readonly RegisterLine[])[];
  readonly decisions: readonly RegisterLine[];
}

/** A generation, and the same generation in another order. */
const twoOrders: fc.Arbitrary<[Generation, Generation]> = fc
  .tuple(fc.tuple(...COUNTRIES.map(arbitraryLines)), fc.array(decision, { maxLength: 3 }))
  .chain(([files, decisions]) =>
    fc
      .tuple(...files.map(shuffled))
      .chain(shuffled)
      .map((other): [Generation, Generation] => [
        { files, decisions },
        { files: other, decisions },
      ]),
  );

/** Builds one generation after the other in a folder and returns the digest of each. */
async function digests(at: string, generations: readonly Generation[], isOnOneCore: boolean): Promise<string[]> {
  mkdirSync(at);
  writeFileSync(join(at, 'restriction.key'), '5a'.repeat(32));
  const out = join(at, 'kvarn.snapshot');
  const found: string[] = [];
  for (const [n, { files, decisions }] of generations.entries()) {
    const inputs = [decisions, ...files].flatMap((lines, i) => {
      const path = join(at, `${i}.ndjson`);
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return lines.length === 0 ? [] : [path];
    });
    if (isOnOneCore) buildOnOneCore(out, n > 0, inputs);
    else
      await buildSnapshot({
        changes: changeRecorder(),
        inputs,
        out,
        acceptLoss: ACCEPT_LOSS,
        ...(n === 0 ? {} : { previous: out }),
      });
    const reader = SnapshotReader.open(out);
    found.push(reader.metadata.digest);
    await reader.close();
  }
  return found;
}

function buildOnOneCore(out: string, hasPrevious: boolean, inputs: readonly string[]): void {
  const accepted = ACCEPT_LOSS.map((country) => `--accept-loss=${country}`);
  const args = ['build', ...(hasPrevious ? ['--previous', out] : []), '--out', out, ...accepted, ...inputs];
  const pinned = process.platform === 'linux' ? ['taskset', '-c', '0'] : [];
  const [command = '', ...first] = [...pinned, process.execPath, PROGRAM, ...args];
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  const { status, stderr } = spawnSync(command, first, { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
}

test('chains of builds are the same in any order of lines and files and on one core', async () => {
  const chains = fc.array(twoOrders, { minLength: GENERATIONS, maxLength: GENERATIONS });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(chains, async (pairs) => {
      const at = mkdtempSync(join(tmpdir(), 'openfirma-digest-'));
      try {
        const one = await digests(join(at, 'one'), pairs.map(([first]) => first), false); // prettier-ignore
        const other = await digests(join(at, 'other'), pairs.map(([, second]) => second), runs % 4 === 0); // prettier-ignore
        assert.deepEqual(other, one);
        runs++;
      } finally {
        rmSync(at, { recursive: true });
      }
    }),
    { numRuns: 100_000, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false },
  );
  process.stdout.write(
    `${runs} chains of ${GENERATIONS} builds were the same in two orders, every fourth on one core\n`,
  );
});
