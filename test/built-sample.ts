/** The sample as a snapshot, which a run of the suite builds once. */
import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../src/build/index.ts';
import type { RegisterLine } from '../src/model/index.ts';
import { startService, type Environment, type Running } from './serving.ts';

/** The lines of the sample. */
export const SAMPLE_FILE = join(import.meta.dirname, '..', 'sample', 'companies.ndjson');

/** The sample, with more lines, as a snapshot with a match index. In a run of the whole suite it is built once: test/run.ts names a folder for it. */
export async function builtSample(
  more: readonly RegisterLine[] = [],
): Promise<{ readonly path: string; readonly remove: () => void }> {
  const shared = process.env['TEST_BUILDS'];
  const text = more.map((line) => `${JSON.stringify(line)}\n`).join('');
  const kept = join(shared ?? '', `${hash('sha256', text)}.snapshot`);
  if (shared !== undefined && existsSync(kept)) return { path: kept, remove: () => undefined };
  const directory = mkdtempSync(join(shared ?? tmpdir(), 'openfirma-sample-'));
  const path = join(directory, 'sample.snapshot');
  const moreFile = join(directory, 'more.ndjson');
  writeFileSync(moreFile, text);
  await buildSnapshot({ inputs: more.length === 0 ? [SAMPLE_FILE] : [SAMPLE_FILE, moreFile], out: path, match: true });
  const remove = (): void => rmSync(directory, { recursive: true });
  if (shared === undefined) return { path, remove };
  // Another process may have been faster: its file is the same.
  renameSync(path, kept);
  remove();
  return { path: kept, remove: () => undefined };
}

/** Starts `openfirma serve` over the sample. In a run of the whole suite it is not built anew. */
export async function startSample(cwd: string, settings: Environment): Promise<Running> {
  const args = process.env['TEST_BUILDS'] === undefined ? ['--sample'] : ['--snapshot', (await builtSample()).path];
  return await startService(cwd, args, settings);
}
