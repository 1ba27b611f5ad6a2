import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { computeRecipe, reasonToMake, recordMade } from './made.ts';

suite('A file is made again', () => {
  for (const [claim, isReplaced, reason] of [
    ['unless its input is unchanged', false, undefined],
    ['if another input was there while it was made', true, 'it has no record of its inputs'],
  ] as const)
    test(claim, async (t) => {
      const directory = folder(t);
      const [input, output] = [join(directory, 'input'), join(directory, 'output')];
      const write = (path: string, text: string): void => writeFileSync(path, text);
      write(input, 'a');
      const recipe = await computeRecipe([input], {});
      if (isReplaced) write(input, 'b');
      write(output, 'made');
      await recordMade(output, recipe);
      write(input, 'a');
      assert.equal(await reasonToMake(output, await computeRecipe([input], {})), reason);
    });
});
