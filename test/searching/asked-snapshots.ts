/** Snapshots that are built from lines and queried for them, as a build queries its own file. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { CompanyResolver, LineSample, keyedHashWith } from '../../src/identity/index.ts';
import type { PreviousSnapshot, RegisterLine, ResolvedLine } from '../../src/model/index.ts';
import { SnapshotReader, SnapshotWriter, verifyLines } from '../../src/snapshot/index.ts';

const KEYED_HASH = keyedHashWith(Buffer.alloc(32, 7));
export const ID_1 = 'co_00000000000000000000000001';
export const ID_2 = 'co_00000000000000000000000002';
export const ID_3 = 'co_00000000000000000000000003';

type Identifier = NonNullable<RegisterLine['identifiers']>[number];
export const nrn = (value: string, country_scope = 'FI'): Identifier => ({
  scheme: 'national_registry_number',
  value,
  country_scope,
});
export const lei = (value: string): Identifier => ({ scheme: 'lei', value });
export const LEI = lei('549300AAAAAAAAAAAA01');
export const TIN: Identifier = { scheme: 'tin', value: 'T-1', country_scope: 'SE' };

/** The queries of a build; tests replace them with wrong ones. */
export type Asked = Parameters<typeof verifyLines>[0];

/** A built snapshot, and the lines for which it is queried. */
export interface Built {
  readonly path: string;
  readonly sample: ResolvedLine[];
}

/** Builds a snapshot of several inputs, the most trusted first, in a new folder below `directory`. */
export async function build(
  directory: string,
  inputs: readonly (readonly RegisterLine[])[],
  { previousSnapshot, onWriting }: { previousSnapshot?: PreviousSnapshot; onWriting?: () => void } = {},
): Promise<Built> {
  const work = mkdtempSync(join(directory, 'build-'));
  const sample = new LineSample();
  const resolver = await CompanyResolver.open(
    work,
    previousSnapshot === undefined ? { keyedHash: KEYED_HASH } : { keyedHash: KEYED_HASH, previousSnapshot },
  );
  try {
    for (const [input, lines] of inputs.entries()) {
      for (const [i, line] of lines.entries()) {
        const bytes = Buffer.from(JSON.stringify(line));
        sample.add({ line, bytes, lineNumber: i + 1 }, `input ${input}`, resolver.add(line, bytes, input));
      }
    }
    const writer = new SnapshotWriter(work);
    for await (const resolved of resolver.companies()) {
      writer.add(resolved.company);
      sample.assign(resolved);
    }
    const path = join(work, 'snapshot');
    onWriting?.();
    await writer.finish(path);
    return { path, sample: sample.resolved() };
  } finally {
    resolver.close();
  }
}

/** Queries a snapshot for lines through its own reader or a wrong one. */
export async function ask(
  { path, sample }: Built,
  wrong: (reader: SnapshotReader) => Partial<Asked> = () => ({}),
): Promise<void> {
  const reader = SnapshotReader.open(path);
  const sound: Asked = {
    metadata: reader.metadata,
    company: (id) => reader.company(id),
    details: (id) => reader.details(id),
    officers: (...asked) => reader.officers(...asked),
    search: (...asked) => reader.search(...asked),
  };
  try {
    verifyLines({ ...sound, ...wrong(reader) }, sample);
  } finally {
    await reader.close();
  }
}
