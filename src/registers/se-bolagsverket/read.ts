import { type ImportRun, type JoinedRecord, type Input, type CsvRow, ordinary } from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { lineOf, type Company } from './company.ts';
import { numberOf, packRegistration, registrationOf, unpackRegistration } from './registration.ts';
import { SniOfFile } from './sni.ts';
import { packUnit, unitNumberOf, unitOf, unpackUnit } from './unit.ts';

/** The kinds of joined records: what Bolagsverket says about a number, and what SCB says. */
const REGISTRATION = 0;
const UNIT = 1;

/**
 * Turns the rows of both files into register lines, one per organisation number. Rows of people are left out before
 * anything of them is kept, also where sole traders are wanted: they are known by their personal number and nothing else.
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'bolagsverket')) {
    throw new InputError(
      'Cannot import se-bolagsverket: no input is the file of Bolagsverket; SCB has no registrations',
    );
  }
  const companies = run.joined('companies');
  const sniOf = new Map(inputs.map(({ name, stamp }) => [name, new SniOfFile(stamp?.date)]));
  const dates = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  for (const input of inputs) {
    const isScb = input.kind === 'scb';
    for await (const row of input.rows()) {
      const kept = run.attempt(row, () => (isScb ? keptUnit(row, run) : keptRegistration(row, run)));
      if (kept === undefined) continue;
      if ('leftOut' in kept) {
        // The number of a person must not be in the report: the place of the record is.
        run.report.drop(kept.leftOut, `${input.kind}, record ${row.record}`);
        continue;
      }
      if ('unit' in kept) sniOf.get(input.name)?.see(kept.unit.activities);
      const said = 'unit' in kept ? packUnit(kept.unit) : packRegistration(kept.registration);
      companies.add(kept.number, isScb ? UNIT : REGISTRATION, row, said);
    }
  }
  for (const { key: number, records } of companies.groups()) {
    const registered = newestOf(records, REGISTRATION, number, run);
    const [unitRecord, ...repeated] = newestOf(records, UNIT, number, run);
    for (const _ of repeated) run.report.drop('SCB: another row has the same number', number);
    if (registered.length > 1) run.report.note('several registrations of one number, joined', number);
    const main = registered[0] ?? unitRecord;
    if (main === undefined) continue;
    const company: Company = {
      number,
      registrations: registered.map(({ text }) => unpackRegistration(text)),
      unit: unitRecord === undefined ? undefined : unpackUnit(unitRecord.text),
      date: dates.get(main.input),
    };
    const sni = unitRecord === undefined ? undefined : sniOf.get(unitRecord.input);
    const line = run.line(main, () => lineOf(company, sni, run));
    if (line !== undefined) yield line;
  }
}

function keptRegistration(row: CsvRow, run: ImportRun) {
  const whose = numberOf(row, run);
  return 'leftOut' in whose ? whose : { ...whose, registration: registrationOf(row, run) };
}

function keptUnit(row: CsvRow, run: ImportRun) {
  const whose = unitNumberOf(row, run);
  return 'leftOut' in whose ? whose : { ...whose, unit: unitOf(row, run) };
}

/** The records of a kind, of the newest file that has any: inputs come newest first, and so do records. */
function newestOf(records: readonly JoinedRecord[], kind: number, number: string, run: ImportRun): JoinedRecord[] {
  const all = records.filter((one) => one.kind === kind);
  const newest = all.filter(({ input }) => input === all[0]?.input);
  for (let i = newest.length; i < all.length; i++)
    run.report.drop(ordinary('a newer file has the same number'), number);
  return newest;
}
