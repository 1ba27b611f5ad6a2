/** The Python client as published: types that mypy accepts, and a wheel that a virtual environment installs. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';
import { runProgram } from '../fixtures/programs.ts';
import { pythonWith } from '../fixtures/python.ts';
import { has } from '../parts.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'clients/python');

/** A program with the types of the package, of which one is wrong. */
const USE = `from openfirma import Client, Match, ProblemError, to_records

client = Client("https://api.example.org")
names: list[str | None] = [company.name for company in client.companies("abc")]
matches: list[Match] = list(client.match(["abc"]))
records = to_records(matches)
code: int = ProblemError.__init__
`;

if (has('mypy', 'the types of the Python client')) {
  const mypy = ['-m', 'mypy', '--strict'];
  const python = pythonWith('mypy') ?? 'python3';

  test('mypy accepts the Python client and its tests, strictly', (t) => {
    const args = [...mypy, '--cache-dir', folder(t), '--config-file', join(CLIENT, 'pyproject.toml'), 'src', 'tests'];
    assert.match(runProgram(python, args, { cwd: CLIENT }), /^Success: no issues found in \d+ source files$/m);
  });

  if (has('pythonBuild', 'the package of the Python client')) {
    test('The wheel and the sdist of the Python client have its files and types, and a virtual environment installs them', (t) => {
      const at = folder(t);
      const source = join(at, 'python');
      cpSync(CLIENT, source, { recursive: true, filter: (path) => !path.includes('__pycache__') });
      assert.equal(readFileSync(join(source, 'LICENSE'), 'utf8'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
      const builder = pythonWith('build', 'setuptools', 'wheel', 'ensurepip') ?? 'python3';
      // Builds the wheel from the sdist.
      runProgram(builder, ['-m', 'build', '--no-isolation', '--outdir', join(at, 'dist'), source]);
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
      const wheel = `openfirma-${version}-py3-none-any.whl`;
      assert.deepEqual(readdirSync(join(at, 'dist')).toSorted(), [wheel, `openfirma-${version}.tar.gz`]);

      const environment = join(at, 'venv');
      const installed = join(environment, 'bin/python');
      runProgram(builder, ['-m', 'venv', environment]);
      runProgram(installed, ['-m', 'pip', 'install', '--no-index', '--no-deps', join(at, 'dist', wheel)]);
      const program = `import openfirma, importlib.metadata as m, importlib.resources as r
print(openfirma.__version__, m.metadata("openfirma")["License"], m.requires("openfirma"), openfirma.Client("https://a.example"))
print(sorted(one.name for one in r.files("openfirma").iterdir() if one.is_file()))`;
      const printed = runProgram(installed, ['-I', '-c', program], { cwd: at });
      assert.ok(printed.startsWith(`${version} Apache-2.0 None <openfirma.client.Client object`), printed);
      for (const file of readdirSync(join(CLIENT, 'src/openfirma')).filter((name) => name.includes('.')))
        assert.ok(printed.includes(`'${file}'`), file);

      writeFileSync(join(at, 'use.py'), USE);
      const args = [...mypy, '--cache-dir', join(at, 'cache'), '--python-executable', installed, 'use.py'];
      assert.throws(
        () => runProgram(python, args, { cwd: at }),
        /use\.py:7: error: .*\[assignment\]\nFound 1 error in 1 file/,
      );
    });
  }
}
