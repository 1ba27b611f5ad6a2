import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Asked } from '../measure.ts';
import { askFirst } from '../measuring.ts';
import { FIRST_REQUEST } from '../questions.ts';
import type { Peer, PeerSite, RunningPeer } from './peer.ts';
import { postgresql } from './postgresql.ts';
import { sqlite } from './sqlite.ts';

/** Programs that people would use instead of openfirma, by their names in `--only`. */
export const PEERS = { postgresql, sqlite } as const satisfies Readonly<Record<string, Peer>>;

export type PeerName = keyof typeof PEERS;

/** A peer that is filled and running. */
export interface ReadyPeer {
  readonly peer: Peer;
  readonly version: string;
  readonly bytes: number;
  readonly loadSeconds: number;
  readonly startMs: readonly number[];
  readonly running: RunningPeer;
  /** The targets that were requested from the running processes. */
  readonly asked: Asked;
}

/** Number of timed starts. */
const STARTS = 3;

/** Fills a peer with the companies and times its start. Throws a `Missing` if it is not installed. */
export async function readyPeer(
  peer: Peer,
  { generation, ...options }: PeerSite & { readonly generation: string },
): Promise<ReadyPeer> {
  const version = peer.find();
  const site = { ...options, folder: join(options.folder, peer.name.toLowerCase()) };
  mkdirSync(site.folder);
  const loadStarted = performance.now();
  const bytes = await peer.load(site);
  const loadSeconds = (performance.now() - loadStarted) / 1000;
  const startMs: number[] = [];
  const asked = new Asked();
  asked.add([FIRST_REQUEST]);
  for (;;) {
    const started = performance.now();
    const running = await peer.start(site, generation);
    await askFirst(running.port);
    startMs.push(performance.now() - started);
    if (startMs.length === STARTS) return { peer, version, bytes, loadSeconds, startMs, running, asked };
    await running.stop();
  }
}
