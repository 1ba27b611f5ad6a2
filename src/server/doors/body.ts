import { quoteValue } from '../../model/index.ts';
import type { Context } from '../http.ts';
import { ProblemError } from '../problems/problem-error.ts';

/** A body of 64 KB takes a slow phone a second. Shorter than the deadline of requests, which says that the service is busy. */
const BODY_SECONDS_MAX = 5;

/**
 * Reads the body of a request whole. Throws a {@linkcode ProblemError} where it is longer than `bytesMax`, encoded, too slow or broken
 * off. What comes behind a refused body is read and dropped, as with every refused request.
 */
export async function readBody({ request }: Context, bytesMax: number): Promise<Uint8Array> {
  const { headers } = request;
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity')
    throw refused(`must not be encoded, got the Content-Encoding ${quoteValue(coding)}`);
  const length = headers['content-length'];
  if (Number(length ?? 0) > bytesMax) throw refused(`must have at most ${bytesMax} bytes, got ${String(length)}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (request.readBody === undefined) return Buffer.alloc(0);
  const readPieces = request.readBody;
  return await new Promise((resolve, reject) => {
    const late = setTimeout(
      () => end(refused(`must arrive within ${BODY_SECONDS_MAX} seconds`)),
      BODY_SECONDS_MAX * 1000,
    );
    const stop = readPieces((chunk) => {
      if (chunk === undefined) end(refused('broke off'));
      else if (chunk.length === 0) end();
      else if ((bytes += chunk.length) > bytesMax) end(refused(`must have at most ${bytesMax} bytes, and has more`));
      else chunks.push(chunk);
    });
    function end(fault?: ProblemError): void {
      clearTimeout(late);
      stop();
      if (fault === undefined) resolve(Buffer.concat(chunks, bytes));
      else reject(fault);
    }
  });
}

function refused(rule: string): ProblemError {
  return new ProblemError('invalid_request', `The body of the request ${rule}`);
}
