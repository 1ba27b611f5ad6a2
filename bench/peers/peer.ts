import type { ChildProcess } from 'node:child_process';
import { startModule, type Cores } from '../processes.ts';

/** Folder, data and cores of a peer. */
export interface PeerSite {
  /** The folder that only this peer uses. */
  readonly folder: string;
  /** The file of companies that rows.ts wrote. */
  readonly rows: string;
  readonly cores: Cores | undefined;
}

/** A running peer. */
export interface RunningPeer {
  readonly port: number;
  /** The process id of the HTTP server. */
  readonly front: number;
  /** The process id of the database; undefined if the HTTP server is the only process. */
  readonly data?: number | undefined;
  readonly stop: () => Promise<void>;
}

/** A program that people would use instead of openfirma. */
export interface Peer {
  readonly name: string;
  /** Returns name and version of the program. Throws a `Missing` if it is not installed. */
  readonly find: () => string;
  /** Fills the database with the companies. Returns the bytes on disk of tables and indexes. */
  readonly load: (site: PeerSite) => Promise<number>;
  /** Starts the program and waits until it accepts requests; `generation` names the data. */
  readonly start: (site: PeerSite, generation: string) => Promise<RunningPeer>;
}

/** Starts the service's HTTP layer over `backends/NAME.ts`, which opens the address. */
export async function serveBackend(
  { cores }: PeerSite,
  ...args: [name: string, address: string, generation: string]
): Promise<{ readonly port: number; readonly front: number; readonly child: ChildProcess }> {
  const { port, child } = await startModule(cores, 'peers/http.ts', args);
  return { port, front: child.pid ?? 0, child };
}
