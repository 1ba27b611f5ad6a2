import type { ChildProcess } from 'node:child_process';
import type { Cores } from '../processes.ts';

/** Folder, data and cores of a peer. */
export interface DataSite {
  /** The folder of this peer alone. */
  readonly folder: string;
  /** The file of companies that rows.ts wrote. */
  readonly rows: string;
  readonly cores: Cores | undefined;
}

/** A site that can also start the service's HTTP layer. */
export interface PeerSite extends DataSite {
  /** Starts the HTTP layer over a backend, which opens `options`. */
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

/** A running peer. */
export interface RunningPeer {
  readonly port: number;
  /** The process id of the HTTP server. */
  readonly front: number;
  /** The process id of the database; undefined if the HTTP server is the only process. */
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

/** A program that people would use instead of openfirma. */
export interface Peer {
  readonly name: string;
  /** Returns its name and version. Throws a `Missing` if it is not installed. */
  readonly find: () => string;
  /** Fills its database with the companies. */
  readonly load: (site: DataSite) => Promise<Loaded>;
  /** Starts it and waits until it accepts requests. */
  readonly start: (site: PeerSite) => Promise<RunningPeer>;
}
