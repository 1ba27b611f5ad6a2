import {
  held,
  joinByKey,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { readNumber, readRegistration, type Registration } from './registration.ts';
import { SniOfFile, readUnit, readUnitNumber, type Unit } from './unit.ts';

/** The registrations of a number at Bolagsverket, and its unit at SCB. */
const JOINED = { registration: held<Registration>(), unit: held<Unit>() };

const NEWER_FILE = ordinary('a newer file has the same number');

/**
 * Turns the rows of both files into register lines, one per organisation number. Rows of people are skipped even if sole traders are
 * wanted: their only number is the personal number.
 */
export function read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const sniOf = new Map(inputs.map(({ name, stamp }) => [name, new SniOfFile(stamp?.date)]));
  return joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { bolagsverket: 'no input is the file of Bolagsverket; SCB has no registrations' },
    rows: {
      bolagsverket(row, hold) {
        const number = readNumber(row, run);
        if (number !== undefined) hold('registration', number, readRegistration(row, run));
      },
      scb(row, hold) {
        const number = readUnitNumber(row, run);
        if (number === undefined) return;
        const unit = readUnit(row, run);
        sniOf.get(row.input)?.see(unit.activities);
        hold('unit', number, unit);
      },
    },
    line: (group) => lineOfGroup(group, sniOf, run),
  });
}

function lineOfGroup(group: Group<typeof JOINED>, sniOf: ReadonlyMap<string, SniOfFile>, run: ImportRun) {
  const { key: number } = group;
  const registrations = group.ofNewestFile('registration', NEWER_FILE);
  const [unit, ...repeated] = group.ofNewestFile('unit', NEWER_FILE);
  for (const _ of repeated) run.report.drop('SCB: another row has the same number', number);
  if (registrations.length > 1) run.report.note(ordinary('several registrations of one number, joined'), number);
  const main = registrations[0] ?? unit;
  const sni = sniOf.get(unit?.input ?? '');
  return (
    main &&
    run.line(main, () =>
      present<RegisterLine>({
        ...buildLine(
          registrations.map(({ value }) => value),
          unit?.value,
        ),
        as_of_date: main.published,
        identifiers: [nationalNumber('SE', number)],
        classifications: unit && sni && nonEmpty(toClassifications(unit.value, sni, run)),
      }),
    )
  );
}

/**
 * Builds the line of a company. Bolagsverket takes precedence over SCB. Of several registrations, a registration in force takes precedence
 * over one that ended, then the lowest running number counts.
 */
function buildLine(registrations: readonly Registration[], unit: Unit | undefined): RegisterLine {
  const inOrder = registrations.toSorted(
    (a, b) => Number(a.isDeregistered) - Number(b.isDeregistered) || a.place - b.place,
  );
  const [main] = inOrder;
  const ofState = inOrder.filter(({ isDeregistered }) => isDeregistered === main?.isDeregistered);
  return present<RegisterLine>({
    name: inOrder.find(({ line }) => line.name !== undefined)?.line.name ?? unit?.line.name,
    company_status: unit?.line.company_status,
    ...(main ?? unit)?.line,
    other_names: nonEmpty(ofState.flatMap(({ line }) => line.other_names ?? [])),
  });
}

function toClassifications({ activities }: Unit, sni: SniOfFile, run: ImportRun) {
  const scheme = sni.findScheme(activities);
  if (scheme !== sni.scheme) {
    run.report.note('SCB: activity codes of another version than the file', activities.filter(Boolean).join(' '));
  }
  return activities.flatMap((code, position) => (code === '' ? [] : [{ scheme, code, is_primary: position === 0 }]));
}
