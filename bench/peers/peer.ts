import type { ChildProcess } from 'node:child_process';
import type { Cores } from '../machine.ts';

/** The folder, data and cores of a peer. */
export interface DataSite {
  /** A folder of its own for its files. */
  readonly folder: string;
  /** The companies, as rows.ts reads them. */
  readonly rows: string;
  readonly cores: Cores | undefined;
}

/** The same with the service's HTTP layer. */
export interface PeerSite extends DataSite {
  /** Starts the HTTP layer with a backend, which is opened with `options`. */
  readonly serve: (backend: BackendName, options: string) => Promise<PortOf>;
}

/** A backend for the service's HTTP layer: `backends/NAME.ts`. */
export type BackendName = 'postgresql' | 'sqlite';

/** A running database server. */
export interface DatabaseServer {
  readonly pid: number;
  /** What its backend is opened with: a socket, or the folder of one. */
  readonly address: string;
  /** Ends it, by the signal with which it ends best or by another one. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

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
  /** The process of the database, with its descendants; undefined where there is no other process. */
  readonly data: number | undefined;
  readonly stop: () => Promise<void>;
}

/** The size of a peer's data. */
export interface Loaded {
  /** Bytes on disk, tables and indexes. */
  readonly bytes: number;
  /** Added to the report. */
  readonly note?: string;
}

/** A program that people would use instead. */
export interface Peer {
  readonly name: string;
  /** Returns its name and version. Throws a {@linkcode Missing} where it is not installed. */
  readonly find: () => string;
  /** Writes the companies to its files. */
  readonly load: (site: DataSite) => Promise<Loaded>;
  /** Starts it and waits until it answers. */
  readonly start: (site: PeerSite) => Promise<RunningPeer>;
}

/** A peer that is not installed. The message says what was looked for. */
export class Missing extends Error {}
