import { Duplex } from 'node:stream';
import { createZstdDecompress, type ZstdDecompress, type ZstdOptions } from 'node:zlib';

/** Maximum number of consecutive empty frames. Each takes 0.1 ms, and 18 MB hold two million. Some compressors write one per frame. */
const EMPTY_FRAMES_MAX = 1000;

type Done = (error?: Error | null) => void;

/**
 * Decompresses any number of concatenated Zstandard frames (RFC 8878). Node's own stream silently drops the rest of a chunk after the
 * end of a frame.
 */
export class ZstdFrames extends Duplex {
  readonly #options: ZstdOptions;
  #frame: ZstdDecompress;
  /** The bytes written to the present stream of Node, which may not use all of them. */
  #given = 0;
  /** The chunk in progress, and its callback. */
  #piece: { readonly bytes: Buffer; readonly done: Done } | undefined;

  /** The number of empty frames since the last content. */
  #empty = 0;

  constructor(options: ZstdOptions) {
    super();
    this.#options = options;
    this.#frame = this.#open();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: Done): void {
    this.#take(bytes, done);
  }

  override _final(done: Done): void {
    this.#frame.removeAllListeners('end');
    this.#frame.once('end', () => {
      this.push(null);
      done();
    });
    this.#frame.end();
    this.#frame.resume();
  }

  override _read(): void {
    this.#frame.resume();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#frame.destroy();
    done(error);
  }

  #take(bytes: Buffer, done: Done): void {
    this.#piece = { bytes, done };
    this.#given += bytes.length;
    const frame = this.#frame;
    frame.write(bytes, (error) => {
      // Errors are also events. The rest of a chunk belongs to the next stream, which begins once the content of this one is read.
      const isWhole = frame === this.#frame && frame.bytesWritten === this.#given;
      if ((error !== null && error !== undefined) || !isWhole) return;
      this.#piece = undefined;
      done();
    });
  }

  #open(): ZstdDecompress {
    const frame = createZstdDecompress(this.#options);
    frame.on('data', (bytes: Buffer) => {
      // Becomes 0 when this frame ends.
      this.#empty = -1;
      if (!this.push(bytes)) frame.pause();
    });
    frame.on('error', (error) => this.destroy(error));
    frame.once('end', () => this.#next(frame));
    return frame;
  }

  /** Continues with the rest of the last chunk. */
  #next(ended: ZstdDecompress): void {
    if (this.#piece === undefined) return;
    if (++this.#empty > EMPTY_FRAMES_MAX) {
      this.destroy(new Error(`more than ${EMPTY_FRAMES_MAX} empty frames in a row`));
      return;
    }
    const { bytes, done } = this.#piece;
    const rest = bytes.subarray(bytes.length - (this.#given - ended.bytesWritten));
    this.#given = 0;
    this.#frame = this.#open();
    ended.destroy();
    this.#take(rest, done);
  }
}
