/** What `openfirma export` writes, by the schemas and models of standards, which are not a part of this project. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { codePointCount } from '../src/model/index.ts';
import { exportAll, exportedRecords, linesIn } from './exported-data.ts';
import { openSample } from './service.ts';
import { schemasIn, standard } from './standards.ts';

const BODS = standard('data-standard');
/** The schema of a list of statements. */
const STATEMENT = 'https://schema.test/statement';
const FTM = standard('followthemoney/followthemoney/schema');

/** The exports of the records with everything nasty, and of the sample. */
async function exported(directory: string, format: 'bods' | 'ftm'): Promise<readonly string[]> {
  const sample = await openSample();
  const { path } = await exportAll(sample.path, join(directory, 'sample'), { formats: [format] });
  await sample.close();
  return [(await exportedRecords(directory)).at, path];
}

suite('The schema of the Beneficial Ownership Data Standard 0.4', BODS.options, () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-bods-'));
  let folders: readonly string[] = [];
  before(async () => {
    folders = await exported(directory, 'bods');
  });
  after(() => rmSync(directory, { recursive: true }));

  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const taken = (statements: readonly unknown[]): boolean => {
    const validate = ajv.getSchema(STATEMENT) ?? assert.fail('a schema of statements');
    return validate(statements) as boolean;
  };
  const errors = (): string => JSON.stringify(ajv.getSchema(STATEMENT)?.errors?.slice(0, 5));
  before(() => {
    // Its names of schemas (urn:entity) are no whole URNs, which Ajv refuses.
    for (const [, schema] of schemasIn(join(BODS.folder, 'schema')))
      ajv.addSchema(JSON.parse(JSON.stringify(schema).replaceAll('"urn:', '"https://schema.test/')) as object);
  });

  test('takes every statement', () => {
    for (const folder of folders) {
      const statements = linesIn(join(folder, 'bods', 'statements'));
      assert.ok(statements.length > 100);
      assert.ok(taken(statements), errors());
    }
  });

  test('takes and refuses the examples of the standard as its authors do', () => {
    for (const verdict of ['valid', 'invalid']) {
      const at = join(BODS.folder, 'tests/data', `${verdict}-statements`);
      for (const name of readdirSync(at).filter((file) => file.endsWith('.json'))) {
        const statements = JSON.parse(readFileSync(join(at, name), 'utf8')) as unknown[];
        assert.equal(taken(statements), verdict === 'valid', `${verdict} ${name}: ${errors()}`);
      }
    }
  });
});

interface Property {
  readonly type?: string;
  readonly range?: string;
  readonly maxLength?: number;
  readonly deprecated?: boolean;
}

interface Schema {
  readonly extends?: readonly string[];
  readonly required?: readonly string[];
  readonly abstract?: boolean;
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Entity {
  readonly id: string;
  readonly schema: string;
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

suite('The model of FollowTheMoney', FTM.options, () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-ftm-'));
  const model = new Map<string, Schema>();
  let folders: readonly string[] = [];
  before(async () => {
    for (const name of readdirSync(FTM.folder).filter((file) => /\.ya?ml$/.test(file)))
      for (const [schema, content] of Object.entries(
        parse(readFileSync(join(FTM.folder, name), 'utf8')) as Record<string, Schema>,
      ))
        model.set(schema, content);
    folders = await exported(directory, 'ftm');
  });
  after(() => rmSync(directory, { recursive: true }));

  /** A schema and all that it extends, itself first. */
  const lineage = (name: string): readonly [string, Schema][] => {
    const schema = model.get(name) ?? assert.fail(`there is no schema ${name}`);
    return [[name, schema], ...(schema.extends ?? []).flatMap(lineage)];
  };

  test('has the schemas and the properties of every entity, their types, lengths and ranges', () => {
    for (const folder of folders) {
      const entities = linesIn<Entity>(join(folder, 'ftm', 'entities'));
      assert.ok(entities.length > 100);
      const byId = new Map(entities.map((one) => [one.id, one]));
      for (const { id, schema, properties } of entities) {
        const schemas = lineage(schema);
        assert.ok(model.get(schema)?.abstract !== true, schema);
        for (const [, { required = [] }] of schemas)
          for (const name of required) assert.ok((properties[name] ?? []).length > 0, `${id}: ${name}`);
        for (const [name, values] of Object.entries(properties)) {
          const property = schemas.map(([, one]) => one.properties?.[name]).find((one) => one !== undefined);
          assert.ok(property !== undefined && property.deprecated !== true, `${schema}:${name}`);
          for (const value of values) {
            if (property.maxLength !== undefined) assert.ok(codePointCount(value) <= property.maxLength, name);
            if (property.type === 'date') assert.match(value, /^\d{4}-\d{2}-\d{2}$/);
            if (property.type === 'country') assert.match(value, /^[a-z]{2}$/);
            if (property.type !== 'entity') continue;
            const range = byId.get(value)?.schema ?? assert.fail(value);
            assert.ok(
              lineage(range).some(([one]) => one === property.range),
              `${schema}:${name} is ${range}`,
            );
          }
        }
      }
    }
  });
});
