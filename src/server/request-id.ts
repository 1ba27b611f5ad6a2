import { randomFillSync } from 'node:crypto';
import { encodeBase32 } from '../model/index.ts';

const BYTES_PER_ID = 16;
/** Random bytes are drawn for this many ids at once: one call to the system instead of many. */
const IDS_PER_BLOCK = 256;

/** Makes request ids: `req_` and 128 random bits in lower-case Crockford base32. */
export function requestIds(): () => string {
  const block = Buffer.alloc(BYTES_PER_ID * IDS_PER_BLOCK);
  let at = block.length;
  return () => {
    if (at === block.length) {
      randomFillSync(block);
      at = 0;
    }
    const id = `req_${encodeBase32(block.subarray(at, at + BYTES_PER_ID))}`;
    at += BYTES_PER_ID;
    return id;
  };
}
