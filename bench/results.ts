import type { Figures } from './measure.ts';
import type { MixName } from './mixes.ts';
import type { Plan } from './plan.ts';
import type { Question } from './questions.ts';

/** The result of one mix. */
export interface MixResult {
  readonly name: MixName;
  readonly title: string;
  readonly questions: number;
  /** How many of the questions are different. */
  readonly distinct: number;
  /** By the name of the contestant, ours first. */
  readonly figures: ReadonlyMap<string, Figures>;
  /** How many answers of peers were compared with ours. */
  readonly checked: number;
  /** The first of its questions. */
  readonly first: readonly Question[];
}

/** What the default number of workers costs beside one, and as many threads of bare node:http beside one. */
export interface WorkersResult {
  readonly workers: number;
  readonly one: Figures;
  readonly all: Figures;
  readonly bareOne: Figures;
  readonly bareAll: Figures;
}

/** Disk, memory and start of a server. */
export interface Footprint {
  readonly name: string;
  /** Name and version of the program. */
  readonly version: string;
  readonly bytes: number;
  readonly note?: string | undefined;
  readonly loadSeconds?: number | undefined;
  /** From its start to its first answer, each time. */
  readonly startMs: readonly number[];
  /** Of all its processes beyond the page cache, after all mixes. */
  memoryMb: number;
}

/** The service with ten times the companies. */
export interface Growth {
  readonly companies: readonly [some: number, more: number];
  readonly startMs: readonly number[];
  readonly memoryMb: number;
  readonly bytes: number;
  /** By mix: both sizes, asked in turns. */
  readonly mixes: readonly { readonly title: string; readonly some: Figures; readonly more: Figures }[];
}

/** All results of a run. */
export interface Results {
  readonly plan: Plan;
  readonly date: string;
  readonly machine: string;
  /** On which cores servers and load ran. */
  readonly pinned: string;
  readonly ours: Footprint;
  readonly peers: readonly Footprint[];
  /** Peers that are not installed, with the programs that were looked for. */
  readonly missing: readonly string[];
  readonly mixes: readonly MixResult[];
  readonly growth: Growth | undefined;
  readonly workers: WorkersResult | undefined;
}
