import { InputError } from '../../model/index.ts';
import type { CompanyLifecycle } from '../../model/index.ts';

/**
 * Resolves the ids in redirected and split lifecycles to current records. A line may name a company by its id or by any alias: an id
 * derived from one of the company's keys or joining identifiers.
 */
export class RedirectResolver {
  /** Every id that a lifecycle names, with the id of the company that has this id as its own or as an alias. */
  readonly #references = new Map<string, string | undefined>();
  readonly #canonicalOf = new Map<string, string>();
  readonly #restricted = new Set<string>();
  /** Cached ends of redirect chains. */
  readonly #endOf = new Map<string, string>();
  readonly #isElsewhere: (id: string) => boolean;

  /** @param isElsewhere whether an id is that of an active company that is not added, because nothing about it has changed */
  constructor(isElsewhere: (id: string) => boolean = () => false) {
    this.#isElsewhere = isElsewhere;
  }

  /** Adds the ids that a lifecycle names. Every lifecycle must be added before the first company. */
  addReferences(lifecycle: CompanyLifecycle | undefined): void {
    if (lifecycle?.canonical_id !== undefined) this.#references.set(lifecycle.canonical_id, undefined);
    for (const id of lifecycle?.successor_ids ?? []) this.#references.set(id, undefined);
  }

  /** Whether any lifecycle refers to a company. If none does, aliases are not needed. */
  get hasReferences(): boolean {
    return this.#references.size > 0;
  }

  /** Adds a company. Returns whether a lifecycle refers to it by an alias. */
  addCompany(id: string, aliases: readonly string[], lifecycle: CompanyLifecycle): boolean {
    let isAliased = false;
    for (const alias of aliases) {
      if (!this.#references.has(alias)) continue;
      // An id refers to the company that has it, even if it is also an alias of another company.
      this.#references.set(alias, this.#references.get(alias) ?? id);
      isAliased ||= alias !== id;
    }
    if (this.#references.has(id)) this.#references.set(id, id);
    if (lifecycle.status === 'restricted') this.#restricted.add(id);
    if (lifecycle.canonical_id !== undefined) this.#canonicalOf.set(id, lifecycle.canonical_id);
    return isAliased;
  }

  isRestricted(id: string | undefined): boolean {
    return id !== undefined && this.#restricted.has(id);
  }

  /**
   * Returns the lifecycle of the company `id` with resolved ids. Every company must have been added before.
   * @throws {InputError} naming the ids of a redirect without a target or in a circle
   */
  resolve(id: string, lifecycle: CompanyLifecycle): CompanyLifecycle {
    if (lifecycle.status === 'redirected') {
      return { status: 'redirected', canonical_id: this.#followFrom(id, lifecycle.canonical_id ?? '') };
    }
    if (lifecycle.status === 'split') {
      const successors = (lifecycle.successor_ids ?? []).map((successor) => this.#followFrom(id, successor));
      return { status: 'split', successor_ids: [...new Set(successors)] };
    }
    return lifecycle;
  }

  #followFrom(from: string, reference: string): string {
    const path = new Set([from]);
    let next = reference;
    for (let last = from; ;) {
      // As in `addCompany`: an id refers to the company that has it, also if that one is not added.
      const company = this.#isElsewhere(next) ? next : this.#references.get(next);
      if (company === undefined) {
        throw new InputError(
          `Cannot resolve where "${last}" leads: no company in the inputs has the id "${next}", ` +
            'nor a key or identifier from which that id is derived',
        );
      }
      if (path.has(company)) {
        throw new InputError(`Cannot resolve where "${from}" leads: ${chainText([...path, company])} is a circle`);
      }
      path.add(company);
      last = company;
      const further = this.#endOf.get(company) ?? this.#canonicalOf.get(company);
      if (further === undefined) {
        for (const id of path) if (id !== company) this.#endOf.set(id, company);
        return company;
      }
      next = further;
    }
  }
}

/** Maximum number of ids of a circle in a message: the first ids, and the last. */
const CHAIN_SHOWN_MAX = 8;

function chainText(ids: readonly string[]): string {
  const shown = ids.length <= CHAIN_SHOWN_MAX ? ids : [...ids.slice(0, CHAIN_SHOWN_MAX - 2), '…', ...ids.slice(-1)];
  return shown.join(' → ');
}
