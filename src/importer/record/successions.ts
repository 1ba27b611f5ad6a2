import {
  InputError,
  deriveCompanyId,
  foldNumber,
  type CompanyIdentifier,
  type RegisterLine,
} from '../../model/index.ts';
import { ordinary, type ImportReport } from '../report.ts';

/** The maximum number of successors and of held records, some 700 bytes each. Of 3.4 million LEI records 27,000 name a successor. */
const RECORDS_MAX = 1_000_000;

/** The maximum length of a chain of successors. Longer chains are refused like loops; the longest known have a few links. */
const CHAIN_MAX = 64;

/** A record that names successors, with the two ways it can end. */
export interface Succession {
  /** Its line without a usable successor; undefined if it is dropped then. */
  readonly ordinary: RegisterLine | undefined;
  /** Its line with a usable successor, without its lifecycle. */
  readonly succeeded: RegisterLine;
  /** The keys of its successors, each once. */
  readonly successors: readonly string[];
  /** Whether it has several successors, also if the register names only one. */
  readonly isSplit: boolean;
}

/** Records that continue as others. A redirect never points at a missing record, at itself or in a circle. */
export class Successions {
  readonly #report: ImportReport;
  readonly #identifier: Pick<CompanyIdentifier, 'scheme' | 'country_scope'>;
  /** Whether a named successor has a line. */
  readonly #named = new Map<string, boolean>();
  readonly #held = new Map<string, Succession>();
  readonly #exists = new Map<string, boolean>();

  /** @param identifier the identifier whose values are the keys */
  constructor(report: ImportReport, identifier: Pick<CompanyIdentifier, 'scheme' | 'country_scope'>) {
    this.#report = report;
    this.#identifier = identifier;
  }

  /** Takes the key of a successor. Call it for all records before the first line. */
  name(key: string): void {
    this.#named.set(key, false);
    if (this.#named.size > RECORDS_MAX) throw new InputError(`Cannot import: more than ${RECORDS_MAX} successors`);
  }

  /** Takes the key of a record with a line. */
  written(key: string): void {
    if (this.#named.has(key)) this.#named.set(key, true);
  }

  /** Takes a record with successors. */
  hold(key: string, succession: Succession): void {
    this.#held.set(key, succession);
    if (this.#held.size > RECORDS_MAX) {
      throw new InputError(`Cannot import: more than ${RECORDS_MAX} records name a successor`);
    }
  }

  /**
   * The lines of all held records. A successor is usable if it has a line and does not lead back. Without one, a record is an ordinary
   * record or is dropped; both are counted. The result does not depend on the order of the records.
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
        const successor_ids = usable.map((successor) => this.#idOf(successor));
        yield { ...held.succeeded, lifecycle: { status: 'split', successor_ids } };
      } else {
        this.#report.note(ordinary('redirected to its successor'), key);
        yield { ...held.succeeded, lifecycle: { status: 'redirected', canonical_id: this.#idOf(first) } };
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
  #idOf(key: string): string {
    const { scheme, country_scope: scope = '' } = this.#identifier;
    return deriveCompanyId({ kind: 'identifier', scheme, scope, comparedValue: foldNumber(key) });
  }
}
