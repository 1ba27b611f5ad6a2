/** The commands that the manual prints, and the user who runs them. */
import { spawnSync } from 'node:child_process';
import { chownSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../fixtures/serving.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/** The README and the manual of operators. */
export const MANUAL = ['README.md', 'docs/operating.md', ...globSync('docs/operating/*.md', { cwd: ROOT }).toSorted()];

/** The fenced blocks of a page in one language, in their order. */
export function printedIn(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\S*)\n([^]*?)^```$/gm)].flatMap(([, of, block = '']) =>
    of === language ? block : [],
  );
}

/** A command a line, with the lines that continue it joined and without what follows `#`. */
export function commandsIn(block: string): string[] {
  const lines = block.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.map((line) => line.replace(/\s+# .*/, '')).filter((line) => line !== '');
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** Tests may run as root, which could write anywhere: then user 65534, who gets the folder, unless the program is out of reach for others. */
export function ordinaryUser(folder: string): User {
  if (process.getuid?.() !== 0) return {};
  const unprivileged = { uid: 65_534, gid: 65_534 };
  chownSync(folder, unprivileged.uid, unprivileged.gid);
  return spawnSync(COMMAND, ['--version'], { cwd: folder, ...unprivileged }).status === 0 ? unprivileged : {};
}
