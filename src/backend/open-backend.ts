import { InputError } from '../model/index.ts';
import type { Refreshable } from './backend.ts';
import type { ConnectionOptions } from './permits.ts';
import { SnapshotBackend } from './snapshot/snapshot-backend.ts';
import { SWAP_DEFAULTS, type SwapOptions } from './snapshot/swap.ts';

export interface BackendOptions extends SwapOptions, ConnectionOptions {
  /** The bearer token for another service; undefined if it needs none. */
  readonly token: string | undefined;
}

/** Returns the scheme of a backend address, such as `snapshot`; empty if it has none. */
export function parseScheme(address: string): string {
  return address.slice(0, Math.max(0, address.indexOf(':')));
}

/**
 * Opens a snapshot as a backend: `snapshot:PATH`. Extras open the addresses of other schemes.
 * @throws {InputError} for an address of another scheme, or if the snapshot cannot be opened
 */
export function openBackend(address: string, options: Partial<SwapOptions> = {}): Refreshable {
  const scheme = parseScheme(address);
  if (scheme !== 'snapshot')
    throw new InputError(`Cannot open the backend "${address}": it must begin with "snapshot:"`);
  const path = address.slice(scheme.length + 1);
  return new SnapshotBackend(path, { ...SWAP_DEFAULTS, ...options });
}
