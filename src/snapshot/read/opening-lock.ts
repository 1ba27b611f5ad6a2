const FREE = 0;
const HELD = 1;
/** Maximum time that a thread holds the lock, in milliseconds; then it has ended. Opening takes milliseconds, or longer on a slow disk. */
const HOLD_MS_MAX = 5000;

let lock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Sets the lock under which threads of one process open snapshots, and returns it. One thread passes its own lock to the others, which set
 * it before they open anything.
 */
export function shareOpeningLock(memory: SharedArrayBuffer | undefined): SharedArrayBuffer {
  if (memory !== undefined) lock = new Int32Array(memory);
  return lock.buffer;
}

/**
 * Opens a file while no other thread does. LMDB keeps one list of the tables of a file for all threads of a process, and writes to it
 * without a lock when a table is opened for reading.
 */
export function openAlone<T>(open: () => T): T {
  while (Atomics.compareExchange(lock, 0, FREE, HELD) !== FREE) {
    if (Atomics.wait(lock, 0, HELD, HOLD_MS_MAX) === 'timed-out') break;
  }
  try {
    return open();
  } finally {
    Atomics.store(lock, 0, FREE);
    Atomics.notify(lock, 0, 1);
  }
}
