import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type * as contract from '../../src/contract/index.ts';
import type * as details from '../../src/details/schemas.ts';
import { COUNTRIES } from '../../src/model/index.ts';
import { contractTypes, documentTypes, type TypedDocument } from './document-types.ts';
import type * as client from '../../clients/javascript/src/openfirma.ts';
import { countryNames } from '../../clients/javascript/src/texts.ts';

/** Whether two types can replace each other and have the same fields. */
type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;

test('the types of the client are those of the OpenAPI documents', async () => {
  for (const [name, types] of await contractTypes())
    assert.equal(
      readFileSync(join(import.meta.dirname, '../../clients/javascript/src', name), 'utf8'),
      types,
      'npm run client:types',
    );
});

test('the country picker has the countries that the service covers', () => {
  const codes = countryNames('en').map(([code]) => code);
  assert.deepEqual(codes.toSorted(), [...COUNTRIES.keys()].toSorted());
});

test('the types of the client are those that the service is written in', () => {
  // The compiler checks this: each `true` is a type.
  const same: readonly [
    Same<client.Company, contract.Company>,
    Same<client.SearchPage, contract.SearchPage>,
    Same<client.CompanyEnvelope, contract.CompanyEnvelope>,
    Same<client.Officer, contract.Officer>,
    Same<client.OfficerPage, contract.OfficerPage>,
    Same<client.Problem, contract.Problem>,
    Same<client.ProblemCode, contract.ProblemCode>,
    Same<client.CompanyDetailsEnvelope, details.CompanyDetailsEnvelope>,
    Same<client.DetailsSearchPage, details.DetailsSearchPage>,
  ] = [true, true, true, true, true, true, true, true, true];
  assert.ok(same.every(Boolean));
});

function createTyped(schema: object): TypedDocument {
  const document = { info: { title: 'T', version: '1' }, components: { schemas: { Thing: schema } } };
  return document;
}

const closed = { type: 'object', additionalProperties: false };
const WRITTEN: readonly (readonly [claim: string, schema: object, type: string])[] = [
  ['a text', { type: 'string', pattern: '^a' }, 'type Thing = string;'],
  ['numbers', { type: 'array', items: { type: 'integer' } }, 'type Thing = number[];'],
  ['what may be null', { type: ['string', 'null'] }, 'type Thing = string | null;'],
  ['a list of choices', { type: 'array', items: { enum: ['a', "b's"] } }, "type Thing = ('a' | 'b\\'s')[];"],
  ['a constant', { enum: ['a'] }, "type Thing = 'a';"],
  ['a reference', { $ref: '#/components/schemas/Other' }, 'type Thing = Other;'],
  [
    'fields that must and may be there',
    {
      ...closed,
      required: ['a'],
      properties: { a: { type: 'boolean', description: 'Ends */ here.' }, b: { enum: [1] } },
    },
    'interface Thing {\n  /** Ends *\\/ here. */\n  a: boolean;\n  b?: 1;\n}',
  ],
];
for (const [claim, schema, type] of WRITTEN) {
  test(`writes ${claim}`, () => assert.ok(documentTypes(createTyped(schema)).includes(`export ${type}\n`)));
}

const REFUSED: readonly (readonly [claim: string, schema: object, message: RegExp])[] = [
  ['an unsupported keyword', { oneOf: [] }, /Cannot write Thing: the keyword "oneOf" is not supported/],
  [
    'an unsupported keyword in a field',
    { ...closed, properties: { a: { not: {} } } },
    /Cannot write Thing\.a: .*"not"/,
  ],
  ['anything', {}, /Cannot write Thing: unsupported schema \{\}/],
  ['an unsupported type', { type: 'object' }, /unsupported schema/],
  ['an open object', { type: 'object', properties: {} }, /must have "additionalProperties": false/],
];
for (const [claim, schema, message] of REFUSED) {
  test(`refuses to write ${claim}`, () => assert.throws(() => documentTypes(createTyped(schema)), { message }));
}
