/** Every OpenAPI document in older versions has the same content: the test converts it back to version 3.2. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { inVersion } from '../../src/contract/document.ts';
import { DOOR_NAMES, listDeclarations } from '../fixtures/doors.ts';
import { TestService, openSample, type Sample } from '../fixtures/service.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Converts a schema of version 3.0 to JSON Schema 2020-12. */
function readBack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readBack);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as Fields;
  const fields = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, readBack(part)])) as Fields;
  const { anyOf, ...others } = fields;
  return {
    ...others,
    ...(nullable === true && { type: [others['type'], 'null'] }),
    ...(Array.isArray(anyOf) && { anyOf: toChoices(anyOf as Fields[]) }),
  };
}

/** Moves null out of the choices if each of them may be null. */
function toChoices(anyOf: readonly Fields[]): readonly Fields[] {
  if (!anyOf.every(({ type }) => Array.isArray(type))) return anyOf;
  return [...anyOf.map((choice) => ({ ...choice, type: (choice['type'] as string[])[0] })), { type: 'null' }];
}

function infoReadBack({ description, license, ...rest }: Fields): Fields {
  const [summary = '', ...paragraphs] = (description as string).split('\n\n');
  const { name, url } = license as { name: string; url: string };
  const identifier = /^https:\/\/spdx\.org\/licenses\/(.+)\.html$/.exec(url)?.[1];
  return { ...rest, summary, description: paragraphs.join('\n\n'), license: { name, identifier } };
}

suite('An OpenAPI document in older versions', () => {
  let sample: Sample;
  let service: TestService;
  before(async () => {
    sample = await openSample();
    service = new TestService(sample.backend, { doors: listDeclarations(...DOOR_NAMES) });
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });
  const servedAt = async (path: string): Promise<Fields> => {
    const { status, json } = await service.send(`/about/api/${path}`);
    assert.equal(status, 200, path);
    return json() as Fields;
  };

  for (const folder of ['', 'everything/', ...DOOR_NAMES.map((door) => `${door}/`)]) {
    test(`has the content of ${folder}openapi.json`, async () => {
      const [newest, newer, oldest] = await Promise.all(
        ['openapi.json', 'openapi-3.1.json', 'openapi-3.0.json'].map((name) => servedAt(folder + name)),
      );
      assert.deepEqual([newest?.['openapi'], newer?.['openapi'], oldest?.['openapi']], ['3.2.0', '3.1.1', '3.0.3']);
      assert.deepEqual(newer, { ...newest, openapi: '3.1.1' });
      assert.doesNotMatch(JSON.stringify(newest), /"const":/, 'many generators ignore constants');
      const { info, ...parts } = oldest ?? {};
      const read = { ...(readBack(parts) as Fields), info: infoReadBack(info as Fields), openapi: '3.2.0' };
      assert.deepEqual(read, newest);
    });
  }

  test('is in one document of everything, with each operation, header field and schema of the others', async () => {
    interface Parts {
      readonly paths: Readonly<Record<string, object>>;
      readonly components: Readonly<Record<'schemas' | 'headers', Readonly<Record<string, object>>>>;
    }
    const everything = (await servedAt('everything/openapi.json')) as unknown as Parts;
    /** Returns a path with the content of its references in place of them. */
    const resolve = ({ paths, components }: Parts, path: string): unknown =>
      JSON.parse(JSON.stringify(paths[path]), (_, value: unknown) => {
        const [, kind, name = ''] =
          /^#\/components\/(\w+)\/(.+)$/.exec((value as { $ref?: string } | null)?.$ref ?? '') ?? [];
        return kind === undefined ? value : components[kind as 'schemas'][name];
      });
    const seen: string[] = [];
    for (const folder of ['', ...DOOR_NAMES.map((door) => `${door}/`)]) {
      const own = (await servedAt(`${folder}openapi.json`)) as unknown as Parts;
      for (const path of Object.keys(own.paths)) {
        assert.deepEqual(resolve(everything, path), resolve(own, path), path);
        seen.push(path);
      }
    }
    assert.deepEqual(Object.keys(everything.paths), seen);
  });
});

const HEAD = { openapi: '3.2.0', info: { title: 'T', summary: 'S', license: { name: 'L', identifier: 'L-1' } } };

/** Returns the schema of a document in version 3.0. */
function older(schema: object): unknown {
  const document = { ...HEAD, components: { schemas: { Thing: schema } } } as Parameters<typeof inVersion>[0];
  const { components } = inVersion(document, 'openapi-3.0.json') as { components: { schemas: { Thing: unknown } } };
  return components.schemas.Thing;
}

const WRITTEN: readonly (readonly [claim: string, schema: object, want: object])[] = [
  ['a type that may be null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'null among choices',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { anyOf: [{ type: 'string', nullable: true }] },
  ],
  [
    'an object with any names',
    { type: 'object', additionalProperties: { type: ['string', 'null'] } },
    { type: 'object', additionalProperties: { type: 'string', nullable: true } },
  ],
  ['a list', { items: { type: ['integer', 'null'] } }, { items: { type: 'integer', nullable: true } }],
  [
    'a field with the name of a keyword, and values that look like schemas',
    { properties: { enum: { default: { if: 1 } } } },
    { properties: { enum: { default: { if: 1 } } } },
  ],
];
for (const [claim, schema, want] of WRITTEN) {
  test(`OpenAPI 3.0 has ${claim}`, () => assert.deepEqual(older(schema), want));
}

const REFUSED: readonly (readonly [claim: string, schema: object, message: RegExp])[] = [
  ['a constant: many generators ignore it', { const: 1 }, /"const"/],
  ['an unknown keyword', { properties: { a: { if: {} } } }, /Cannot write Thing\.a as OpenAPI 3\.0: .*"if"/],
  ['several types', { type: ['string', 'integer', 'null'] }, /the types \["string","integer","null"\]/],
  ['keywords beside a reference', { items: { $ref: '#/a', description: 'A' } }, /Thing\[\] .*beside "\$ref"/],
  ['names of a pattern: most generators ignore it', { patternProperties: { '^.*$': {} } }, /"patternProperties"/],
  ['null beside a reference', { anyOf: [{ $ref: '#/a' }, { type: 'null' }] }, /null beside a choice without a type/],
];
for (const [claim, schema, message] of REFUSED) {
  test(`OpenAPI 3.0 cannot express ${claim}`, () => assert.throws(() => older(schema), { message }));
}
