import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { COUNTRIES, foldName, foldNumber, type RegisterLine } from '../../src/model/index.ts';
import { firstInvalidField } from '../../src/model/shapes.ts';
import { generateLines } from './lines.ts';

const parsed = (companies: number, seed = 1): RegisterLine[] =>
  Array.from(generateLines({ companies, seed }))
    .join('')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as RegisterLine);

test('generateLines() depends only on the seed: fewer companies are the first of more', () => {
  const [some, more] = [parsed(1500, 3), parsed(3000, 3)];
  assert.deepEqual(more.slice(0, 1500), some);
  assert.notDeepEqual(parsed(1500, 4), some);
});

suite('generateLines()', () => {
  const COUNT = 20_000;
  let lines: RegisterLine[];
  before(() => {
    lines = parsed(COUNT);
  });

  test('generates the requested number of valid register lines', () => {
    assert.equal(lines.length, COUNT);
    assert.deepEqual(
      lines.slice(0, 5000).flatMap((line) => firstInvalidField(line) ?? []),
      [],
    );
  });

  test('repeats names but never a registry number', () => {
    const numbers = lines.map(
      ({ identifiers: [first] = [] }) => `${first?.country_scope}/${foldNumber(first?.value ?? '')}`,
    );
    assert.equal(new Set(numbers).size, lines.length);
    assert.ok(new Set(lines.map(({ name }) => name)).size < lines.length * 0.98);
  });

  test('has the skew of real registers', () => {
    const countries = count(lines.map(({ identifiers: [first] = [] }) => (first?.country_scope ?? '').slice(0, 2)));
    assert.deepEqual([...countries.keys()].toSorted(), [...COUNTRIES.keys()]);
    assert.ok((countries.get('GB') ?? 0) > 100 * (countries.get('LI') ?? 0));
    const words = count(lines.map(({ name = '' }) => foldName(name).split(' ')[0] ?? ''));
    assert.ok((words.get('the') ?? 0) > 100, 'a hot first word');
    assert.ok([...words.values()].filter((times) => times === 1).length > 1000, 'many rare first words');
  });

  test('generates two identifiers for most companies and two officers for half of them', () => {
    const share = (holds: (line: RegisterLine) => boolean): number => lines.filter(holds).length / lines.length;
    assert.ok(share(({ identifiers = [] }) => identifiers.length > 1) > 0.6);
    assert.ok(Math.abs(share(({ officers = [] }) => officers.length === 2) - 0.5) < 0.03);
    assert.ok(Math.abs(share(({ identifiers = [] }) => identifiers.some((i) => i.scheme === 'lei')) - 0.25) < 0.03);
  });
});

function count(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
