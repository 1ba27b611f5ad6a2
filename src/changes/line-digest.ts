import { createHash, hash } from 'node:crypto';

/**
 * The digest of a change file: SHA-256 over the SHA-256 of each line but the last, without its line feed. A line that was purged
 * counts with the SHA-256 that it states, so the digest and its signature outlive a purge.
 */
export class LineDigest {
  readonly #digest = createHash('sha256');

  add(line: Uint8Array): void {
    this.#digest.update(hash('sha256', line, 'buffer'));
  }

  addPurged(sha256: string): void {
    this.#digest.update(Buffer.from(sha256, 'hex'));
  }

  /** In hexadecimal. Call it last. */
  finish(): string {
    return this.#digest.digest('hex');
  }
}
