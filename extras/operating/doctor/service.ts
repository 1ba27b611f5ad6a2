/** Checks of the service on this machine, and of its units. @module */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { counted, toErrorMessage } from '../../../src/model/index.ts';
import { ROOT } from '../init/files.ts';
import { CURES, HAS_SYSTEMD } from '../cures.ts';
import { error, ok, warning, type Finding } from '../finding.ts';
import { gigabytes } from '../machine.ts';
import type { Installation } from './installation.ts';
import { get } from './request.ts';

/** Minimum free memory, in bytes, for a nightly build beside the service. */
const FREE_BYTES_LEAST = 500e6;

interface Readiness {
  readonly status: string;
  readonly workers?: number;
  readonly workers_wanted?: number;
}

/** Checks whether the service responds, and is ready. */
export async function serviceFindings({ local }: Installation): Promise<Finding[]> {
  let reply;
  try {
    reply = await get(`${local}/readyz`);
  } catch (fault) {
    return [error('service', `it does not answer at ${local}: ${toErrorMessage(fault)}`, CURES.start)];
  }
  const isJson = /json/.test(reply.fields['content-type'] ?? '');
  const readiness: Readiness = isJson ? (JSON.parse(reply.body) as Readiness) : { status: `status ${reply.status}` };
  const { status, workers = 0, workers_wanted: wanted = 0 } = readiness;
  if (status !== 'ready')
    return [error('service', `it answers at ${local}, and is not ready: ${status}`, CURES.serviceLog)];
  const what = `ready at ${local}, ${workers} of ${counted(wanted, 'worker')}`;
  if (workers >= wanted) return [ok('service', what)];
  return [warning('service', what, CURES.serviceLog)];
}

/** Returns a property of a unit; undefined without systemd. */
export function property(unit: string, name: string): string | undefined {
  return HAS_SYSTEMD ? shown('systemctl', name, unit) : undefined;
}

/** Returns a property that a program of systemd shows; undefined if the program fails. */
function shown(program: string, name: string, ...unit: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, ['show', '--property', name, '--value', ...unit], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Checks the units of the refresh: the last result, and whether the timer is active. */
export function refreshFindings(): Finding[] {
  const loaded = property('openfirma-refresh.service', 'LoadState');
  if (loaded === undefined) return [ok('refresh', 'not checked: systemd does not run here')];
  if (loaded !== 'loaded') return [warning('refresh', 'there is no openfirma-refresh.service', 'Run: openfirma init')];
  const result = property('openfirma-refresh.service', 'Result');
  const ended = property('openfirma-refresh.service', 'ExecMainExitTimestamp') ?? '';
  const timer = property('openfirma-refresh.timer', 'ActiveState');
  const found: Finding[] = [];
  if (result !== 'success') found.push(error('refresh', `the last run failed: ${result}, ${ended}`, CURES.refreshLog));
  if (timer !== 'active')
    found.push(error('refresh', 'its timer does not run', 'systemctl enable --now openfirma-refresh.timer'));
  if (found.length > 0) return found;
  return [ok('refresh', ended === '' ? 'its timer runs' : `its timer runs, the last run ended ${ended}`)];
}

/** Reports the version of this program, and checks whether the service was started with it. */
export function versionFinding(): Finding {
  const what = `openfirma ${packageJson.version}, Node ${process.versions.node}`;
  const started = Date.parse(property('openfirma.service', 'ExecMainStartTimestamp')?.replace(/^\w+ /, '') ?? '');
  const installed = statSync(join(ROOT, 'package.json')).mtimeMs;
  if (started < installed)
    return warning('version', `${what}; the service started before it was installed`, CURES.restart);
  return ok('version', what);
}

/** Checks the free memory for the next build. */
export function freeMemoryFinding(): Finding {
  // Only on Linux does `freemem` return the memory that can be used without swapping.
  if (process.platform !== 'linux') return ok('free memory', 'not known on this system');
  const available = freemem();
  const what = `${gigabytes(available)} GB`;
  const cure = 'A build may be killed: add memory or swap, or set WORKERS=1';
  return available < FREE_BYTES_LEAST ? warning('free memory', what, cure) : ok('free memory', what);
}

/** Checks whether systemd reports a synchronised clock, and whether the snapshot was written in the future. */
export function clockFindings({ snapshot }: Installation, now: number): Finding[] {
  const found: Finding[] = [];
  const synchronised = shown('timedatectl', 'NTPSynchronized') ?? '';
  const isKnown = ['yes', 'no'].includes(synchronised);
  if (synchronised === 'no') found.push(warning('clock', 'it is not synchronised', CURES.clock));
  const written = snapshot === undefined ? undefined : statSync(snapshot, { throwIfNoEntry: false })?.mtimeMs;
  if (written !== undefined && written > now + 300_000)
    found.push(
      error('clock', `the snapshot was written at ${new Date(written).toISOString()}, in the future`, CURES.clock),
    );
  return found.length > 0 ? found : [ok('clock', `${new Date(now).toISOString()}${isKnown ? ', synchronised' : ''}`)];
}
