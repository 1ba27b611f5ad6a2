import { test } from 'node:test';
import { killedWalk } from './killed-walk-fixture.ts';

test('a walk that is killed at random moments keeps what an undisturbed one keeps', async (t) => {
  await killedWalk(t, { top: 100, kills: 1 });
});
