import type { RegisterLine } from '../../model/index.ts';
import type { ImportRun } from '../import-run.ts';
import type { Input } from '../input.ts';
import type { Row } from './row.ts';

/**
 * The `read` of a register with one company per row. `lineOf` gets the row and the date of its file. A {@linkcode FieldFault} rejects
 * the row; undefined means that a drop was counted.
 */
export function lineOfEachRow<R extends Row>(
  lineOf: (row: R, published: string | undefined, run: ImportRun) => RegisterLine | undefined,
): (inputs: readonly Input<R>[], run: ImportRun) => AsyncGenerator<RegisterLine> {
  return async function* read(inputs, run) {
    for (const input of inputs) {
      for await (const row of input.rows()) {
        const built = run.attempt(row, () => lineOf(row, input.stamp?.date, run));
        const line = built === undefined ? undefined : run.line(row, () => built);
        if (line !== undefined) yield line;
      }
    }
  };
}
