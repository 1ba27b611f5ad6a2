import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIXES } from './mixes.ts';
import { PEERS } from './peers/index.ts';
import { readPlan } from './plan.ts';

test('readPlan() measures everything where nothing is said', () => {
  const plan = readPlan([]);
  assert.deepEqual(plan.mixes, Object.keys(MIXES));
  assert.deepEqual(plan.peers, Object.keys(PEERS));
  assert.equal(plan.companies, 1_000_000);
  assert.ok(plan.growth && plan.isWhole);
});

for (const [only, mixes, peers, growth] of [
  ['search,postgresql', ['search'], ['postgresql'], false],
  ['get,officers', ['get', 'officers'], [], false],
  ['redis', Object.keys(MIXES), ['redis'], false],
  ['growth', [], [], true],
  ['growth,zipf', ['zipf'], [], true],
] as const) {
  test(`readPlan() leaves out what "--only ${only}" does not name`, () => {
    const plan = readPlan(['--only', only]);
    assert.deepEqual(plan, { ...readPlan([]), mixes, peers, growth, isWhole: false });
  });
}

for (const [args, message] of [
  [['--only', 'mysql'], /"mysql" alone: known are search, .*postgresql.*growth/],
  [['--companies', 'many'], /--companies "many" must be a number from 1000 on/],
  [['--rounds', '0'], /--rounds "0" must be a number from 1 on/],
] as const) {
  test(`readPlan() refuses ${args.join(' ')}`, () => {
    assert.throws(() => readPlan(args), { name: 'InputError', message });
  });
}
