/** The commands that the manual prints, and the user who runs them. */
import { spawnSync } from 'node:child_process';
import { chownSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../fixtures/serving.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/** The README and the operating manual. */
export const MANUAL = ['README.md', 'docs/operating.md', ...globSync('docs/operating/*.md', { cwd: ROOT }).toSorted()];

/** Returns the fenced blocks of a page in one language, in their order. */
export function findBlocks(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\S*)\n([^]*?)^```$/gm)].flatMap(([, of, block = '']) =>
    of === language ? block : [],
  );
}

/** Returns the commands of a block: joins continued lines, and removes comments after `#`. */
export function splitCommands(block: string): string[] {
  const lines = block.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.map((line) => line.replace(/\s+# .*/, '')).filter((line) => line !== '');
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Returns the user for commands. If tests run as root, which could write anywhere, this is user 65534, who gets the folder, unless other
 * users cannot reach the program.
 */
export function ordinaryUser(folder: string): User {
  if (process.getuid?.() !== 0) return {};
  const unprivileged = { uid: 65_534, gid: 65_534 };
  chownSync(folder, unprivileged.uid, unprivileged.gid);
  return spawnSync(COMMAND, ['--version'], { cwd: folder, ...unprivileged }).status === 0 ? unprivileged : {};
}
