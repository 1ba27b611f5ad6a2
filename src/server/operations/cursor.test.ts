import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cursors } from './cursor.ts';
import { questionText, type Question } from './search-key.ts';
import { Refusal } from '../problems/problem-error.ts';

const NOW = 1_795_000_000;
const TTL = 900;
const CONTENT = { generation: '4f1c0a9e', position: '1234567' };
const BINDING = { query: 'nordlys', country: 'NO' };
const cursors = new Cursors(Buffer.from('a secret of this test'), TTL);
const sealed = cursors.seal(CONTENT, questionText(BINDING), NOW);

function assertRefused(text: string, binding: Question = BINDING, second = NOW, opener = cursors): void {
  assert.throws(
    () => opener.open(text, questionText(binding), second),
    (error) =>
      error instanceof Refusal && error.code === 'invalid_request' && error.message.startsWith('Parameter "cursor" '),
  );
}

for (const [claim, content, binding] of [
  ['with a country', CONTENT, BINDING],
  ['over all countries', CONTENT, { query: 'nordlys', country: undefined }],
  ['of a query in other letters', CONTENT, { query: 'Ωμέγα 🚢', country: 'GR' }],
  ['of a position in other letters', { generation: 'x', position: 'Ωμέγα 🚢' }, BINDING],
  ['of the longest names', { generation: 'g'.repeat(64), position: '🚢'.repeat(64) }, BINDING],
  ['of empty names', { generation: '', position: '' }, BINDING],
] as const) {
  test(`a cursor ${claim} opens to what was sealed`, () => {
    const text = cursors.seal(content, questionText(binding), NOW);
    assert.match(text, /^[A-Za-z0-9_-]+$/);
    assert.deepEqual(cursors.open(text, questionText(binding), NOW), { ...content, expiresSecond: NOW + TTL });
  });
}

test('the same page in the same second has the same cursor, in every process with the secret', () => {
  const other = new Cursors(Buffer.from('a secret of this test'), TTL);
  assert.equal(other.seal(CONTENT, questionText(BINDING), NOW), sealed);
  assert.deepEqual(other.open(sealed, questionText(BINDING), NOW), { ...CONTENT, expiresSecond: NOW + TTL });
});

test('a cursor shows nothing of what it holds', () => {
  const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
  for (const part of [CONTENT.generation, CONTENT.position, BINDING.query]) assert.ok(!bytes.includes(part));
});

/** The vector of the cipher: the first 16 bytes, of which 15 are 20 characters. It must never serve two texts. */
const nonceOf = (text: string): string => text.slice(0, 20);

for (const [claim, content, binding, second] of [
  ['another second', CONTENT, BINDING, NOW + 1],
  ['another position', { ...CONTENT, position: '1234568' }, BINDING, NOW],
  ['another query', CONTENT, { ...BINDING, query: 'nordly' }, NOW],
  [
    'a position that ends with the country',
    { ...CONTENT, position: '1234567NO' },
    { ...BINDING, country: undefined },
    NOW,
  ],
] as const) {
  test(`${claim} has another nonce`, () => {
    assert.notEqual(nonceOf(cursors.seal(content, questionText(binding), second)), nonceOf(sealed));
  });
}

test('a cursor with any one character changed is refused', () => {
  for (let at = 0; at < sealed.length; at++) {
    for (const other of ['A', 'B', '_', '9', '.', 'é']) {
      if (other !== sealed[at]) assertRefused(sealed.slice(0, at) + other + sealed.slice(at + 1));
    }
  }
});

test('a cursor cut anywhere is refused', () => {
  for (let length = 0; length < sealed.length; length++) assertRefused(sealed.slice(0, length));
});

for (const [claim, text] of [
  ['extended', `${sealed}A`],
  ['extended by a whole group', `${sealed}AAAA`],
  ['padded', `${sealed}=`],
  ['with a blank in front', ` ${sealed}`],
  ['written twice', sealed + sealed],
  ['that is no base64url', 'neither + nor / may stand here'],
  ['of zeros', 'A'.repeat(64)],
  ['of 10 kB', 'A'.repeat(10_000)],
  ['followed by 10 kB', sealed + 'A'.repeat(10_000)],
] as const) {
  test(`a cursor ${claim} is refused`, () => assertRefused(text));
}

for (const [claim, sealedFor, openedFor] of [
  ['another query', BINDING, { ...BINDING, query: 'nordlyst' }],
  ['a query in other case', BINDING, { ...BINDING, query: 'Nordlys' }],
  ['another country', BINDING, { ...BINDING, country: 'SE' }],
  ['every country', BINDING, { ...BINDING, country: undefined }],
  ['one country instead of every', { ...BINDING, country: undefined }, BINDING],
  ['a query that holds the country', { query: 'abc', country: 'NO' }, { query: 'NOabc', country: undefined }],
  ['a query that holds the boundary', { query: 'abc', country: 'NO' }, { query: 'abc"NO', country: undefined }],
] as const) {
  test(`a cursor is refused beside ${claim}`, () => {
    assertRefused(cursors.seal(CONTENT, questionText(sealedFor), NOW), openedFor);
  });
}

test('a cursor opens until the last second of its life, and not a second longer', () => {
  assert.deepEqual(cursors.open(sealed, questionText(BINDING), NOW + TTL - 1), {
    ...CONTENT,
    expiresSecond: NOW + TTL,
  });
  assertRefused(sealed, BINDING, NOW + TTL);
  assert.throws(
    () => cursors.open(sealed, questionText(BINDING), NOW + TTL),
    /expired: start again from the first page$/,
  );
});

test('a cursor of another secret is refused', () => {
  assertRefused(sealed, BINDING, NOW, new Cursors(Buffer.from('another secret of this test'), TTL));
});
