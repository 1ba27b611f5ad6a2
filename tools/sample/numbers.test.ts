import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from '../../src/model/index.ts';
import { FICTION, Random, WeightedIndex, inventedLei, mod97, registryNumber } from './index.ts';

test('inventedLei() is valid by ISO 17442 and never repeats', () => {
  const codes = Array.from({ length: 5000 }, (_, i) => inventedLei(i));
  assert.equal(new Set(codes).size, codes.length);
  assert.deepEqual(
    codes.filter((code) => mod97(code) !== 1),
    [],
  );
});

test('FICTION holds exactly the 35 countries', () => {
  assert.deepEqual(
    FICTION.map(({ code }) => code),
    [...COUNTRIES.keys()],
  );
});

for (const { code, thousands } of FICTION) {
  test(`registryNumber() gives every company of ${code} a number and a key of its own`, () => {
    // Ordinals up to those that 42 million companies in all countries need.
    const step = Math.ceil((1400 * thousands) / 3000);
    const ordinals = Array.from({ length: 3000 }, (_, i) => i * step);
    const numbers = ordinals.map((ordinal) => registryNumber(code, ordinal)).filter((n) => n !== undefined);
    assert.ok(numbers.length > 2600, `only ${numbers.length} of 3000 ordinals have a check digit`);
    assert.equal(new Set(numbers.map(({ value }) => value)).size, numbers.length);
    const keys = numbers.map(({ key, value }) => key ?? value);
    assert.equal(new Set(keys).size, numbers.length);
  });
}

test('registryNumber() refuses an ordinal for which the form has no room', () => {
  assert.throws(() => registryNumber('AT', 2_000_000), /^RangeError: Cannot write 2130000 in 6 digits/);
  assert.throws(() => registryNumber('XX', 1), /^RangeError: Cannot number a company: no form for country "XX"$/);
});

test('Random draws the same for the same seed, and otherwise for another', () => {
  assert.deepEqual(draws(7), draws(7));
  assert.notDeepEqual(draws(7), draws(8));
});

function draws(seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: 100 }, () => random.uint32());
}

test('WeightedIndex draws each index about as often as its weight says', () => {
  const random = new Random(1);
  const weights = [5, 0, 3, 2];
  const index = new WeightedIndex(weights);
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 100_000; i++) counts[index.draw(random)]! += 1;
  for (const [i, weight] of weights.entries()) assert.ok(Math.abs(counts[i]! / 10_000 - weight) < 0.1, String(counts));
});
