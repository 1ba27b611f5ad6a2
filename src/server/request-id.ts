import { randomFillSync } from 'node:crypto';
import { encodeBase32, writeBase32 } from '../model/index.ts';

const BYTES_PER_ID = 16;
const PREFIX = 'req_';
const ID_CHARS = PREFIX.length + encodeBase32(new Uint8Array(BYTES_PER_ID)).length;
/** Number of ids that are made at once: one call to the system, and one text of which each id is a slice. */
const IDS_PER_BLOCK = 256;

/** Makes request ids: `req_` and 128 random bits in lower-case Crockford base32. */
export function requestIds(): () => string {
  const random = Buffer.alloc(BYTES_PER_ID * IDS_PER_BLOCK);
  let ids = '';
  let at = 0;
  return () => {
    if (at === ids.length) {
      randomFillSync(random);
      ids = createIds(random);
      at = 0;
    }
    at += ID_CHARS;
    return ids.slice(at - ID_CHARS, at);
  };
}

function createIds(random: Buffer): string {
  const text = Buffer.alloc(ID_CHARS * IDS_PER_BLOCK);
  for (let i = 0; i < IDS_PER_BLOCK; i++) {
    const start = text.write(PREFIX, ID_CHARS * i, 'latin1') + ID_CHARS * i;
    writeBase32(random, BYTES_PER_ID * i, text, start);
  }
  return text.toString('latin1');
}
