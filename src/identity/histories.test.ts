import { test } from 'node:test';
import fc from 'fast-check';
import { History, generation } from './histories-fixture.ts';

test('in ten random generations, every published id remains known, names one company and is redirected in one step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(generation, { minLength: 2, maxLength: 10 }), async (generations) => {
      const history = new History();
      for (const happenings of generations) await history.live(happenings);
    }),
    { numRuns: 25 },
  );
});
