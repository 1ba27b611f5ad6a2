import type { CompanyClassification, CompanyCounts } from '../../model/index.ts';
import type { SnapshotMetadata } from './metadata.ts';

/**
 * Maximum number of counts. Thirty-five countries with two revisions of NACE and a century of years have some 12,000. Data with more has
 * a text of its own as scheme of every company: it gets no counts.
 */
const COUNTS_MAX = 100_000;

/** The parts of a company that are counted. */
export interface TalliedCompany {
  readonly countries: readonly string[];
  /** The first one. */
  readonly activity?: Pick<CompanyClassification, 'scheme' | 'code'> | undefined;
  readonly registered_on?: string | undefined;
  readonly closed_on?: string | undefined;
}

/** The division of NACE that a code of a national scheme begins with. Codes of other forms may have lost a zero at their start. */
const DIVISION = /^\d{2}(?:\d{2}|\.|$)/;

/** Counts by name, or further names. */
type Tree = Map<string, Tree | number>;

/** Counts companies by country, year and activity, see {@linkcode CompanyCounts}. */
export class CompanyTally {
  /** As in the metadata. */
  readonly #countries: Tree = new Map();
  /** Number of counts. */
  #size = 0;

  /** Adds what {@linkcode finish} returned. */
  addAll(counts: Readonly<Record<string, CompanyCounts>>): void {
    this.#addTree(this.#countries, counts);
  }

  /** Adds a company, or removes one if `by` is -1. */
  add({ countries, activity, registered_on: registered, closed_on: closed }: TalliedCompany, by: 1 | -1 = 1): void {
    // There are too many even if as many are removed as `addAll` adds.
    if (this.#size > 2 * COUNTS_MAX) return;
    for (const country of countries) {
      const counts = branch(this.#countries, country);
      this.#add(counts, 'companies', by);
      if (registered !== undefined) this.#add(branch(counts, 'registered'), registered.slice(0, 4), by);
      if (closed !== undefined) this.#add(branch(counts, 'closed'), closed.slice(0, 4), by);
      if (activity === undefined) continue;
      const { scheme, code } = activity;
      this.#add(branch(branch(counts, 'activities'), scheme), DIVISION.test(code) ? code.slice(0, 2) : '', by);
    }
  }

  /** Returns the counts by country; undefined if there are too many. */
  finish(): SnapshotMetadata['company_counts'] {
    return this.#size > COUNTS_MAX ? undefined : (toObject(this.#countries) as Record<string, CompanyCounts>);
  }

  #addTree(tree: Tree, counts: object): void {
    for (const [name, value] of Object.entries(counts) as [string, number | object][])
      if (typeof value === 'number') this.#add(tree, name, value);
      else this.#addTree(branch(tree, name), value);
  }

  #add(tree: Tree, name: string, by: number): void {
    const before = tree.get(name) as number | undefined;
    const count = (before ?? 0) + by;
    tree.set(name, count);
    if (before === undefined) this.#size++;
    if (count === 0 && tree.delete(name)) this.#size--;
  }
}

function branch(tree: Tree, name: string): Tree {
  let found = tree.get(name) as Tree | undefined;
  if (found === undefined) tree.set(name, (found = new Map()));
  return found;
}

/** Returns the counts as JSON has them, in the order of their names. */
function toObject(tree: Tree): object {
  const sorted = [...tree].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const values = sorted.map(([name, value]) => [name, typeof value === 'number' ? value : toObject(value)] as const);
  return Object.fromEntries(values.filter(([, value]) => typeof value === 'number' || Object.keys(value).length > 0));
}
