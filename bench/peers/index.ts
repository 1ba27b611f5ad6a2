import type { Peer } from './peer.ts';
import { postgresql } from './postgresql.ts';
import { sqlite } from './sqlite.ts';

/** Programs that people would use instead, by their names in `--only`. */
export const PEERS = { postgresql, sqlite } as const satisfies Readonly<Record<string, Peer>>;

export type PeerName = keyof typeof PEERS;
