import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, codesIn, columnsOf, kindsOf } from './lists.ts';

test('columnsOf takes the required columns by default, and ignores columns by reason', () => {
  assert.deepEqual(columnsOf({ required: ['a'] }), { required: ['a'], taken: ['a'], ignored: [] });
  const ignored = { dates: ['c', 'd'], addresses: ['e.*'] };
  const lists = { required: ['a'], taken: ['a', 'b'], ignored };
  assert.deepEqual(columnsOf(lists), { required: ['a'], taken: ['a', 'b'], ignored: ['c', 'd', 'e.*'] });
});

for (const [claim, list, want] of [
  ['braces', ['a.{b,c}.d', 'e'], ['a.b.d', 'a.c.d', 'e']],
  ['several braces', ['{a,b}.{c,d}'], ['a.c', 'a.d', 'b.c', 'b.d']],
  ['objects', ['a', { b: ['c', 'd'], 'e.f': ['g'] }], ['a', 'b.c', 'b.d', 'e.f.g']],
  ['objects with braces and within each other', [{ '{a,b}': [{ c: ['d'] }] }], ['a.c.d', 'b.c.d']],
] as const) {
  test(`columnsOf expands ${claim}`, () => {
    assert.deepEqual(columnsOf({ required: [], taken: list }).taken, want);
  });
}

test('kindsOf adds the format to every kind of files', () => {
  const kinds = kindsOf({ json: {} }, { a: { required: ['x'] }, b: { required: [] } });
  assert.deepEqual(kinds.a, { json: {}, required: ['x'], taken: ['x'], ignored: [] });
  assert.deepEqual(Object.keys(kinds), ['a', 'b']);
});

test('codesIn finds the codes of lists, of codes with a meaning, and of groups', () => {
  assert.deepEqual(codesIn(['A', 'B']), ['A', 'B']);
  assert.deepEqual(codesIn({ A: 'one', B: 'two' }), ['A', 'B']);
  assert.deepEqual(codesIn({ officers: { A: 'one', others: ['B'] }, owners: ['C'] }), ['A', 'B', 'C']);
});

test('below combines every path with every name', () => {
  assert.deepEqual(below(['a', 'b'], ['c', 'd']), ['a.c', 'a.d', 'b.c', 'b.d']);
});
