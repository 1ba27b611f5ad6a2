import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Invented files of a register, in the published format, and the expected result of importing them together. */
export interface FixtureCase {
  /** The register, and the folder within its fixtures if there are several; for the names of tests. */
  readonly title: string;
  readonly register: string;
  readonly inputs: readonly string[];
  /** The register lines, as NDJSON. */
  readonly expected: string;
  /** The report, without its inputs. */
  readonly expectedReport: string;
}

/**
 * Returns the fixtures of a register: its folder `fixtures` is one case, or has a folder for each case. Every file of a case is an input
 * unless its name begins with `expected`. The expected files are beside the inputs, or one folder up if the cases are editions of the same
 * files.
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
