import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readFixture } from './fixture-text.ts';

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
 * Returns the fixtures of a register: its `fixture.txt` is one case; so is its folder `fixtures`, or each folder in it. Every file of a
 * case is an input unless its name begins with `expected`. The expected files are beside the inputs, or one folder up if the cases are
 * editions of the same files.
 */
export function fixtureCases(register: string): FixtureCase[] {
  const text = join(import.meta.dirname, register, 'fixture.txt');
  const fixtures = existsSync(text) ? unpacked(register, text) : join(import.meta.dirname, register, 'fixtures');
  const folders = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (folders.length === 0) return [readCase(register, register, fixtures)];
  return folders.map(({ name }) => readCase(register, `${register} (${name})`, join(fixtures, name)));
}

let temporary: string | undefined;

/** Writes the files of a `fixture.txt` to a folder that is removed at the end of the process. */
function unpacked(register: string, path: string): string {
  if (temporary === undefined) {
    const at = mkdtempSync(join(tmpdir(), 'openfirma-fixtures-'));
    process.once('exit', () => rmSync(at, { recursive: true }));
    temporary = at;
  }
  const at = join(temporary, register);
  if (existsSync(at)) return at;
  mkdirSync(at);
  const { files, lines, report } = readFixture(register, readFileSync(path, 'utf8'));
  for (const [name, text] of files) writeFileSync(join(at, name), text);
  writeFileSync(join(at, 'expected.ndjson'), lines.map((line) => `${line}\n`).join(''));
  writeFileSync(join(at, 'expected.report.json'), JSON.stringify(report));
  return at;
}

function readCase(register: string, title: string, folder: string): FixtureCase {
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
