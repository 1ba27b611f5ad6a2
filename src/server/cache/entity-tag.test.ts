import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeDigest, matchEntityTag, writeEntityTag } from './entity-tag.ts';

const digest = computeDigest('edition', 'generation', 'company', 'co_0');
const plain = { digest };
const ISSUED = 1_795_000_000;
const REUSE = 450;
const paged = { digest, issuedSecond: ISSUED };
const issuedAt = (second: number): string => writeEntityTag({ digest, issuedSecond: second });

test('entity tags are strong: a quoted text without W/', () => {
  assert.match(writeEntityTag(plain), /^"[A-Za-z0-9_-]{22}"$/);
  assert.match(writeEntityTag(paged), /^"[0-9a-z]+\.[A-Za-z0-9_-]{22}"$/);
});

test('a digest depends on every part and on their order', () => {
  const digests = [['a', 'b'], ['b', 'a'], ['ab'], ['a', ''], ['', 'a'], ['a'], ['a', 'b', '']].map((parts) =>
    computeDigest(...parts),
  );
  assert.equal(new Set(digests).size, digests.length);
  assert.equal(computeDigest('a', 'b'), computeDigest('a', 'b'));
});

for (const [claim, field, isMatch] of [
  ['is absent', undefined, false],
  ['is empty', '', false],
  ['is *', '*', true],
  ['is * between blanks', ' * ', true],
  ['is the tag', `"${digest}"`, true],
  ['is the tag, weak', `W/"${digest}"`, true],
  ['lists the tag last', `"a", W/"b", "${digest}"`, true],
  ['lists it without blanks', `"a","${digest}","b"`, true],
  ['lists it after a tag with a comma', `"a,b", "${digest}"`, true],
  ['lists more than is read', `${'"a", '.repeat(300)}"${digest}"`, false],
  ['is another tag', '"a"', false],
  ['lists other tags', '"a", "b"', false],
  ['is the tag without quotes', digest, false],
  ['is the tag with one quote', `"${digest}`, false],
  ['is the tag cut', `"${digest.slice(0, -1)}"`, false],
  ['is the tag extended', `"${digest}x"`, false],
  ['is the tag with an issue second', `"abc.${digest}"`, false],
  ['is "*" in quotes', '"*"', false],
  ['is garbage', 'W/, ,"" ;;\u0001 "', false],
] as const) {
  test(`If-None-Match that ${claim} ${isMatch ? 'matches' : 'does not match'}`, () => {
    assert.equal(matchEntityTag(field, plain, REUSE), isMatch ? `"${digest}"` : undefined);
  });
}

for (const [claim, field, want] of [
  ['issued this second', issuedAt(ISSUED), issuedAt(ISSUED)],
  ['issued at the start of the window', issuedAt(ISSUED - REUSE), issuedAt(ISSUED - REUSE)],
  ['issued a second before the window', issuedAt(ISSUED - REUSE - 1), undefined],
  ['issued in the future', issuedAt(ISSUED + 1), undefined],
  ['that is weak', `W/${issuedAt(ISSUED - 1)}`, issuedAt(ISSUED - 1)],
  ['in a list', `"a", ${issuedAt(ISSUED - REUSE - 1)}, ${issuedAt(ISSUED - 2)}`, issuedAt(ISSUED - 2)],
  ['*', '*', issuedAt(ISSUED)],
  ['without an issue second', `"${digest}"`, undefined],
  ['with an empty issue second', `".${digest}"`, undefined],
  ['with an issue second that is not a number', `"?.${digest}"`, undefined],
  ['with a character after the issue second', issuedAt(ISSUED).replace('.', '?.'), undefined],
  ['with a zero before it', issuedAt(ISSUED).replace('"', '"0'), undefined],
  ['with a third part', issuedAt(ISSUED).replace(/"$/, '.x"'), undefined],
  ['of another digest', writeEntityTag({ digest: computeDigest('x'), issuedSecond: ISSUED }), undefined],
] as const) {
  test(`of a page with a cursor, a tag ${claim} ${want === undefined ? 'does not match' : 'matches'}`, () => {
    assert.equal(matchEntityTag(field, paged, REUSE), want);
  });
}

test('without a reuse window only the same second matches', () => {
  assert.equal(matchEntityTag(issuedAt(ISSUED), paged, 0), issuedAt(ISSUED));
  assert.equal(matchEntityTag(issuedAt(ISSUED - 1), paged, 0), undefined);
});
