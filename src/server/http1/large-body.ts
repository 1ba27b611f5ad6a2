import type { Writable } from 'node:stream';
import type { FilePart } from '../file-body.ts';

/** Bodies up to this size are copied behind the head, for one write. Longer ones are written in pieces without a copy. */
export const COPIED_BYTES_MAX = 16 * 1024;

/** The size of a piece. Larger pieces save no CPU and take more memory for each slow client. */
export const PIECE_BYTES = 64 * 1024;

/** Writes a body in pieces, each when the system has taken the one before. Calls back when it has taken the last one. */
export function writePieces(target: Writable, body: Uint8Array, onTaken: () => void): void {
  let at = 0;
  const next = (error?: Error | null): void => {
    // The connection is broken, which its listeners handle.
    if (error instanceof Error) return;
    if (at >= body.length) {
      onTaken();
      return;
    }
    const piece = body.subarray(at, at + PIECE_BYTES);
    at += piece.length;
    target.write(piece, next);
  };
  next();
}

/**
 * Writes a part of a file as {@linkcode writePieces} writes a body, and closes the file. A file that cannot be read to its end breaks
 * the connection: what was promised cannot be sent.
 */
export function writeFilePart(target: Writable, { file, start, end }: FilePart, onTaken: () => void): void {
  sendPieces(target, { file, start, end }).then(onTaken, () => target.destroy());
}

async function sendPieces(target: Writable, { file, start, end }: FilePart): Promise<void> {
  await using closing = new AsyncDisposableStack();
  closing.defer(() => file.close());
  for (let at = start; at < end;) {
    const piece = await file.read(at, Math.min(PIECE_BYTES, end - at));
    if (piece.length === 0) throw new Error('the file ended before its length');
    at += piece.length;
    await new Promise<void>((resolve, reject) => {
      // A connection that broke gives no callback where the write was still waiting.
      target.once('close', reject);
      target.write(piece, (error) => {
        target.off('close', reject);
        if (error instanceof Error) reject(error);
        else resolve();
      });
    });
  }
}
