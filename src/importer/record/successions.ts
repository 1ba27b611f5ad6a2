import {
  InputError,
  deriveCompanyId,
  foldNumber,
  type CompanyIdentifier,
  type RegisterLine,
} from '../../model/index.ts';
import { ordinary, type ImportReport } from '../report.ts';

/** Maximum number of successors and of held records, at some 700 bytes each. Of 3.4 million LEI records 27,000 name a successor. */
const RECORDS_MAX = 1_000_000;

/** Maximum number of records in a chain of successors. Longer chains are treated as loops; the longest known chains have a few records. */
const CHAIN_MAX = 64;

/** A record that names successors, with the line for each of its two possible outcomes. */
export interface Succession {
  /** The line of the record if no successor is usable; undefined if the record is dropped in this case. */
  readonly ordinary: RegisterLine | undefined;
  /** The line of the record if a successor is usable; the lifecycle is added later. */
  readonly succeeded: RegisterLine;
  /** The keys of the successors, without duplicates. */
  readonly successors: readonly string[];
  /** Whether the company was split into several, even if the register names only one successor. */
  readonly isSplit: boolean;
}

/** Collects records that have successors and makes their lines. A redirect never points to a missing record, to itself or in a circle. */
export class Successions {
  readonly #report: ImportReport;
  readonly #identifier: Pick<CompanyIdentifier, 'scheme' | 'country_scope'>;
  /** For each named successor, whether it has a line. */
  readonly #named = new Map<string, boolean>();
  readonly #held = new Map<string, Succession>();
  readonly #exists = new Map<string, boolean>();

  /** @param identifier the scheme and scope of the identifier whose values are the keys */
  constructor(report: ImportReport, identifier: Pick<CompanyIdentifier, 'scheme' | 'country_scope'>) {
    this.#report = report;
    this.#identifier = identifier;
  }

  /** Registers the key of a successor. Must be called for all successors before the first line. */
  name(key: string): void {
    this.#named.set(key, false);
    if (this.#named.size > RECORDS_MAX) throw new InputError(`Cannot import: more than ${RECORDS_MAX} successors`);
  }

  /** Whether the key is that of a successor. */
  isNamed(key: string): boolean {
    return this.#named.has(key);
  }

  /** Registers the key of a record that has a line. */
  written(key: string): void {
    if (this.#named.has(key)) this.#named.set(key, true);
  }

  /** Holds a record with successors until all records are read. */
  hold(key: string, succession: Succession): void {
    this.#held.set(key, succession);
    if (this.#held.size > RECORDS_MAX) {
      throw new InputError(`Cannot import: more than ${RECORDS_MAX} records name a successor`);
    }
  }

  /**
   * Yields the lines of all held records. A successor is usable if it has a line and does not lead back to the record. A record without a
   * usable successor becomes an ordinary line or is dropped; both are counted. The order of the records does not matter.
   */
  *lines(): Generator<RegisterLine> {
    for (const [key, held] of this.#held) {
      const usable = this.#usable(key, held);
      const [first] = usable;
      if (first === undefined) {
        const leadsBack = held.successors.some((successor) => this.#leadsTo(successor, key));
        const reason = `successor ${leadsBack ? 'leads back' : 'is missing'}`;
        if (held.ordinary === undefined) this.#report.drop(`${reason}, no line of its own`, key);
        else this.#report.note(`${reason}, kept as an ordinary record`, key);
        if (held.ordinary !== undefined) yield held.ordinary;
      } else if (held.isSplit) {
        if (usable.length < held.successors.length) {
          this.#report.note('split of which some successors are missing or lead back', key);
        }
        this.#report.note(ordinary('split into its successors'), key);
        const successor_ids = usable.map((successor) => this.#deriveId(successor));
        yield { ...held.succeeded, lifecycle: { status: 'split', successor_ids } };
      } else {
        this.#report.note(ordinary('redirected to its successor'), key);
        yield { ...held.succeeded, lifecycle: { status: 'redirected', canonical_id: this.#deriveId(first) } };
      }
    }
  }

  #usable(key: string, { successors }: Succession): string[] {
    return successors.filter((successor) => !this.#leadsTo(successor, key) && this.#hasLine(successor));
  }

  /** Whether a record has a line. Usable successors never lead in a circle, so the recursion ends. */
  #hasLine(key: string): boolean {
    const held = this.#held.get(key);
    if (held === undefined) return this.#named.get(key) === true;
    if (held.ordinary !== undefined) return true;
    const known = this.#exists.get(key);
    if (known !== undefined) return known;
    const exists = this.#usable(key, held).length > 0;
    this.#exists.set(key, exists);
    return exists;
  }

  /** Whether a chain of successors from `from` reaches `target`, or is too long. */
  #leadsTo(from: string, target: string): boolean {
    const visited = new Set([from]);
    for (const key of visited) {
      if (key === target || visited.size > CHAIN_MAX) return true;
      for (const successor of this.#held.get(key)?.successors ?? []) visited.add(successor);
    }
    return false;
  }

  /** `build` finds a company by the id of any of its joining identifiers. */
  #deriveId(key: string): string {
    const { scheme, country_scope: scope = '' } = this.#identifier;
    return deriveCompanyId({ kind: 'identifier', scheme, scope, comparedValue: foldNumber(key) });
  }
}
