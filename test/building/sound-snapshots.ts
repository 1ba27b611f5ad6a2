/** Two successive builds of random lines, each queried for its input lines: a property for a test and a soak. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { InputError, type RegisterLine } from '../../src/model/index.ts';
import { SnapshotReader, openPublished, verifySnapshot } from '../../src/snapshot/index.ts';
import { ID_1, ID_2, ID_3, LEI, TIN, ask, build, lei, nrn } from '../searching/asked-snapshots.ts';

const identifier = fc.constantFrom(
  nrn('1'),
  nrn('12'),
  nrn('1-2'),
  nrn('12', 'SE'),
  LEI,
  lei('549300BBBBBBBBBBBB02'),
  TIN,
  {
    ...LEI,
    country_scope: 'FI',
  },
  { ...TIN, value: '9'.repeat(256) },
  { ...TIN, value: '½'.repeat(90) },
);
const lifecycle = fc.constantFrom<NonNullable<RegisterLine['lifecycle']>>(
  { status: 'active' },
  { status: 'restricted' },
  { status: 'tombstoned' },
  { status: 'redirected', canonical_id: ID_3 },
  { status: 'split', successor_ids: [ID_3] },
);
const line = fc
  .record(
    {
      id: fc.option(fc.constantFrom(ID_1, ID_2), { nil: undefined, freq: 1 }),
      key: fc.constantFrom('r:1', 'r:2', 's:1'),
      name: fc.constantFrom('A', 'a', 'Å b', 'B 1', '〆', '!!', 'x'.repeat(3000)),
      summary: fc.constantFrom('one', 'two'),
      country_code: fc.constantFrom('NO', 'FI'),
      as_of_date: fc.constantFrom('2026-01-01', '2026-02-02'),
      identifiers: fc.array(identifier, { minLength: 1, maxLength: 4 }),
      lifecycle: fc.option(lifecycle, { nil: undefined, freq: 3 }),
    },
    { requiredKeys: [] },
  )
  .filter(({ id, key, identifiers }) => (id ?? key ?? identifiers) !== undefined)
  .map((fields) => JSON.parse(JSON.stringify(fields)) as RegisterLine);
const inputs = fc.array(fc.array(line, { maxLength: 4 }), { minLength: 1, maxLength: 3 });

/** Checks that a sound snapshot passes with any input lines and any previous snapshot. Builds below `directory`. */
export function soundSnapshotsPass(
  directory: string,
): fc.IAsyncPropertyWithHooks<[RegisterLine[][], RegisterLine[][]]> {
  return fc.asyncProperty(inputs, inputs, async (first, second) => {
    const at = mkdtempSync(join(directory, 'pair-'));
    let reader: SnapshotReader | undefined;
    try {
      for (const lines of [first, second]) {
        const earlier = reader;
        const { path, sample } = await build(
          at,
          [...lines, [{ id: ID_3, name: 'Third Oy', identifiers: [nrn('8')] }]],
          earlier && { previousSnapshot: openPublished(earlier) },
        );
        await earlier?.close();
        reader = undefined;
        await verifySnapshot(path);
        await ask({ path, sample });
        reader = SnapshotReader.open(path);
      }
    } catch (error) {
      // A build rejects contradicting lines.
      if (
        !(error instanceof InputError) ||
        !/^Cannot (give one company two ids|resolve)|two companies have/.test(error.message)
      )
        throw error;
    } finally {
      await reader?.close();
      rmSync(at, { recursive: true });
    }
  });
}
