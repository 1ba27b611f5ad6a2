import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files of a register as it publishes them, invented, and the expected result of one import of them all. */
export interface FixtureCase {
  /** For the names of tests: the register, and the folder within its fixtures where there are several. */
  readonly title: string;
  readonly register: string;
  readonly inputs: readonly string[];
  /** The register lines, as NDJSON. */
  readonly expected: string;
  /** The report, without its inputs. */
  readonly expectedReport: string;
}

/**
 * The fixtures of a register: its folder `fixtures` is one case, or has a folder for each. Every file in it whose name does
 * not begin with `expected` is an input; the expected files are beside the inputs, or one folder up where the
 * cases are editions of the same files.
 */
export function fixtureCases(register: string): FixtureCase[] {
  const fixtures = fileURLToPath(new URL(`${register}/fixtures`, import.meta.url));
  const folders = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (folders.length === 0) return [caseIn(register, register, fixtures)];
  return folders.map(({ name }) => caseIn(register, `${register} (${name})`, join(fixtures, name)));
}

function caseIn(register: string, title: string, folder: string): FixtureCase {
  const expected = (name: string): string => {
    const own = join(folder, name);
    return existsSync(own) ? own : join(dirname(folder), name);
  };
  return {
    title,
    register,
    inputs: readdirSync(folder)
      .filter((name) => !name.startsWith('expected'))
      .toSorted()
      .map((name) => join(folder, name)),
    expected: expected('expected.ndjson'),
    expectedReport: expected('expected.report.json'),
  };
}
