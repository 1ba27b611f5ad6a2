import {
  held,
  joinByKey,
  ordinary,
  requiredCell,
  type CsvRow,
  type ParquetRow,
  type Group,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import { InputError, isPublishedNumber, type RegisterLine } from '../../model/index.ts';
import { buildLine, deriveFields, findDropReason, isPublicOrganisation } from './unit.ts';
import { readHeadOffice, withHeadOffice, type HeadOffice } from './head-offices.ts';

/** The states of a unit: in no file, without a line, with a line, and with a line that may have an address. */
const UNKNOWN = 0;
const LEFT_OUT = 1;
const WITHOUT_ADDRESS = 2;
const PUBLIC = 3;

const NEWER_RECORD = ordinary('a newer record has the same number');

const JOINED = { unit: held<RegisterLine>(), headOffice: held<HeadOffice>() };

/**
 * Turns legal units into register lines, one per SIREN, from the newest record. Units are read before establishments, so that only head
 * offices of units with a line are sorted, and only addresses of organisations are stored.
 */
export function read(inputs: readonly Input<CsvRow | ParquetRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const { report } = run;
  const units = new SirenStates();
  const unitsFirst = inputs.toSorted((a, b) => Number(b.kind === 'units') - Number(a.kind === 'units'));
  return joinByKey(unitsFirst, run, {
    kinds: JOINED,
    needed: { units: 'no input is a file of legal units; establishments have no companies' },
    rows: {
      units(row, hold, { stamp }) {
        const siren = requiredCell(row, 'siren');
        const isNew = units.get(siren) === UNKNOWN;
        if (isNew) units.set(siren, LEFT_OUT);
        const leftOut = isNew ? findDropReason(row, run) : NEWER_RECORD;
        if (leftOut !== undefined) report.drop(leftOut, siren);
        else {
          hold('unit', siren, buildLine(row, siren, stamp?.date, run));
          units.set(siren, isPublicOrganisation(row) ? PUBLIC : WITHOUT_ADDRESS);
        }
      },
      establishments(row, hold) {
        const siren = requiredCell(row, 'siren');
        const isHeadOffice = run.readCode(row, 'etablissementSiege', 'left out');
        const unit = units.get(siren);
        if (isHeadOffice !== 'true') report.drop('establishment that is not the head office', siren);
        else if (unit === UNKNOWN) report.drop('head office of a unit that is in no file', siren);
        else if (unit === LEFT_OUT) report.drop('head office of a unit without a line', siren);
        else hold('headOffice', siren, readHeadOffice(row, siren, unit === PUBLIC, run));
      },
    },
    line: (group) => joinedLine(group, run),
  });
}

function joinedLine(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const [unit] = group.all('unit');
  const headOffice = group.newest('headOffice', ordinary('a newer head office has the same number'));
  const value = unit?.value;
  const line =
    unit &&
    run.line(unit, () =>
      withHeadOffice({ ...value, ...deriveFields(group.key, value?.company_type, run) }, headOffice?.value ?? {}),
    );
  if (line === undefined) group.dropAll('head office of a unit without a line', unit);
  return line;
}

/** Number of possible SIRENs: the ninth digit follows from the other eight. */
const NUMBERS = 10 ** 8;

/** Maximum number of SIRENs with a wrong check digit, which are stored as text. A file with more is not this register. */
const WRONG_MAX = 100_000;

/** 0 is the state of a number that was never set. */
type SirenState = 0 | 1 | 2 | 3;

/** Stores two bits of state for each SIREN, by its first eight digits, in at most 25 MB. The system allocates pages on demand. */
export class SirenStates {
  /** Four states per byte, the first in the lowest bits. */
  readonly #states = new Uint8Array(NUMBERS / 4);
  readonly #wrong = new Map<string, SirenState>();

  get(siren: string): SirenState {
    if (!isPublishedNumber('FR SIREN', siren)) return this.#wrong.get(siren) ?? 0;
    const index = toIndex(siren);
    return (((this.#states[index >> 2] ?? 0) >> (2 * (index & 3))) & 3) as SirenState;
  }

  /** @throws {InputError} if too many numbers have a wrong check digit */
  set(siren: string, state: SirenState): void {
    if (isPublishedNumber('FR SIREN', siren)) {
      const index = toIndex(siren);
      const shift = 2 * (index & 3);
      this.#states[index >> 2] = ((this.#states[index >> 2] ?? 0) & ~(3 << shift)) | (state << shift);
      return;
    }
    if (this.#wrong.size === WRONG_MAX && !this.#wrong.has(siren)) {
      throw new InputError(`Cannot import fr-sirene: more than ${WRONG_MAX} numbers have a wrong check digit`);
    }
    this.#wrong.set(siren, state);
  }
}

function toIndex(siren: string): number {
  return Number(siren.slice(0, -1));
}
