import { ByteBuffer } from '../../model/index.ts';
import { ROOM_BYTES } from '../../operations/index.ts';

const MEMORY_BYTES = 64 * 1024;
/** Number of bytes that suffice for most responses. */
const RESPONSE_BYTES = 16 * 1024;

/**
 * Memory in which responses are assembled, one at a time. The system copies a response during the write, so the next response uses the same
 * bytes, which are in the processor cache: a write costs a quarter less than from new memory. If the system could not accept a whole
 * response, its bytes are kept until the client has read them.
 */
class ResponseMemory {
  #memory = new ByteBuffer(MEMORY_BYTES);
  #free = 0;

  /** Returns empty memory with room for a header in front. It must be written to a connection before the next call. */
  take(): ByteBuffer {
    if (this.#free + RESPONSE_BYTES > MEMORY_BYTES || this.#memory.bytes.length > MEMORY_BYTES) {
      this.#memory = new ByteBuffer(MEMORY_BYTES);
      this.#free = 0;
    }
    this.#memory.clear(this.#free + ROOM_BYTES);
    return this.#memory;
  }

  /** Keeps the bytes of a response from being reused. */
  keep(response: ByteBuffer): void {
    if (response === this.#memory) this.#free = response.length;
  }
}

/** The memory of this thread. */
export const responseMemory = new ResponseMemory();
