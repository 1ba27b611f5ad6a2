import { InputError } from '../model/index.ts';
import type { Refreshable } from './backend.ts';
import { AwaitedSnapshot } from './snapshot/awaited-snapshot.ts';
import { SWAP_DEFAULTS, type SwapOptions } from './snapshot/swap.ts';
import { PostgresBackend } from '../../extras/postgres/postgres-backend.ts';
import type { ConnectionOptions } from './permits.ts';
import { SnapshotBackend } from './snapshot/snapshot-backend.ts';
import type { UpstreamOptions } from '../../extras/upstream/connections.ts';
import { UpstreamBackend } from '../../extras/upstream/upstream-backend.ts';

/**
 * Opens the backend that an address names: `snapshot:PATH`, `postgres://…`, or `https://…` of another service. Throws an InputError for an
 * address of another kind and where the backend cannot be opened.
 */
export function openBackend(
  address: string,
  options: Partial<SwapOptions & ConnectionOptions & UpstreamOptions> = {},
): Refreshable {
  const separator = address.indexOf(':');
  const kind = address.slice(0, Math.max(0, separator));
  if (kind === 'snapshot') {
    const all = { ...SWAP_DEFAULTS, ...options };
    const path = address.slice(separator + 1);
    return all.isAwaited ? new AwaitedSnapshot(path, all) : new SnapshotBackend(path, all);
  }
  if (kind === 'postgres' || kind === 'postgresql')
    return new PostgresBackend(address, { ...SWAP_DEFAULTS, ...options });
  if (kind === 'https' || kind === 'http') return new UpstreamBackend(address, { ...SWAP_DEFAULTS, ...options });
  throw new InputError(`Cannot open the backend "${address}": it must begin with "snapshot:", "postgres:" or "https:"`);
}
