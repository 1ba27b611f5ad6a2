import type { Figures } from './measure.ts';
import type { MixName } from './mixes.ts';
import type { Plan } from './plan.ts';

/** The result of one mix. */
export interface MixResult {
  readonly name: MixName;
  readonly title: string;
  readonly questions: number;
  /** Number of distinct questions. */
  readonly distinct: number;
  /** By contestant, ours first. */
  readonly figures: ReadonlyMap<string, Figures>;
  /** Number of peer responses compared with ours. */
  readonly checked: number;
  /** Its first questions, each as one line. */
  readonly first: readonly string[];
}

/** The default number of workers and one worker; as many threads of bare node:http and one thread. */
export interface WorkersResult {
  readonly workers: number;
  readonly one: Figures;
  readonly all: Figures;
  readonly bareOne: Figures;
  readonly bareAll: Figures;
}

/** Disk space, memory and start of a server. */
export interface Footprint {
  readonly name: string;
  /** Name and version of the program. */
  readonly version: string;
  readonly bytes: number;
  readonly loadSeconds?: number | undefined;
  /** From start to first response, for each start. */
  readonly startMs: readonly number[];
  /** In MiB, of all its processes without the page cache, after all mixes. */
  readonly memoryMb: number;
}

/** The service with more companies than another. */
export interface Growth {
  readonly companies: readonly [some: number, more: number];
  /** Of the service with more companies, and of the one with fewer. */
  readonly memoryMb: number;
  readonly memoryMbBefore: number;
  readonly bytes: number;
  /** Both sizes by mix. */
  readonly mixes: readonly { readonly title: string; readonly some: Figures; readonly more: Figures }[];
}

/** All results of a run. */
export interface Results {
  readonly plan: Plan;
  readonly date: string;
  readonly machine: string;
  /** The cores of servers and load. */
  readonly pinned: string;
  readonly ours: Footprint;
  readonly peers: readonly Footprint[];
  /** Peers that are not installed, and the missing programs. */
  readonly missing: readonly string[];
  readonly mixes: readonly MixResult[];
  readonly workers: WorkersResult | undefined;
}
