import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../tools/sample/index.ts';
import { foldName } from '../src/model/index.ts';
import { coldQuestions } from './cold.ts';
import { SEED } from './measuring.ts';
import { sampleTexts } from './source.ts';
import { FIRST } from './questions.ts';

const texts = sampleTexts({ companies: 2000, seed: SEED });
const draw = (count: number): ReturnType<typeof coldQuestions> => coldQuestions(texts, count, new Random(SEED));

test('coldQuestions() draws as many as asked, and no two with the same folded prefix, country and limit', () => {
  const questions = draw(10_000);
  const keys = questions.map(({ q, country, limit = 10 }) => `${foldName(q)}/${country}/${limit}`);
  assert.equal(new Set(keys).size, 10_000);
  assert.ok(!keys.includes(`${FIRST.q}/undefined/10`));
});

test('coldQuestions() types names and business IDs, in one country and in all, with limits around the default', () => {
  const questions = draw(5000);
  const computeShare = (holds: (question: (typeof questions)[number]) => boolean): number =>
    questions.filter(holds).length / questions.length;
  assert.ok(Math.abs(computeShare(({ country }) => country !== undefined) - 0.5) < 0.05);
  assert.ok(computeShare(({ q }) => /\d/.test(q)) > 0.2);
  for (const { q, limit = 10 } of questions) {
    assert.ok(q.length >= 3 && q.length <= 12, q);
    assert.ok(limit >= 5 && limit <= 15);
  }
});

test('coldQuestions() gives up where there are too few companies', () => {
  const few = sampleTexts({ companies: 1, seed: SEED });
  assert.throws(() => coldQuestions(few, 10_000, new Random(SEED)), /Cannot draw 10000 different questions/);
});
