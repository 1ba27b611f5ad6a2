import type { Writable } from 'node:stream';
import type { FilePart } from '../file-body.ts';

/**
 * Maximum size of bodies that are copied after the head, so that both take one write. Longer bodies are written in pieces without a copy.
 */
export const COPIED_BYTES_MAX = 16 * 1024;

/** Size of a piece in bytes. Larger pieces save no CPU and take more memory for each slow client. */
export const PIECE_BYTES = 64 * 1024;

/** Writes a body in pieces, each after the system accepts the previous one. Calls `onTaken` when the system has accepted the last piece. */
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
 * Writes a part of a file as {@linkcode writePieces} writes a body, and closes the file. If the file cannot be read to its end, the
 * connection is closed: the announced length cannot be sent.
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
      // If the connection breaks while a write waits, the write gets no callback.
      target.once('close', reject);
      target.write(piece, (error) => {
        target.off('close', reject);
        if (error instanceof Error) reject(error);
        else resolve();
      });
    });
  }
}
