import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownFields } from './lists.ts';

const known = new KnownFields(['Id', 'Names.Name', 'Names.Name.lang'], ['Address.*']);

for (const [claim, column, want] of [
  ['a column taken', 'Id', true],
  ['a numbered repetition', 'Names.Name.2', true],
  ['an attribute of a numbered repetition', 'Names.Name.2.lang', true],
  ['a column of an ignored group', 'Address.Street.1.part', true],
  ['the ignored group itself', 'Address', true],
  ['no new column', 'Colour', false],
  ['no new part of a known column', 'Names.Name.2.script', false],
  ['no group that holds no value itself', 'Names', false],
] as const) {
  test(`KnownFields knows ${claim}`, () => assert.equal(known.hasColumn(column), want));
}

test('KnownFields finds every unknown field in a tree', () => {
  const found: string[] = [];
  const value = {
    Id: 1,
    Names: { Name: ['x', { lang: 'fi', script: 'Latn' }] },
    Address: { Street: [{}] },
    Colour: [{ a: 1 }],
  };
  known.leftovers(value, (path) => found.push(path));
  assert.deepEqual(found, ['Names.Name.script', 'Colour']);
});

test('KnownFields finds a value where a group is expected', () => {
  const found: string[] = [];
  known.leftovers({ Names: 'x' }, (path) => found.push(path));
  assert.deepEqual(found, ['Names']);
});

test('KnownFields refuses a value that is too deep', () => {
  let deep: unknown = [];
  for (let i = 0; i < 100; i++) deep = [deep];
  assert.throws(() => new KnownFields(['a']).leftovers({ a: deep }, () => {}), /is more than 64 levels deep/);
});
