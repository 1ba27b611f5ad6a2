/** Checks whether the disk and the memory of the machine suffice for the registers. @module */
import { existsSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { REGISTERS } from '../../src/registers/index.ts';
import { error, ok, warning, type Finding } from './finding.ts';

/** Assumed size, in bytes, of a download whose declaration has no bound; most are smaller. */
const USUAL_BYTES = 100e6;
/** The ratio of `bytesMax` in a declaration to the published size, about. */
const BOUND_RATIO = 3;
/**
 * The disk space as a multiple of the downloads: the downloads, and lines and snapshots of about the same size twice, served and being
 * built.
 */
const SPACE_RATIO = 3;
const SPACE_LEAST_BYTES = 2e9;
/** Minimum memory, in bytes. A build of a million companies takes 0.5 GB, an import 0.3 GB, two workers 0.2 GB. */
const MEMORY_LEAST_BYTES = 1e9;
const MEMORY_EASY_BYTES = 2e9;

/** Estimates the disk space of registers, in bytes. */
export function spaceNeeded(ids: readonly string[]): number {
  const downloads = ids.flatMap((id) => {
    const { current } = REGISTERS.get(id)?.files ?? { current: [] };
    if (typeof current === 'function' || 'account' in current) return [USUAL_BYTES * BOUND_RATIO];
    return current.map((source) => ('bytesMax' in source && source.bytesMax) || USUAL_BYTES);
  });
  return SPACE_LEAST_BYTES + (SPACE_RATIO * downloads.reduce((sum, bytes) => sum + bytes, 0)) / BOUND_RATIO;
}

/**
 * Checks whether the disk of a folder, which may not exist yet, has enough space. `used` is the number of bytes that the data take there
 * already.
 */
export function diskFinding(folder: string, needed: number, used = 0): Finding {
  let at = folder;
  while (!existsSync(at)) at = dirname(at);
  const { bavail, bsize, blocks } = statfsSync(at);
  const free = bavail * bsize;
  const what = `${gigabytes(free)} GB of ${gigabytes(blocks * bsize)} GB are free for ${folder}, the registers need some ${gigabytes(needed)} GB`;
  const cure = 'Choose fewer countries, a larger disk, or another folder';
  if (free + used >= needed) return ok('disk', what);
  return free + used < needed / 2 ? error('disk', what, cure) : warning('disk', what, cure);
}

/** Checks whether the machine, or its control group, has enough memory for a service and a build. */
export function memoryFinding(): Finding {
  const limit = process.constrainedMemory();
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const what = `${gigabytes(total)} GB`;
  const cure = 'A build of a million companies takes 0.5 GB beside the service: add memory or swap, or set WORKERS=1';
  if (total < MEMORY_LEAST_BYTES) return error('memory', what, cure);
  return total < MEMORY_EASY_BYTES ? warning('memory', what, cure) : ok('memory', what);
}

export function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
