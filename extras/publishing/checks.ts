import { setImmediate } from 'node:timers/promises';
import { MATCH_INDEX } from '../matching/index/name-index.ts';
import { RefusedError, fetchFile, type HttpClient, type HttpRequest } from '../../src/fetching/index.ts';
import { factsOfFile } from '../../src/files/index.ts';
import { InputError, counted, quoteValue } from '../../src/model/index.ts';
import { verifySnapshot } from '../../src/snapshot/index.ts';
import type { FollowerFault } from './metrics.ts';
import type { Accepted } from './followed-state.ts';
import type { Publication } from './publication.ts';

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

/** Downloads a file of a publication. Returns its path. */
export async function download(url: string, name: string, size: number, into: string, client: HttpClient) {
  try {
    return (await fetchFile({ url, name, bytesMax: size }, { into, client })).path;
  } catch (error) {
    throw downloadFault(error);
  }
}

export async function checkDownload(
  path: string,
  url: string,
  { generation, size, sha256 }: Publication,
  signal: AbortSignal,
): Promise<void> {
  const found = await factsOfFile(path, { signal });
  if (found.size !== size)
    throw FollowError.of('damaged', url, `it has ${counted(found.size, 'byte')}, and current.json says ${size}`);
  if (found.sha256 !== sha256)
    throw FollowError.of('damaged', url, `its SHA-256 is ${found.sha256}, and current.json says ${sha256}`);
  let rows = 0;
  const yieldIfDue = (): Promise<void> | undefined =>
    ++rows % ROWS_PER_TURN === 0 ? setImmediate().then(() => signal.throwIfAborted()) : undefined;
  const verified = await verifySnapshot(path, { yieldIfDue, nameIndex: MATCH_INDEX }).catch((error: unknown) => {
    throw error instanceof InputError ? FollowError.of('damaged', url, error.message) : error;
  });
  if (verified.generation !== generation)
    throw FollowError.of(
      'damaged',
      url,
      `it holds generation "${verified.generation}", and current.json says "${generation}"`,
    );
}

/** Refuses a publication that is older than the accepted one, or has other data with the same counter. */
export function refuseOlder(
  { counter, sha256 }: Publication,
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

/** Refuses an expired publication: the store may be replaying old data. */
export function refuseExpired(expiresAt: string | undefined, address: string): void {
  if (expiresAt === undefined || Date.now() < Date.parse(expiresAt)) return;
  const remedy = 'the publisher must renew it ("openfirma publish"), or the store sends an old one';
  throw FollowError.of('expired', address, `it expired at ${expiresAt}; ${remedy}`);
}

/** Requests a short text. Errors of this machine, such as a full disk, are thrown unchanged. */
export async function requestText(client: HttpClient, request: HttpRequest, bytesMax: number) {
  const { url } = request;
  try {
    return await client.retry(url, REQUEST_MS, async (signal) => {
      const response = await client.send(request, signal);
      const text = await client.textOf(response, url, bytesMax, signal);
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
