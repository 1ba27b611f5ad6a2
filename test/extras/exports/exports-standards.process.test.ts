/** Exports, checked by the model of FollowTheMoney, which is not part of this project. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { parse } from 'yaml';
import { codePointCount } from '../../../src/model/index.ts';
import { exportAll, exportedRecords, readLines } from './exported-data.ts';
import { openSample } from '../../fixtures/service.ts';
import { standard } from '../../house/standards.ts';

const FTM = standard('followthemoney/followthemoney/schema');

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
    const sample = await openSample();
    const { path } = await exportAll(sample.path, join(directory, 'sample'), { formats: ['ftm'] });
    await sample.close();
    folders = [(await exportedRecords(directory)).at, path];
  });
  after(() => rmSync(directory, { recursive: true }));

  /** Returns a schema, then all schemas that it extends. */
  const lineage = (name: string): readonly [string, Schema][] => {
    const schema = model.get(name) ?? assert.fail(`there is no schema ${name}`);
    return [[name, schema], ...(schema.extends ?? []).flatMap(lineage)];
  };

  test('allows every entity: schemas, properties, types, lengths and ranges', () => {
    for (const folder of folders) {
      const entities = readLines<Entity>(join(folder, 'ftm', 'entities'));
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
