import { quoteValue } from '../../model/index.ts';
import type { Context } from '../http.ts';
import { ProblemError } from '../../operations/index.ts';

/** Maximum time until a body has arrived. A body of 64 KB takes a slow phone a second. */
const BODY_SECONDS_MAX = 5;

/** Maximum total size of all bodies that arrive at a time, in bytes: a thousand of 64 KB. */
const ALL_BYTES_MAX = 64 * 1024 * 1024;

const CROWDED = 'Too many requests send a body at this moment, and this one began first';

/**
 * Reads the bodies of requests. A request whose body arrives slowly does not count as waiting: it takes none of the places for waiting
 * requests.
 */
export class Bodies {
  readonly #max: number;
  readonly #allBytesMax: number;
  #allBytes = 0;
  /** A function for each body that is arriving, which ends it with a fault; the oldest first. */
  readonly #arriving = new Set<(fault: ProblemError) => void>();

  /**
   * @param max maximum number of bodies at a time. The oldest is refused if one more arrives, or if more than `allBytesMax` have arrived.
   */
  constructor(max: number, allBytesMax: number = ALL_BYTES_MAX) {
    this.#max = max;
    this.#allBytesMax = allBytesMax;
  }

  /**
   * Reads the whole body of a request. Throws a {@linkcode ProblemError} if the body is longer than `bytesMax`, encoded, too slow or
   * incomplete. Bytes after a refused body are read and dropped, as for every refused request.
   */
  async read({ request: { headers, readBody } }: Pick<Context, 'request'>, bytesMax: number): Promise<Uint8Array> {
    const coding = headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity')
      throw refused(`must not be encoded, got the Content-Encoding ${quoteValue(coding)}`);
    const length = headers['content-length'];
    if (Number(length ?? 0) > bytesMax) throw refused(`must have at most ${bytesMax} bytes, got ${String(length)}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    if (readBody === undefined) return Buffer.alloc(0);
    if (this.#arriving.size === this.#max) this.#refuseOldest();
    return await new Promise((resolve, reject) => {
      const late = setTimeout(
        () => end(refused(`must arrive within ${BODY_SECONDS_MAX} seconds`)),
        BODY_SECONDS_MAX * 1000,
      );
      const stop = readBody((chunk) => {
        if (chunk === undefined) end(refused('broke off'));
        else if (chunk.length === 0) end();
        else {
          chunks.push(chunk);
          bytes += chunk.length;
          this.#allBytes += chunk.length;
          if (bytes > bytesMax) end(refused(`must have at most ${bytesMax} bytes, and has more`));
          else if (this.#allBytes > this.#allBytesMax) this.#refuseOldest();
        }
      });
      const end = (fault?: ProblemError): void => {
        this.#arriving.delete(end);
        this.#allBytes -= bytes;
        clearTimeout(late);
        stop();
        if (fault === undefined) resolve(Buffer.concat(chunks, bytes));
        else reject(fault);
      };
      this.#arriving.add(end);
    });
  }

  #refuseOldest(): void {
    const [oldest] = this.#arriving;
    oldest?.(new ProblemError('upstream_busy', CROWDED));
  }
}

function refused(rule: string): ProblemError {
  return new ProblemError('invalid_request', `The body of the request ${rule}`);
}
