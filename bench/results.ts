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
  /** Figures by contestant, ours first. */
  readonly figures: ReadonlyMap<string, Figures>;
  /** Number of peer responses compared with ours. */
  readonly checked: number;
  /** The first questions of the mix, each as one line. */
  readonly first: readonly string[];
}

/** Figures of the default number of workers and of one worker; of the same number of threads of bare node:http and of one thread. */
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
  /** Number of bytes of details, which the peers do not hold. */
  readonly detailsBytes?: number;
  readonly loadSeconds?: number | undefined;
  /** Time from start to first response, for each start. */
  readonly startMs: readonly number[];
  /** Memory in MiB of all its processes without the page cache, after all mixes. */
  readonly memoryMb: number;
}

/** Compares the service over a larger number of companies with the service over a smaller one. */
export interface Growth {
  readonly companies: readonly [some: number, more: number];
  /** Memory of the service with more companies, and of the service with fewer. */
  readonly memoryMb: number;
  readonly memoryMbBefore: number;
  readonly bytes: number;
  /** Figures of both sizes by mix. */
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
  /** Peers that are not installed, each with the program that is missing. */
  readonly missing: readonly string[];
  readonly mixes: readonly MixResult[];
  readonly workers: WorkersResult | undefined;
}
