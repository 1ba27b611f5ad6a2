import { KeyedTexts, type ImportRun, type ReadyInput } from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { lineOf, readEntity } from './entity.ts';
import { Officers } from './roles.ts';

/**
 * Turns entities into register lines, one per organisation number: the newest record stands. The files of roles are
 * read first, whatever their place on the command line, and the officers join their entity by its number.
 */
export async function* read(inputs: readonly ReadyInput[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const { report } = run;
  const entities = inputs.filter(({ kind }) => kind === 'entities');
  if (entities.length === 0) {
    throw new InputError('Cannot import no-brreg: no input is a file of entities; roles alone make no company');
  }
  const officers = new Officers(run);
  for (const input of inputs) if (input.kind === 'roles') await officers.read(input);
  const seen = new KeyedTexts('the organisation numbers of the entities');
  for (const input of entities) {
    for await (const row of input.rows()) {
      const entity = run.attempt(row, () => readEntity(row, run));
      if (entity === undefined) continue;
      const { number, leftOut } = entity;
      if (!seen.add(number, '')) {
        report.drop('a newer record has the same number', number);
        continue;
      }
      if (leftOut !== undefined) {
        report.drop(leftOut, number);
        continue;
      }
      const line = run.line(row, () => {
        const company = lineOf(entity, input.stamp?.date, run);
        const current = officers.take(number);
        return current === undefined ? company : { ...company, officers: current };
      });
      if (line !== undefined) yield line;
    }
  }
  officers.reportUntaken();
}
