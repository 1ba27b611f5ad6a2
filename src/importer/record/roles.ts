import type { LineOfficer } from '../../model/index.ts';
import { nonEmpty, present } from './present.ts';

/** An officer without the source, which is the same for all officers of a file. */
export type NamedOfficer = Omit<LineOfficer, 'source'>;

/** The members of an officer that may be unknown. */
type Holder = { readonly name: string } & {
  readonly [Member in 'kind' | 'appointed_on' | 'resigned_on']?: NamedOfficer[Member] | undefined;
};

/**
 * Groups the roles of a company by their holders: each holder is one officer with all its roles.
 * @typeParam Own what officers have besides: a source of their own
 */
export class OfficerRoles<Own extends Partial<LineOfficer> = object> {
  readonly #holders = new Map<string, { readonly holder: Holder & Own; readonly roles: Set<string> }>();

  /** @param key equal for the roles that make one officer; what was first said of the holder is kept */
  add(key: string, holder: Holder & Own, ...roles: readonly (string | undefined)[]): void {
    const known = this.#holders.get(key) ?? { holder, roles: new Set() };
    for (const role of roles) if (role !== undefined) known.roles.add(role);
    this.#holders.set(key, known);
  }

  /** The officers in the order in which they were first named. */
  get officers(): (NamedOfficer & Own)[] {
    return Array.from(this.#holders.values(), ({ holder: { name, kind, ...others }, roles }) => {
      const officer = present<NamedOfficer>({ name, kind, roles: nonEmpty(roles), ...others });
      return officer as NamedOfficer & Own;
    });
  }
}

/** Officers as a line has them, each with the source; undefined where there are none. */
export function withSource(
  officers: readonly NamedOfficer[],
  source: LineOfficer['source'],
): LineOfficer[] | undefined {
  return nonEmpty(officers.map((officer) => ({ ...officer, source })));
}
