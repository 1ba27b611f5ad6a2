/** Nights of a crawled register, for tests: changes and faults. */
import fc from 'fast-check';

export const CHANGES = [
  'found',
  'rename',
  'renumber',
  'end',
  'strike off',
  'come back',
  'restrict',
  'decide to restrict',
  'decide to release',
] as const;
export type Change = (typeof CHANGES)[number];

export const BREAKS = ['crawl not at all', 'break the import', 'do not import', 'lose the responses'] as const;

/** The events of a night. */
export interface Night {
  readonly changes: readonly { readonly change: Change; readonly who: number }[];
  /** Number of pages that are requested before the window ends or the crawl is killed. */
  readonly pages: number;
  /** Whether a change feed names the companies that changed tonight. */
  readonly hasFeed: boolean;
  /** The companies that are requested in addition. */
  readonly asked: readonly number[];
  readonly breaks: (typeof BREAKS)[number] | undefined;
  /** Number of records after which an import breaks. */
  readonly breaksAt: number;
  /** Number of days until the next night. */
  readonly days: number;
}

export const night: fc.Arbitrary<Night> = fc.record({
  changes: fc.array(fc.record({ change: fc.constantFrom(...CHANGES), who: fc.nat(30) }), {
    minLength: 1,
    maxLength: 6,
  }),
  pages: fc.nat(4),
  hasFeed: fc.boolean(),
  asked: fc.array(fc.nat(30), { maxLength: 2 }),
  breaks: fc.option(fc.constantFrom(...BREAKS), { nil: undefined, freq: 2 }),
  breaksAt: fc.nat(8),
  days: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })),
});
