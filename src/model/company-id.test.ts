import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  COMPANY_ID_PATTERN,
  companyIdBytes,
  deriveCompanyId,
  deriveIdBytes,
  encodeCompanyId,
  isCompanyId,
  writeBase32,
  type NaturalKey,
} from './index.ts';

const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

test('an id that is written amid other bytes is the same text, and touches no other', () => {
  fc.assert(
    fc.property(sixteenBytes, fc.nat(5), fc.nat(5), (bytes, from, to) => {
      const target = Buffer.alloc(to + 26 + 1, '.');
      writeBase32(Uint8Array.of(...Array<number>(from).fill(255), ...bytes, 255), from, target, to);
      assert.equal(`co_${target.toString('latin1', to, to + 26)}`, encodeCompanyId(bytes));
      assert.equal(target.toString('latin1').replace(/[^.]/g, ''), '.'.repeat(to + 1));
    }),
  );
});

suite('The format of a company id', () => {
  for (const [claim, text, want] of [
    ['the smallest', 'co_00000000000000000000000000', true],
    ['the largest', 'co_7zzzzzzzzzzzzzzzzzzzzzzzzz', true],
    ['a first character of more than three bits', 'co_80000000000000000000000000', false],
    ['a letter as first character', 'co_a0000000000000000000000000', false],
    ['one character too few', 'co_0000000000000000000000000', false],
    ['one character too many', 'co_000000000000000000000000000', false],
    ['capitals', 'co_0000000000000000000000000A', false],
    ['the letter i', 'co_0000000000000000000000000i', false],
    ['the letter l', 'co_0000000000000000000000000l', false],
    ['the letter o', 'co_0000000000000000000000000o', false],
    ['the letter u', 'co_0000000000000000000000000u', false],
    ['another prefix', 'req_00000000000000000000000000', false],
    ['no prefix', '00000000000000000000000000', false],
    ['a line break behind it', 'co_00000000000000000000000000\n', false],
    ['a blank before it', ' co_00000000000000000000000000', false],
    ['nothing', '', false],
  ] as const) {
    test(`${want ? 'holds' : 'excludes'} ${claim}`, () => assert.equal(isCompanyId(text), want));
  }

  test('is the pattern that the specification writes', () => {
    assert.equal(COMPANY_ID_PATTERN, '^co_[0-7][0-9a-hj-km-np-tv-z]{25}$');
  });
});

suite('A company id and its 16 bytes', () => {
  for (const [bytes, id] of [
    [new Uint8Array(16), 'co_00000000000000000000000000'],
    [new Uint8Array(16).fill(255), 'co_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    [Uint8Array.from({ length: 16 }, (_, i) => i), 'co_00041061050r3gg28a1c60t3gf'],
  ] as const) {
    test(`${id} is written as always`, () => assert.equal(encodeCompanyId(bytes), id));
  }

  test('convert bytes to text and back unchanged', () => {
    fc.assert(
      fc.property(sixteenBytes, (bytes) => {
        const id = encodeCompanyId(bytes);
        assert.ok(isCompanyId(id), id);
        assert.deepEqual(companyIdBytes(id), bytes);
      }),
    );
  });

  test('convert any id to bytes and back unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(COMPANY_ID_PATTERN)), (id) => {
        assert.equal(encodeCompanyId(companyIdBytes(id)), id);
      }),
    );
  });

  test('are in the same order', () => {
    const order = fc.oneof(
      sixteenBytes,
      fc.constantFrom(0, 127, 128, 255).map((byte) => new Uint8Array(16).fill(byte)),
    );
    fc.assert(
      fc.property(order, order, fc.nat(15), (a, b, same) => {
        b.set(a.subarray(0, same));
        const [idA, idB] = [encodeCompanyId(a), encodeCompanyId(b)];
        assert.equal(Math.sign(Buffer.compare(a, b)), idA < idB ? -1 : Number(idA > idB));
      }),
    );
  });

  test('begin with a character from 0 to 7 that holds the first three bits', () => {
    for (let byte = 0; byte < 256; byte++) {
      assert.equal(encodeCompanyId(new Uint8Array(16).fill(byte))[3], String(byte >> 5));
    }
  });

  test('can be written into existing bytes', () => {
    const into = new Uint8Array(16).fill(9);
    assert.equal(companyIdBytes('co_00000000000000000000000001', into), into);
    assert.deepEqual([...into], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  for (const length of [0, 15, 17]) {
    test(`${length} bytes are not an id`, () => {
      assert.throws(() => encodeCompanyId(new Uint8Array(length)), {
        name: 'RangeError',
        message: `Cannot encode a company ID: needs 16 bytes, got ${length}`,
      });
    });
  }
});

suite('Derived ids', () => {
  /** Ids are permanent: no row may ever change, whatever else does. */
  const PINNED: readonly [NaturalKey, string][] = [
    [naturalKey('national_registry_number', 'FI', '01120389'), 'co_7rtg63mqwvscakkjna0m6x78sh'],
    [naturalKey('national_registry_number', 'DE-BY', 'HRB12345'), 'co_1j0qar5gm8c1jqz6pmw1vz8dqy'],
    [naturalKey('national_registry_number', 'CY', 'HE350042'), 'co_62pw18cyssv3ce6hvnj8etvtj1'],
    [naturalKey('lei', '', '549300AAAAAAAAAAAA01'), 'co_0bmxwhmk6jnd4r61swy6m9cnv7'],
    [naturalKey('eu_vat_number', 'SE', 'SE556000000001'), 'co_4fv09stfkt4w55mm4m3jwqy0mh'],
    [naturalKey('vat_number', 'NO', '999999999MVA'), 'co_254799vkytzyt9ef778tn2znsf'],
    [naturalKey('tin', 'RO', '12345'), 'co_4wjct7mgwda4caavfnd1ham278'],
    [{ kind: 'key', key: 'ro-onrc:J40/1/2020' }, 'co_6shnkyfj6htr9awx4jjg7kj32d'],
    [{ kind: 'key', key: 'ua-edr:Ґ 1' }, 'co_2yv9ka5837t4y0v45y2pwbx02e'],
  ];
  for (const [given, id] of PINNED) {
    test(`${id} is derived from ${JSON.stringify(given)} for ever`, () => assert.equal(deriveCompanyId(given), id));
  }

  test('differ where the scheme, the scope or the value differs', () => {
    const ids = [
      naturalKey('tin', 'FI', '1'),
      naturalKey('vat_number', 'FI', '1'),
      naturalKey('tin', 'SE', '1'),
      naturalKey('tin', '', '1'),
      naturalKey('tin', '', 'FI1'),
      naturalKey('tin', 'FI', '01'),
      { kind: 'key', key: '1' } as const,
      { kind: 'key', key: 'FI1' } as const,
    ].map((given) => deriveCompanyId(given));
    assert.equal(new Set(ids).size, ids.length);
  });

  test('have the format, and the right bytes', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const id = deriveCompanyId({ kind: 'key', key });
        assert.ok(isCompanyId(id), id);
        assert.deepEqual(Buffer.from(companyIdBytes(id)), deriveIdBytes({ kind: 'key', key }));
      }),
    );
  });
});

function naturalKey(scheme: string, scope: string, comparedValue: string): NaturalKey {
  return { kind: 'identifier', scheme, scope, comparedValue };
}
