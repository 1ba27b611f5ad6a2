/**
 * Exports, checked by programs of the authors of the standards, which are not part of this project. `STANDARDS/python` has them as `pip
 * install --target` installs them (docs/decisions/tests.md).
 */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildSnapshot } from '../../../src/build/index.ts';
import { exportAll, exportedRecords, readLines } from './exported-data.ts';
import { openSample } from '../../fixtures/service.ts';
import { standard } from '../../house/standards.ts';

const PYTHON = standard('python');
const DCAT = standard('DCAT-AP/releases/3.0.1/shacl');
/** Maximum output in memory, in bytes. */
const OUTPUT_BYTES_MAX = 2 ** 28;

/** Runs a Python program and returns its output. */
function python(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', program, ...args], {
    env: { PATH: process.env['PATH'], PYTHONPATH: PYTHON.folder, PYTHONWARNINGS: 'ignore' },
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  assert.equal(status, 0, `${String(error ?? '')}${stderr.slice(-4000)}`);
  return stdout;
}

const FTM_VALIDATE = `
from followthemoney.cli.cli import cli
cli()`;

const FRICTIONLESS = `
import json, sys
from frictionless import Package, Resource
package = Package(sys.argv[1])
# Only tables: readers of other formats need more packages.
package.resources = [one for one in package.resources if one.path.startswith("csv/")]
report = package.validate()
print(json.dumps([len(report.tasks), report.flatten(["name", "type", "message"])]))`;

const SHACL = `
import sys
from rdflib import Graph
from pyshacl import validate
data = Graph().parse(sys.argv[1], format="json-ld", publicID="https://data.example/catalog.jsonld")
conforms, _, text = validate(data, shacl_graph=Graph().parse(sys.argv[2], format="turtle"))
print(text)`;

interface Entity {
  readonly id: string;
  readonly schema: string;
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

suite('The validators of standards', PYTHON.options, () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-validators-'));
  let folders: readonly string[] = [];
  before(async () => {
    const sample = await openSample();
    const { path } = await exportAll(sample.path, join(directory, 'sample'));
    await sample.close();
    const out = join(directory, 'registers.snapshot');
    await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      inputs: globSync('src/registers/*/fixtures/expected.ndjson').toSorted(),
      out,
      match: true,
    });
    const registers = await exportAll(out, join(directory, 'registers'));
    folders = [(await exportedRecords(directory)).at, path, registers.path];
  });
  after(() => rmSync(directory, { recursive: true }));

  test('FollowTheMoney reads every value unchanged', () => {
    for (const folder of folders) {
      const written = readLines<Entity>(join(folder, 'ftm', 'entities'));
      const [from, to] = [join(directory, 'written.ftm.json'), join(directory, 'read.ftm.json')];
      writeFileSync(from, written.map((one) => `${JSON.stringify(one)}\n`).join(''));
      python(FTM_VALIDATE, 'validate', '--infile', from, '--outfile', to);
      const read = readFileSync(to, 'utf8').trimEnd().split('\n');
      assert.equal(read.length, written.length);
      for (const [i, { id, schema, properties }] of written.entries()) {
        const entity = JSON.parse(read[i] ?? '') as Entity;
        assert.deepEqual([entity.id, entity.schema], [id, schema]);
        assert.deepEqual(sorted(entity.properties), sorted(properties), id);
      }
    }
  });

  test('Frictionless accepts the package, and each row of its tables', () => {
    for (const folder of folders) {
      const [tables, errors] = JSON.parse(python(FRICTIONLESS, join(folder, 'datapackage.json'))) as [number, unknown];
      assert.ok(tables > 5);
      assert.deepEqual(errors, []);
    }
  });

  test('the shapes of DCAT-AP 3.0.1 accept the catalogue', DCAT.options, () => {
    const shapes = join(DCAT.folder, 'dcat-ap-SHACL.ttl');
    for (const folder of folders)
      assert.match(python(SHACL, join(folder, 'catalog.jsonld'), shapes), /^Conforms: True$/m);
  });
});

function sorted(properties: Entity['properties']): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, values]) => [name, values.map(withoutQuotes).toSorted()]),
  );
}

/** Removes the quotes around a name as FollowTheMoney does; exports keep them as the register has them. */
function withoutQuotes(text: string): string {
  return text.replace(/^["'](.*)["']$/, '$1');
}
