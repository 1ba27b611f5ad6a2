import { InputError } from '../../model/index.ts';
import type { CompanyLifecycle } from '../../model/index.ts';
import type { MergedCompany } from '../survivorship/merge-lines.ts';

/**
 * Resolves where redirected and split records lead: to the current record, in one step. A line may name a company by
 * its id or by any id derived from one of the company's keys or joining identifiers.
 */
export class Succession {
  /** Ids that some line names, with the id of the company they turned out to name. */
  readonly #named = new Map<string, string | undefined>();
  readonly #canonicalOf = new Map<string, string>();
  readonly #restricted = new Set<string>();
  /** Where redirected companies end, as far as somebody has already gone the way. */
  readonly #resolved = new Map<string, string>();

  /** Notes the ids that a lifecycle names. Every lifecycle must be noted before the first company is settled. */
  note(lifecycle: CompanyLifecycle | undefined): void {
    if (lifecycle?.canonical_id !== undefined) this.#named.set(lifecycle.canonical_id, undefined);
    for (const id of lifecycle?.successor_ids ?? []) this.#named.set(id, undefined);
  }

  /** Whether anybody may be named by an alias, so that aliases are worth computing. */
  get hasNames(): boolean {
    return this.#named.size > 0;
  }

  /** Tells that a company has this id and can be named by these aliases. */
  settle(id: string, aliases: readonly string[], lifecycle: CompanyLifecycle): void {
    for (const alias of aliases) {
      // A company's own id names it, whatever other company could be named so.
      if (this.#named.has(alias)) this.#named.set(alias, this.#named.get(alias) ?? id);
    }
    if (this.#named.has(id)) this.#named.set(id, id);
    if (lifecycle.status === 'restricted') this.#restricted.add(id);
    if (lifecycle.canonical_id !== undefined) this.#canonicalOf.set(id, lifecycle.canonical_id);
  }

  /** Whether a company that was settled is restricted. */
  isRestricted(id: string | undefined): boolean {
    return id !== undefined && this.#restricted.has(id);
  }

  /**
   * The lifecycle with its ids resolved, once every company is settled. Throws an InputError that names the ids where
   * a redirect leads nowhere or in a circle.
   */
  resolve(id: string, lifecycle: MergedCompany['lifecycle']): CompanyLifecycle {
    if (lifecycle.status === 'redirected') {
      return { status: 'redirected', canonical_id: this.#currentOf(id, lifecycle.canonical_id ?? '') };
    }
    if (lifecycle.status === 'split') {
      const successors = (lifecycle.successor_ids ?? []).map((successor) => this.#currentOf(id, successor));
      return { status: 'split', successor_ids: [...new Set(successors)] };
    }
    return lifecycle;
  }

  #currentOf(from: string, named: string): string {
    const path = new Set([from]);
    let next = named;
    for (let last = from; ;) {
      const company = this.#named.get(next);
      if (company === undefined) {
        throw new InputError(
          `Cannot resolve where "${last}" leads: no company in the inputs has the id "${next}" ` +
            'nor a key or identifier that it is derived from',
        );
      }
      if (path.has(company)) {
        throw new InputError(`Cannot resolve where "${from}" leads: ${circleText([...path, company])} is a circle`);
      }
      path.add(company);
      last = company;
      const further = this.#resolved.get(company) ?? this.#canonicalOf.get(company);
      if (further === undefined) {
        // Whoever comes by here later goes the whole way in one step.
        for (const id of path) if (id !== company) this.#resolved.set(id, company);
        return company;
      }
      next = further;
    }
  }
}

/** How many ids a message names; a longer circle is shown by its ends. */
const CIRCLE_SHOWN_MAX = 8;

function circleText(ids: readonly string[]): string {
  const shown = ids.length <= CIRCLE_SHOWN_MAX ? ids : [...ids.slice(0, CIRCLE_SHOWN_MAX - 2), '…', ...ids.slice(-1)];
  return shown.join(' → ');
}
