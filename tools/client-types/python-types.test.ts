import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pythonClasses, pythonTypes } from './python-types.ts';

test('the models of the Python client are those of the OpenAPI documents', async () => {
  const file = join(import.meta.dirname, '../../clients/python/src/openfirma/models.py');
  assert.ok(readFileSync(file, 'utf8') === (await pythonTypes()), 'npm run client:types');
});

const LONG = 'abcdefghijklmnopqrstuvwxyz'.repeat(2);
const FIELDS: readonly (readonly [claim: string, name: string, schema: object, lines: string])[] = [
  ['a text', 'a', { type: 'string', pattern: '^a' }, 'a: str | None = None'],
  ['what may be null', 'a', { type: ['string', 'null'] }, 'a: str | None = None'],
  ['numbers', 'a', { type: 'array', items: { type: 'number' } }, 'a: list[float] | None = None'],
  ['choices', 'a', { enum: ['a', 'b'] }, 'a: Literal["a", "b"] | None = None'],
  ['many choices', 'a', { enum: [LONG, 'b'] }, `a: Literal["${LONG}", "b"] | None = None`],
  [
    'choices that are too long for a line',
    'a',
    { enum: [LONG, LONG] },
    `a: Literal[\n        "${LONG}",\n        "${LONG}",\n    ] | None = None`,
  ],
  ['a constant', 'a', { enum: ['a'] }, 'a: Literal["a"] | None = None'],
  ['a reference', 'a', { $ref: '#/components/schemas/Other' }, 'a: Other | None = None'],
  ['a keyword of Python', 'from', { type: 'boolean' }, 'from_: bool | None = None'],
  ['an object without a name', 'a_b', { properties: {} }, 'a_b: ThingAB | None = None'],
  ['a description', 'a', { type: 'integer', description: 'Is "b".' }, 'a: int | None = None\n    """Is "b"."""'],
];
for (const [claim, name, schema, lines] of FIELDS) {
  test(`writes a field with ${claim}`, () => {
    const written = pythonClasses({ Thing: { properties: { [name]: schema } } });
    assert.ok(written.endsWith(`class Thing:\n    ${lines}\n`), written);
  });
}

test('writes a required field without a default, and what is not an object as another name of a type', () => {
  const schemas = { Id: { type: 'string' }, Thing: { properties: { a: { type: 'null' } }, required: ['a'] } };
  const head = '@dataclass(frozen=True, kw_only=True, slots=True)';
  assert.equal(pythonClasses(schemas), `Id = str\n\n\n${head}\nclass Thing:\n    a: None\n`);
});

const REFUSED: readonly (readonly [claim: string, schema: object, message: RegExp])[] = [
  ['an unsupported schema', { oneOf: [] }, /Cannot write Thing as Python: unsupported schema/],
  ['a text that ends a string', { type: 'string', description: 'a """ b' }, /Cannot write as Python: a """ b/],
];
for (const [claim, schema, message] of REFUSED) {
  test(`refuses ${claim}`, () => assert.throws(() => pythonClasses({ Thing: schema }), { message }));
}
