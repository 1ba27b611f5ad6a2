import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, createLayouts, listCodes, toColumns } from './lists.ts';

test('toColumns takes the required columns by default, and ignores columns by reason', () => {
  assert.deepEqual(toColumns({ required: ['a'] }), { required: ['a'], taken: ['a'], ignored: [] });
  const ignored = { dates: ['c', 'd'], addresses: ['e.*'] };
  const lists = { required: ['a'], taken: ['a', 'b'], ignored };
  assert.deepEqual(toColumns(lists), { required: ['a'], taken: ['a', 'b'], ignored: ['c', 'd', 'e.*'] });
});

for (const [claim, list, want] of [
  ['braces', ['a.{b,c}.d', 'e'], ['a.b.d', 'a.c.d', 'e']],
  ['several braces', ['{a,b}.{c,d}'], ['a.c', 'a.d', 'b.c', 'b.d']],
  ['objects', ['a', { b: ['c', 'd'], 'e.f': ['g'] }], ['a', 'b.c', 'b.d', 'e.f.g']],
  ['objects with braces and within each other', [{ '{a,b}': [{ c: ['d'] }] }], ['a.c.d', 'b.c.d']],
] as const) {
  test(`toColumns expands ${claim}`, () => {
    assert.deepEqual(toColumns({ required: [], taken: list }).taken, want);
  });
}

test('createLayouts adds the format to every kind of files', () => {
  const kinds = createLayouts({ json: {} }, { a: { required: ['x'] }, b: { required: [] } });
  assert.deepEqual(kinds.a, { json: {}, required: ['x'], taken: ['x'], ignored: [] });
  assert.deepEqual(Object.keys(kinds), ['a', 'b']);
});

test('listCodes finds the codes of lists, of codes with a meaning, and of groups', () => {
  assert.deepEqual(listCodes(['A', 'B']), ['A', 'B']);
  assert.deepEqual(listCodes({ A: 'one', B: 'two' }), ['A', 'B']);
  assert.deepEqual(listCodes({ officers: { A: 'one', others: ['B'] }, owners: ['C'] }), ['A', 'B', 'C']);
});

test('below combines every path with every name', () => {
  assert.deepEqual(below(['a', 'b'], ['c', 'd']), ['a.c', 'a.d', 'b.c', 'b.d']);
});
