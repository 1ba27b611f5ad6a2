import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIXES } from './mixes.ts';
import { PEERS } from './peers/index.ts';
import { readPlan } from './plan.ts';

test('readPlan() measures everything by default', () => {
  const plan = readPlan([]);
  assert.deepEqual(plan.mixes, Object.keys(MIXES));
  assert.deepEqual(plan.peers, Object.keys(PEERS));
  assert.equal(plan.companies, 1_000_000);
  assert.ok(plan.workers && plan.isWhole);
});

for (const [only, mixes, peers, workers] of [
  ['search,postgresql', ['search'], ['postgresql'], false],
  ['get,officers', ['get', 'officers'], [], false],
  ['sqlite', Object.keys(MIXES), ['sqlite'], false],
  ['workers', [], [], true],
  ['workers,zipf', ['zipf'], [], true],
] as const) {
  test(`readPlan() measures only the parts of "--only ${only}"`, () => {
    const plan = readPlan(['--only', only]);
    assert.deepEqual(plan, { ...readPlan([]), mixes, peers, workers, isWhole: false });
  });
}

test('a shortened run is not a whole run', () => {
  assert.equal(readPlan(['--companies', '20000']).isWhole, true);
  for (const [option, value] of [
    ['--seconds', '0.5'],
    ['--rounds', '1'],
    ['--questions', '5000'],
  ] as const) {
    // prettier-ignore
    assert.equal(readPlan([option, value]).isWhole, false, option);
  }
});

for (const [args, message] of [
  [['--only', 'mysql'], /only "mysql": --only takes cold, search, .*postgresql.*workers/],
  [['--companies', 'many'], /--companies "many" must be a number, 1000 or more/],
  [['--rounds', '0'], /--rounds "0" must be a number, 1 or more/],
] as const) {
  test(`readPlan() rejects ${args.join(' ')}`, () => {
    assert.throws(() => readPlan(args), { name: 'InputError', message });
  });
}
