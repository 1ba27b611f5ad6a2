import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import koffi from 'koffi';

/** Commands and a value of `fcntl` on Linux. */
const F_SETSIG = 10;
const F_SETLEASE = 1024;
const F_GETLEASE = 1025;
const F_RDLCK = 0;

/** The types of file systems that refuse leases as if a program had the file open: NFS, SMB 1, SMB 2 and later (statfs(2)). */
const REMOTE: ReadonlySet<number> = new Set([0x6969, 0xff534d42, 0xfe534d42]);

let fcntl: ((descriptor: number, command: number, type: 'int', value: number) => number) | undefined;

function call(descriptor: number, command: number, value: number): number {
  fcntl ??= koffi.load(null).func('int fcntl(int, int, ...)') as unknown as NonNullable<typeof fcntl>;
  return fcntl(descriptor, command, 'int', value);
}

/**
 * A lease on an open file (fcntl(2), "Leases"): a program that is about to write into the file or to cut it waits until this process closes
 * the file, at most `fs.lease-break-time`, 45 seconds. Only Linux has leases, on local file systems, for the owner of the file and for
 * processes with `CAP_LEASE`; elsewhere no program waits.
 */
export class WriteLease {
  readonly #descriptor: number;
  #isHeld = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Takes the lease. Returns false if it is not to be had because a program has the file open for writing, or waits for that. */
  take(): boolean {
    if (this.#isHeld || process.platform !== 'linux') return true;
    // The default signal of a lease ends the process; this one is ignored.
    call(this.#descriptor, F_SETSIG, constants.signals.SIGURG);
    this.#isHeld = call(this.#descriptor, F_SETLEASE, F_RDLCK) === 0;
    return this.#isHeld || koffi.errno() !== constants.errno.EAGAIN || this.#isRemote();
  }

  /** Whether a program waits to write. The file must be open. */
  get isWanted(): boolean {
    return this.#isHeld && call(this.#descriptor, F_GETLEASE, 0) !== F_RDLCK;
  }

  #isRemote(): boolean {
    return REMOTE.has(statfsSync(`/proc/self/fd/${this.#descriptor}`).type);
  }
}
