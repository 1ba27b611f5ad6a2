import { Duplex } from 'node:stream';
import { createZstdDecompress, type ZstdDecompress, type ZstdOptions } from 'node:zlib';

/** The most frames without content in a row. Each costs 0.1 ms, and two million fit into 18 MB; some compressors write one before each other. */
const EMPTY_FRAMES_MAX = 1000;

type Done = (error?: Error | null) => void;

/**
 * Decompresses Zstandard (RFC 8878) of any number of frames one behind the other, as several programs write it. Node's own stream
 * drops what comes in one piece behind the end of a frame, and says nothing.
 */
export class ZstdFrames extends Duplex {
  readonly #options: ZstdOptions;
  #frame: ZstdDecompress;
  /** Bytes that the present stream of Node was given, of which it may not take all. */
  #given = 0;
  /** The piece that it is working on, and whom to tell when it is done. */
  #piece: { readonly bytes: Buffer; readonly done: Done } | undefined;

  /** How many frames without content ended since the last content. */
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
      // An error comes as an event, too. What is left of a piece is another one's.
      if ((error !== null && error !== undefined) || frame !== this.#frame) return;
      this.#piece = undefined;
      done();
    });
  }

  #open(): ZstdDecompress {
    const frame = createZstdDecompress(this.#options);
    frame.on('data', (bytes: Buffer) => {
      // This frame is counted when it ends.
      this.#empty = -1;
      if (!this.push(bytes)) frame.pause();
    });
    frame.on('error', (error) => this.destroy(error));
    frame.once('end', () => this.#next(frame));
    return frame;
  }

  /** Goes on with what the ended stream has not taken of its last piece. */
  #next(ended: ZstdDecompress): void {
    if (this.#piece === undefined) return;
    if (++this.#empty > EMPTY_FRAMES_MAX) {
      this.destroy(new Error(`more than ${EMPTY_FRAMES_MAX} frames without content, one behind the other`));
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
