import { InputError } from '../model/index.ts';
import type { Backend } from './backend.ts';
import { SnapshotBackend } from './snapshot-backend.ts';

/**
 * Opens the backend that an address names: `snapshot:PATH`. Throws an InputError for an address of another kind and
 * where the backend cannot be opened.
 */
export function openBackend(address: string): Backend {
  const separator = address.indexOf(':');
  const kind = address.slice(0, Math.max(0, separator));
  if (kind === 'snapshot') return new SnapshotBackend(address.slice(separator + 1));
  throw new InputError(`Cannot open the backend "${address}": it must begin with "snapshot:"`);
}
