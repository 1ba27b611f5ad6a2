import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { CALIBRATION, CONSTANT, FEATURES, FEATURE_NAMES } from '../../../extras/matching/names/index.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const PAGE = read('docs/matching.md');
const RESULTS = ['match-300000', 'match-100000', 'match-genuine'].map((name) => read(`bench/results/${name}.txt`));

suite('Published figures of scores match the program', () => {
  test('the features and their weights', () => {
    const table = PAGE.slice(PAGE.indexOf('| Feature |'), PAGE.indexOf('\n\nThe score is'));
    const published = table
      .split('\n')
      .slice(2)
      .map((row) => row.split(' | ').map((cell) => cell.replaceAll(/[|` ]/g, '')));
    assert.deepEqual(
      published.map(([name, weight]) => [name, Number(weight)]),
      FEATURE_NAMES.map((name) => [name, FEATURES[name].weight]),
    );
    assert.match(PAGE, new RegExp(`constant is ${CONSTANT}`));
  });

  test('how often certain results were right', () => {
    const rows = PAGE.matchAll(/^\| (?:[\d,]+ invented|genuine) \| ([\d.]+) % \| ([\d.]+) % \|/gm);
    const figures = [...rows].flatMap(([, certain, right]) => [Number(certain), Number(right)]);
    assert.deepEqual(figures, CALIBRATION.flatMap(({ certain, right }) => [certain, right])); // prettier-ignore
  });

  for (const result of RESULTS) {
    test(`${result.split(';')[0]}: were measured with these weights`, () => {
      assert.ok(result.includes(` constant ${CONSTANT},`));
      for (const name of FEATURE_NAMES) assert.ok(result.includes(` ${name} ${FEATURES[name].weight},`), name);
    });
  }
});
