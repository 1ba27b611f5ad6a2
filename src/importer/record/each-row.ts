import type { RegisterLine } from '../../model/index.ts';
import type { Reading } from '../register.ts';
import type { Row } from '../rows.ts';
import type { ImportRun } from '../run.ts';

/**
 * The `read` of a register whose every row is a company: one line a row, whatever file it stands in. `lineOf` is given
 * the row and the date of its file; a FieldFault that it throws rejects the row. It gives undefined for a row that it
 * has counted as a drop.
 */
export function lineOfEachRow(
  lineOf: (row: Row, published: string | undefined, run: ImportRun) => RegisterLine | undefined,
): Reading['read'] {
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
