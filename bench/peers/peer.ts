import type { ChildProcess } from 'node:child_process';
import type { LoadRequest } from '../load.ts';
import type { Cores } from '../machine.ts';
import type { Question } from '../questions.ts';

/** What a peer is given to work with. */
export interface PeerSite {
  /** A folder of its own for its files. */
  readonly folder: string;
  /** The companies, as rows.ts reads them. */
  readonly rows: string;
  readonly cores: Cores | undefined;
  /** Starts the HTTP layer over the data that `options` lead to. */
  readonly serve: (backend: BackendName, options: string) => Promise<PortOf>;
}

/** The data behind the service's HTTP layer: `backends/NAME.ts`. */
export type BackendName = 'postgresql' | 'redis' | 'sqlite';

/** A process that listens. */
export interface PortOf {
  readonly port: number;
  readonly child: ChildProcess;
}

/** A peer that answers. */
export interface RunningPeer {
  readonly port: number;
  /** The process that speaks HTTP. */
  readonly front: number;
  /** The process of the database, with those that it started; undefined where it is in the same process. */
  readonly data: number | undefined;
  readonly stop: () => Promise<void>;
}

/** What a peer's data take. */
export interface Loaded {
  /** Bytes on disk, tables and indexes. */
  readonly bytes: number;
  /** What is to be known of them; nothing for most. */
  readonly note?: string;
}

/** Something that people would use instead. */
export interface Peer {
  readonly name: string;
  /** Says what it is and its version; throws a {@linkcode Missing} where it is not installed. */
  readonly find: () => string;
  /** Fills its files with the companies. */
  readonly load: (site: PeerSite) => Promise<Loaded>;
  /** Starts it over its files, until it answers. */
  readonly start: (site: PeerSite) => Promise<RunningPeer>;
  /** How it is asked, where it is not behind the service's HTTP layer: undefined is what it cannot be asked. */
  readonly requestOf?: (question: Question) => LoadRequest | undefined;
  /** The companies or officers of an answer of its own form, as the service would write them. */
  readonly dataOf?: (body: Buffer, question: Question) => string;
}

/** A peer that is not installed. The message says what was looked for. */
export class Missing extends Error {}
