import { cellOf, type ImportReport, type ImportRun, type CsvRow } from '../../importer/index.ts';
import { InputError, deriveCompanyId, foldNumber, type RegisterLine } from '../../model/index.ts';
import { DIVISION, ENDING_REORGANISATIONS, REORGANISED } from './codes.ts';
import type { Company } from './company.ts';

/** How many entities that ended so are held, with their lines, at some 600 bytes each; some 11,000 are published. */
const HELD_MAX = 100_000;

/** How many entities a walk along successors visits. A longer chain is refused like a loop. */
const CHAIN_MAX = 64;

interface Succession {
  readonly successors: string[];
  /** Whether the source was divided: then it goes on as several, also where the file knows one of them. */
  divided: boolean;
  /**
   * The line of the source, once its company is read and turned out to have ended by a reorganisation: as JSON in UTF-8,
   * which takes a third of the memory.
   */
  line: Buffer | undefined;
}

/** Which entities go on as others. A redirect must never point at nothing, at itself or in a circle. */
export class Reorganisations {
  readonly #successions = new Map<string, Succession>();
  /** Which of the entities that others became have a line. */
  readonly #hasLine = new Map<string, boolean>();

  take(row: CsvRow, run: ImportRun): void {
    const type = cellOf(row, 'reorganization_type');
    const source = cellOf(row, 'source_entity_regcode');
    const final = cellOf(row, 'final_entity_regcode');
    run.code('reorganization_type', type, 'left out');
    const example = source ?? final ?? '';
    if (type === undefined || !ENDING_REORGANISATIONS.has(type)) {
      run.report.drop(`reorganisations: ${type ?? 'no type'} does not end the source`, example);
    } else if (source === undefined || final === undefined) {
      run.report.drop('reorganisations: without a source or a final entity', example);
    } else {
      const succession = this.#succession(source);
      if (succession.successors.includes(final)) run.report.drop('reorganisations: the same again', source);
      else succession.successors.push(final);
      succession.divided ||= type === DIVISION;
      this.#hasLine.set(final, false);
    }
  }

  #succession(source: string): Succession {
    const known = this.#successions.get(source);
    if (known !== undefined) return known;
    if (this.#successions.size === HELD_MAX) {
      throw new InputError(`Cannot import lv-ur: more than ${HELD_MAX} entities became others`);
    }
    const succession: Succession = { successors: [], divided: false, line: undefined };
    this.#successions.set(source, succession);
    return succession;
  }

  /** Takes the line of a company. It is held back, and the result true, where the company goes on as another. */
  hold({ number, closed }: Company, line: RegisterLine, report: ImportReport): boolean {
    if (this.#hasLine.has(number)) this.#hasLine.set(number, true);
    const succession = this.#successions.get(number);
    if (succession === undefined) return false;
    if (closed === REORGANISED) {
      succession.line = Buffer.from(JSON.stringify(line));
      return true;
    }
    for (const _ of succession.successors) report.drop('reorganisations: the source is not removed for it', number);
    this.#successions.delete(number);
    return false;
  }

  /** Gives the lines that were held back, once all companies are read. */
  *lines(report: ImportReport): Generator<RegisterLine> {
    for (const [number, { successors, divided, line }] of this.#successions) {
      if (line === undefined) {
        for (const _ of successors) report.drop('reorganisations: of a source without a line', number);
        continue;
      }
      const ordinary = JSON.parse(line.toString()) as RegisterLine;
      const usable = successors.filter((final) => this.#hasLine.get(final) === true && !this.#leadsTo(final, number));
      const [first] = usable;
      if (first === undefined) {
        report.note('successor has no line or leads back: kept as an ordinary record', number);
        yield ordinary;
      } else if (divided || successors.length > 1) {
        if (usable.length < successors.length) report.note('split of which some successors have no line', number);
        yield { ...ordinary, lifecycle: { status: 'split', successor_ids: usable.map(idOf) } };
      } else {
        yield { ...ordinary, lifecycle: { status: 'redirected', canonical_id: idOf(first) } };
      }
    }
  }

  /** Whether a walk along successors from `from` comes to `target`, or is too long to be followed. */
  #leadsTo(from: string, target: string): boolean {
    const visited = new Set([from]);
    for (const number of visited) {
      if (number === target || visited.size > CHAIN_MAX) return true;
      const { line, successors } = this.#successions.get(number) ?? {};
      if (line !== undefined) for (const successor of successors ?? []) visited.add(successor);
    }
    return false;
  }
}

/** The id that `build` knows an entity by, whatever its own id is. */
function idOf(number: string): string {
  return deriveCompanyId({
    kind: 'identifier',
    scheme: 'national_registry_number',
    scope: 'LV',
    comparedValue: foldNumber(number),
  });
}
