import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { paddedReadings } from './lost-zeros.ts';
import { parseIdentifier } from './published-fixture.ts';
import { byValue, findReading } from './readings.ts';

/** A query, an identifier, and whether they are the same number after zeros are added to the query. */
const PADDED: readonly (readonly [asked: string, published: string, isSame: boolean])[] = [
  ['999903-9', 'n FI 0999903-9', true],
  ['9999039', 'n FI 0999903-9', true],
  ['FI9999039', 'n FI 0999903-9', true],
  ['FI9999039', 'v - FI09999039', true],
  ['SE9999039', 'n FI 0999903-9', false],
  ['9999039', 'n SE 09999039', false],
  ['09999039', 'n FI 0999903-9', false],
  ['90012', 'n CZ 00090012', true],
  ['CZ90012', 'n CZ 00090012', true],
  ['SK90012', 'n SK 00090012', false],
  ['999.000.094', 'n BE 0999.000.094', true],
  ['BE999000094', 'n BE 0999.000.094', true],
  ['BE 999.000.094', 'v - BE0999000094', true],
  ['BE1999000094', 'n BE 01999000094', false],
  ['9000011', 'n FR 009000011', true],
  ['9000011', 'v - FR95009000011', true],
  ['999901', 'n GB 00999901', true],
  ['SC1234', 'n GB SC001234', true],
  ['sc 1234', 'n GB SC001234', true],
  ['SC001234', 'n GB SC001234', false],
  ['109999051', 'n HU 01-09-999051', true],
  ['999500012', 'n IT 00999500012', true],
  ['9990149', 'n NL 09990149', true],
  ['99990', 'n PL 0000099990', true],
  ['99929', 'n UA 00099929', true],
  ['99999216', 'v GR EL099999216', true],
  ['EL99999216', 't GR 099999216', true],
  ['EL99999216', 'n GR 000099999216', false],
  ['Y-tunnus 999903-9', 'n FI 0999903-9', true],
  ['CVR 999901', 'n FI 00999901', false],
  ['KRS 99990', 'n PL 0000099990', true],
  ['IČO 90012', 'n CZ 00090012', true],
  ['12100784', 'n PL 012100784', true],
  ['12100785', 'n PL 012100785', false],
  ['REGON 12100784', 'n PL 012100784', true],
  ['REGON: 1210078400000', 'n PL 012100784', true],
  ['5520005200017', 'n FR 005520005', false],
  ['350042', 'n CY HE 350042', true],
  ['350042', 'n CY EE 350042', false],
  ['350042', 'v CY HE 350042', false],
  ['0350042', 'n CY HE 350042', false],
  ['1350042', 'n CY HE 1350042', false],
  ['Company No. 350042', 'n CY HE 350042', true],
  ['Registered in Ireland No. 350042', 'n CY HE 350042', false],
  // No company has the number 0.
  ['55103', 'n FR 000000000', false],
  ['55108', 'n PL 000000000', false],
  // A British number of its own.
  ['IC012345', 'n CZ 00012345', false],
  ['HRB 12345', 'n DE-BY HRB 012345', false],
  ['123', 'l - 00000000000000000123', false],
];

suite('a number', () => {
  for (const [asked, published, isSame] of PADDED)
    test(`"${asked}" is ${isSame ? '' : 'not '}read with zeros in front as ${published}`, () => {
      assert.equal(findReading(parseIdentifier(published), byValue(paddedReadings(asked))) !== undefined, isSame);
    });

  test('has a bounded number of readings with zeros in front', () => {
    for (const text of ['1', 'BE1', '1'.repeat(128)]) assert.ok(paddedReadings(text).length < 35, text);
  });
});
