import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IDENTIFIER_SCHEMES } from '../../model/index.ts';
import { ByteBuffer } from '../../model/index.ts';
import { appendIdentifiers, decodeIdentifiers, encodeIdentifiers } from './identifiers.ts';
import { anyCodePoint } from '../../../test/fixtures/any-code-point.ts';

const identifier = fc.record(
  {
    scheme: fc.constantFrom(...IDENTIFIER_SCHEMES),
    value: fc.oneof(fc.stringMatching(/^[0-9]{1,12}$/), fc.string({ unit: anyCodePoint, minLength: 1 })),
    country_scope: fc.constantFrom('DE', 'US-DE', 'NO'),
  },
  { requiredKeys: ['scheme', 'value'], noNullPrototype: true },
);

const form = identifier.map((one) => ({ ...one, scheme: 'national_registry_number' as const }));

test('identifiers, forms and keys are read as they were packed, and written as JSON has them', () => {
  fc.assert(
    fc.property(
      fc.array(identifier),
      fc.array(form),
      fc.array(fc.string({ minLength: 1 })),
      (identifiers, numberForms, keys) => {
        const bytes = Buffer.concat([Buffer.from('before'), encodeIdentifiers({ identifiers, numberForms, keys })]);
        assert.deepEqual(decodeIdentifiers(bytes, 6), { identifiers, numberForms, keys });
        const target = new ByteBuffer(1);
        appendIdentifiers(bytes, 6, target);
        const wanted = identifiers.length === 0 ? '}' : `,"identifiers":${JSON.stringify(identifiers)}}`;
        assert.equal(target.written().toString(), wanted);
      },
    ),
    { numRuns: 2000 },
  );
});
