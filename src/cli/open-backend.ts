import { openBackend as openSnapshot, parseScheme, type BackendOptions, type Refreshable } from '../backend/index.ts';
import type { BackendExtra, BackendUse } from '../extra/index.ts';
import { InputError } from '../model/index.ts';
import type { NameIndex } from '../snapshot/index.ts';
import { BACKENDS } from './settings.ts';

/** Loads the match index of names, which `openfirma build --match` adds to snapshots. */
export async function nameIndex(): Promise<NameIndex> {
  return (await import('../../extras/matching/index/name-index.ts')).MATCH_INDEX;
}

/** Returns the extra that opens an address of `BACKEND`; undefined for a snapshot. */
export function backendExtra(address: string): BackendExtra | undefined {
  return BACKENDS.find(({ schemes }) => schemes.includes(parseScheme(address)));
}

/** Whether an address of `BACKEND` leads to another service, which learns the queries of clients. */
export function isService(address: string | undefined): boolean {
  return address !== undefined && backendExtra(address)?.isService === true;
}

/**
 * Opens a backend: `snapshot:PATH`, `postgres://…`, or `https://…` of another service.
 * @throws {InputError} for any other address, and if the backend cannot be opened
 */
export async function openBackend(
  address: string,
  options: Partial<BackendOptions> = {},
  use?: BackendUse,
): Promise<Refreshable> {
  const extra = backendExtra(address);
  if (extra !== undefined) return await extra.open(address, options, use);
  if (parseScheme(address) === 'snapshot') return openSnapshot(address, { nameIndex, ...options });
  const schemes = BACKENDS.flatMap(({ schemes: own }) => own);
  throw new InputError(
    `Cannot open the backend "${address}": it must begin with ${['snapshot', ...schemes].map((scheme) => `"${scheme}:"`).join(', ')}`,
  );
}
