import { ordinary, type ImportReport } from '../../importer/index.ts';
import { InputError, deriveCompanyId, foldNumber, type RegisterLine } from '../../model/index.ts';

/**
 * How many records with successors are held back until everything has been read, at some 700 bytes each. Of 3.4 million
 * published records about 27,000 carry one.
 */
const HELD_MAX = 1_000_000;

/** How many records a walk along successors visits. Longer chains are refused like loops; the longest known have a few. */
const CHAIN_MAX = 64;

/** A record that names successors, with the two ways it can end. */
export interface Held {
  readonly lei: string;
  /** The line it gives where no successor can be found; undefined where it then has no place in the data. */
  readonly ordinary: RegisterLine | undefined;
  /** The line it gives where one can; its lifecycle is still missing. */
  readonly succeeded: RegisterLine;
  /** LEIs as {@linkcode foldNumber} gives them. */
  readonly successors: readonly string[];
}

/** Records whose fate depends on others. A redirect must never point at nothing, at itself or in a circle. */
export class HeldRecords {
  readonly #held = new Map<string, Held>();
  readonly #exists = new Map<string, boolean>();
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  hold(held: Held): void {
    if (this.#held.size === HELD_MAX) {
      throw new InputError(`Cannot import: more than ${HELD_MAX} records name a successor`);
    }
    this.#held.set(foldNumber(held.lei), held);
  }

  /**
   * Gives the lines of all held records. `isWritten` says whether an LEI that is not held has a line.
   *
   * A successor counts when it has a line itself and does not lead back. With no such successor left, a record stays an
   * ordinary one or is dropped; both are counted. The result does not depend on the order of the records.
   */
  *lines(isWritten: (lei: string) => boolean): Generator<RegisterLine> {
    for (const [lei, held] of this.#held) {
      const [first, ...more] = this.#usable(lei, held, isWritten);
      if (first === undefined) {
        const reason = held.successors.some((successor) => this.#leadsTo(successor, lei)) ? 'leads back' : 'is missing';
        if (held.ordinary === undefined) this.#report.drop(`ANNULLED, and its successor ${reason}`, held.lei);
        else this.#report.note(`successor ${reason}, kept as an ordinary record`, held.lei);
        if (held.ordinary !== undefined) yield held.ordinary;
      } else if (held.successors.length > 1) {
        if (more.length + 1 < held.successors.length) {
          this.#report.note('split of which some successors are missing or lead back', held.lei);
        }
        this.#report.note(ordinary('split into its successors'), held.lei);
        yield {
          ...held.succeeded,
          lifecycle: { status: 'split', successor_ids: [first, ...more].map((successor) => idOf(successor)) },
        };
      } else {
        this.#report.note(ordinary('redirected to its successor'), held.lei);
        yield { ...held.succeeded, lifecycle: { status: 'redirected', canonical_id: idOf(first) } };
      }
    }
  }

  #usable(lei: string, held: Held, isWritten: (lei: string) => boolean): string[] {
    return held.successors.filter((successor) => !this.#leadsTo(successor, lei) && this.#hasLine(successor, isWritten));
  }

  /** Whether an LEI ends up with a line. Usable successors never lead in a circle, so this ends. */
  #hasLine(lei: string, isWritten: (lei: string) => boolean): boolean {
    const held = this.#held.get(lei);
    if (held === undefined) return isWritten(lei);
    if (held.ordinary !== undefined) return true;
    const known = this.#exists.get(lei);
    if (known !== undefined) return known;
    const exists = this.#usable(lei, held, isWritten).length > 0;
    this.#exists.set(lei, exists);
    return exists;
  }

  /** Whether a walk along successors from `from` comes to `target`, or is too long to be followed. */
  #leadsTo(from: string, target: string): boolean {
    const visited = new Set([from]);
    for (const lei of visited) {
      if (lei === target || visited.size > CHAIN_MAX) return true;
      for (const successor of this.#held.get(lei)?.successors ?? []) visited.add(successor);
    }
    return false;
  }
}

/** `build` finds a company by any id that one of its joining identifiers gives, whatever its own id is. */
function idOf(foldedLei: string): string {
  return deriveCompanyId({ kind: 'identifier', scheme: 'lei', scope: '', comparedValue: foldedLei });
}
