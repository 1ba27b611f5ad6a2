import assert from 'node:assert/strict';
import { createHash, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { Cursors, type SearchKey } from './cursor.ts';
import { ProblemError } from './problem-error.ts';

const NOW = 1_795_000_000;
const TTL = 900;
const POSITION = '4f1c0a9e.1234567';
const BINDING = { query: 'nordlys', country: 'NO' };
const cursors = new Cursors(Buffer.from('a secret of this test'), TTL);
const issued = cursors.issue(POSITION, BINDING, NOW);

function assertRefused(text: string, binding: SearchKey = BINDING, second = NOW, opener = cursors): void {
  assert.throws(
    () => opener.open(text, binding, second),
    (error) =>
      error instanceof ProblemError &&
      error.code === 'invalid_request' &&
      error.message.startsWith('Parameter "cursor" '),
  );
}

for (const [claim, position, binding] of [
  ['with a country', POSITION, BINDING],
  ['over all countries', POSITION, { query: 'nordlys', country: undefined }],
  ['of a query in other letters', POSITION, { query: 'Ωμέγα 🚢', country: 'GR' }],
  ['of a position in other letters', 'Ωμέγα 🚢', BINDING],
  ['of a long position', '🚢'.repeat(1000), BINDING],
  ['of an empty position', '', BINDING],
] as const) {
  test(`a cursor ${claim} opens to the issued position`, () => {
    const text = cursors.issue(position, binding, NOW);
    assert.match(text, /^[\w.~-]+$/);
    assert.deepEqual(cursors.open(text, binding, NOW), { position, expiresSecond: NOW + TTL });
  });
}

test('the same page in the same second has the same cursor, in every process with the secret', () => {
  const other = new Cursors(Buffer.from('a secret of this test'), TTL);
  assert.equal(other.issue(POSITION, BINDING, NOW), issued);
  assert.deepEqual(other.open(issued, BINDING, NOW), { position: POSITION, expiresSecond: NOW + TTL });
});

/** Returns the MAC of a cursor: its last 22 characters. */
const macOf = (text: string): string => text.slice(-22);

test('the MAC is the beginning of SHA-512 over a key, the search, a zero byte and the text before it', () => {
  const key = hkdfSync('sha256', 'a secret of this test', '', 'openfirma/cursor/6', 32);
  const text = `${Buffer.from(key).toString('hex')}7:nordlysNO\0${issued.slice(0, -22)}`;
  assert.equal(macOf(issued), createHash('sha512').update(text).digest('base64url').slice(0, 22));
});

for (const [claim, position, binding, second] of [
  ['another second', POSITION, BINDING, NOW + 1],
  ['another position', '4f1c0a9e.1234568', BINDING, NOW],
  ['another query', POSITION, { ...BINDING, query: 'nordly' }, NOW],
  ['a query that ends with the country', POSITION, { query: 'nordlysNO', country: undefined }, NOW],
  ['a position that ends with the country', `${POSITION}NO`, { ...BINDING, country: undefined }, NOW],
] as const) {
  test(`${claim} has another MAC`, () => {
    assert.notEqual(macOf(cursors.issue(position, binding, second)), macOf(issued));
  });
}

test('a cursor with any one character changed is refused', () => {
  for (let at = 0; at < issued.length; at++) {
    for (const other of ['A', 'B', '_', '9', '.', 'é']) {
      if (other !== issued[at]) assertRefused(issued.slice(0, at) + other + issued.slice(at + 1));
    }
  }
});

test('a cursor cut anywhere is refused', () => {
  for (let length = 0; length < issued.length; length++) assertRefused(issued.slice(0, length));
});

for (const [claim, text] of [
  ['extended', `${issued}A`],
  ['extended by a whole group', `${issued}AAAA`],
  ['padded', `${issued}=`],
  ['with a blank in front', ` ${issued}`],
  ['written twice', issued + issued],
  ['of other characters', 'neither + nor / is allowed here'],
  ['without a MAC', '6.1795000900.4f1c0a9e.1234567.'],
  ['of another version', issued.replace(/^6/, '5')],
  ['of zeros', 'A'.repeat(64)],
  ['of 10 kB', 'A'.repeat(10_000)],
  ['followed by 10 kB', issued + 'A'.repeat(10_000)],
] as const) {
  test(`a cursor ${claim} is refused`, () => assertRefused(text));
}

for (const [claim, issuedFor, openedFor] of [
  ['another query', BINDING, { ...BINDING, query: 'nordlyst' }],
  ['a query in other case', BINDING, { ...BINDING, query: 'Nordlys' }],
  ['another country', BINDING, { ...BINDING, country: 'SE' }],
  ['every country', BINDING, { ...BINDING, country: undefined }],
  ['one country instead of every', { ...BINDING, country: undefined }, BINDING],
  ['a query that holds the country', { query: 'abc', country: 'NO' }, { query: 'NOabc', country: undefined }],
  ['a query that holds the boundary', { query: 'abc', country: 'NO' }, { query: 'abc"NO', country: undefined }],
] as const) {
  test(`a cursor is refused beside ${claim}`, () => {
    assertRefused(cursors.issue(POSITION, issuedFor, NOW), openedFor);
  });
}

test('a cursor opens until the last second of its life, and not a second longer', () => {
  assert.deepEqual(cursors.open(issued, BINDING, NOW + TTL - 1), {
    position: POSITION,
    expiresSecond: NOW + TTL,
  });
  assertRefused(issued, BINDING, NOW + TTL);
  assert.throws(() => cursors.open(issued, BINDING, NOW + TTL), /expired: start again from the first page$/);
});

test('a cursor of another secret is refused', () => {
  assertRefused(issued, BINDING, NOW, new Cursors(Buffer.from('another secret of this test'), TTL));
});
