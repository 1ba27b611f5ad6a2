import type { Figures } from './measure.ts';
import type { MixName } from './mixes.ts';
import type { Plan } from './plan.ts';

/** What a mix showed. */
export interface MixResult {
  readonly name: MixName;
  readonly title: string;
  readonly questions: number;
  readonly distinct: number;
  /** By the name of the contestant, ours first. */
  readonly figures: ReadonlyMap<string, Figures>;
}

/** What a server takes, apart from any mix. */
export interface Footprint {
  readonly name: string;
  /** What it is, with its version. */
  readonly version: string;
  readonly bytes: number;
  readonly note?: string | undefined;
  readonly loadSeconds?: number | undefined;
  /** From its start to its first answer, each time. */
  readonly startMs: readonly number[];
  /** Of all its processes beyond the page cache, after all mixes. */
  memoryMb: number;
}

/** What ten times the companies change. */
export interface Growth {
  readonly companies: readonly [some: number, more: number];
  readonly startMs: readonly number[];
  readonly memoryMb: number;
  readonly bytes: number;
  /** By mix: both sizes, asked in turns. */
  readonly mixes: readonly { readonly title: string; readonly some: Figures; readonly more: Figures }[];
}

/** Everything that a run showed. */
export interface Results {
  readonly plan: Plan;
  readonly date: string;
  readonly machine: string;
  /** On which cores servers and load ran. */
  readonly pinned: string;
  readonly ours: Footprint;
  readonly peers: readonly Footprint[];
  /** What is not installed, and what was looked for. */
  readonly missing: readonly string[];
  readonly mixes: readonly MixResult[];
  /** How many answers of peers were compared with ours. */
  readonly checked: number;
  readonly growth: Growth | undefined;
  /** The most expensive questions, the first first. */
  readonly expensive: readonly string[];
}
