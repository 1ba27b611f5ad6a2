import { ordinary, requiredCell, type CsvRow, type ImportRun, type Input } from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { loadActivityLabels } from './activities.ts';
import { HeadOffices } from './head-offices.ts';
import { SirenStates } from './siren-states.ts';
import { leftOutOf, lineOf } from './unit.ts';

/**
 * Turns legal units into register lines, one per SIREN: the newest record stands. Files of establishments are read
 * first, whatever their place on the command line, for the country of the head offices; without one, the units are
 * passed on as they come.
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const { report } = run;
  const units = inputs.filter(({ kind }) => kind === 'units');
  if (units.length === 0) {
    throw new InputError('Cannot import fr-sirene: no input is a file of legal units; establishments make no company');
  }
  const headOffices = new HeadOffices(run);
  for (const input of inputs.filter(({ kind }) => kind === 'establishments')) await headOffices.read(input);
  const labels = loadActivityLabels();
  const seen = new SirenStates();
  for (const input of units) {
    const published = input.stamp?.date;
    for await (const row of input.rows()) {
      const siren = run.attempt(row, () => requiredCell(row, 'siren'));
      if (siren === undefined) continue;
      if (seen.get(siren) !== 0) {
        report.drop(ordinary('a newer record has the same number'), siren);
        continue;
      }
      seen.set(siren, 1);
      const country = headOffices.take(siren);
      const leftOut = leftOutOf(row, run);
      if (leftOut !== undefined) {
        report.drop(leftOut, siren);
        continue;
      }
      const line = run.line(row, () => lineOf(row, siren, { country, published, labels }, run));
      if (line !== undefined) yield line;
    }
  }
  headOffices.reportUntaken();
}
