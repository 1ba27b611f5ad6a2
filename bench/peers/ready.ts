import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Asked } from '../asked.ts';
import { startModule } from '../ceiling/index.ts';
import type { Cores } from '../processes.ts';
import { askOnce } from '../measuring.ts';
import { FIRST, type Targets } from '../questions.ts';
import type { Loaded, Peer, PeerSite, RunningPeer } from './peer.ts';

/** A peer that is filled and running. */
export interface ReadyPeer {
  readonly peer: Peer;
  readonly version: string;
  readonly loaded: Loaded;
  readonly loadSeconds: number;
  readonly startMs: readonly number[];
  readonly running: RunningPeer;
  /** Requests that the running processes have received. */
  readonly asked: Asked;
}

/** Number of timed starts. */
const STARTS = 3;

/** Fills a peer with the companies and times its start. Throws a `Missing` if it is not installed. */
export async function readyPeer(
  peer: Peer,
  options: {
    readonly folder: string;
    readonly rows: string;
    readonly cores: Cores | undefined;
    readonly generation: string;
    readonly targets: Targets;
  },
): Promise<ReadyPeer> {
  const { rows, cores, generation, targets } = options;
  const version = peer.find();
  const folder = join(options.folder, peer.name.toLowerCase());
  mkdirSync(folder);
  const site: PeerSite = {
    folder,
    rows,
    cores,
    serve: (backend, path) => startModule(cores, 'peers/http.ts', [backend, path, generation]),
  };
  const loadStarted = performance.now();
  const loaded = await peer.load(site);
  const loadSeconds = (performance.now() - loadStarted) / 1000;
  const startMs: number[] = [];
  const first = targets.requestOf(FIRST);
  const asked = new Asked();
  asked.add([first]);
  for (;;) {
    const started = performance.now();
    const running = await peer.start(site);
    await askOnce(running.port, first);
    startMs.push(performance.now() - started);
    if (startMs.length === STARTS) return { peer, version, loaded, loadSeconds, startMs, running, asked };
    await running.stop();
  }
}
