import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { MATCH_INDEX } from '../matching/index/name-index.ts';
import { RefusedError, fetchFile, type HttpClient, type HttpRequest } from '../../src/fetching/index.ts';
import { factsOfFile } from '../../src/files/index.ts';
import { InputError, counted, quoteValue } from '../../src/model/index.ts';
import { verifySnapshot } from '../../src/snapshot/index.ts';
import type { FollowerFault } from './metrics.ts';
import type { Accepted } from './accepted.ts';
import type { Publication, PublishedFile } from './manifest.ts';

export class FollowError extends InputError {
  readonly fault: FollowerFault;

  constructor(fault: FollowerFault, message: string) {
    super(message);
    this.fault = fault;
  }

  /** The error for an address whose content cannot be used. */
  static of(fault: FollowerFault, address: string, reason: string): FollowError {
    return new FollowError(fault, `Cannot use ${quoteValue(address)}: ${reason}`);
  }
}

/** Maximum milliseconds for a short text, all attempts included. The next poll tries again. */
const REQUEST_MS = 60_000;

/** Number of rows after which the check of a snapshot yields to the event loop. */
const ROWS_PER_TURN = 4096;

/** Downloads a file of a publication, and checks it; a wrong one is removed. */
export async function download(
  url: string,
  file: PublishedFile,
  path: string,
  { client, generation, signal }: { client: HttpClient; generation: string; signal: AbortSignal },
): Promise<void> {
  const refuse = (reason: string): Error => FollowError.of('damaged', url, reason);
  try {
    await fetchFile({ url, name: basename(path), bytesMax: file.size }, { into: dirname(path), client });
  } catch (error) {
    throw downloadFault(error);
  }
  const { size, sha256 } = await factsOfFile(path, { signal });
  if (size !== file.size) throw refuse(`it has ${counted(size, 'byte')}, and current.json says ${file.size}`);
  if (sha256 !== file.sha256) throw refuse(`its SHA-256 is ${sha256}, and current.json says ${file.sha256}`);
  if (!file.path.startsWith('snapshots/')) return;
  let rows = 0;
  const yieldIfDue = (): Promise<void> | undefined =>
    ++rows % ROWS_PER_TURN === 0 ? setImmediate().then(() => signal.throwIfAborted()) : undefined;
  const held = await verifySnapshot(path, { yieldIfDue, nameIndex: MATCH_INDEX }).catch((error: unknown) => {
    throw error instanceof InputError ? refuse(error.message) : error;
  });
  if (held.generation !== generation)
    throw refuse(`it holds generation "${held.generation}", and current.json says "${generation}"`);
}

/** Refuses a publication that is older than the accepted one, or has other data with the same counter. */
export function refuseOlder(
  { counter, files: [{ sha256 }] }: Publication,
  accepted: Accepted | undefined,
  address: string,
  statePath: string,
): void {
  if (accepted === undefined || counter > accepted.counter) return;
  if (counter === accepted.counter && sha256 === accepted.sha256) return;
  const what = counter === accepted.counter ? 'with other data' : 'already';
  const remedy = `remove ${quoteValue(statePath)} and restart to accept it`;
  const reason = `it has the counter ${counter}, and ${accepted.counter} was accepted ${what}; ${remedy}`;
  throw FollowError.of('older', address, reason);
}

/** Refuses an expired publication: the server may be replaying old data. */
export function refuseExpired(expiresAt: string | undefined, address: string): void {
  if (expiresAt === undefined || Date.now() < Date.parse(expiresAt)) return;
  const remedy = 'the publisher must renew it ("openfirma publish"), or the server sends an old one';
  throw FollowError.of('expired', address, `it expired at ${expiresAt}; ${remedy}`);
}

/** Requests a short text. Errors of this machine, such as a full disk, are thrown unchanged. */
export async function requestText(client: HttpClient, request: HttpRequest, bytesMax: number) {
  const { url } = request;
  try {
    return await client.retry(url, REQUEST_MS, async (signal) => {
      const response = await client.send(request, signal);
      const text = await client.readText(response, url, bytesMax, signal);
      return { status: response.status, text, tag: response.headers.get('etag') ?? undefined };
    });
  } catch (error) {
    throw error instanceof InputError ? new FollowError('unreachable', error.message) : error;
  }
}

/** Returns the fault of a download: the server refuses or is unreachable, or it sends wrong data. */
function downloadFault(error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  // Errors after repeated attempts, or without a connection, have a cause.
  const isGone = error instanceof RefusedError || error.cause !== undefined;
  return new FollowError(isGone ? 'unreachable' : 'damaged', error.message);
}
