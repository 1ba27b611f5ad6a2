/** Checks of the data: the snapshot, the age of each register, the reports of the last imports, and the keys. @module */
import { accessSync, constants, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readCredentials } from '../../../src/fetching/index.ts';
import { systemReason } from '../../../src/files/index.ts';
import { InputError, counted, findOverdue, toErrorMessage, type RegisterFacts } from '../../../src/model/index.ts';
import { findLastEdition, findRegister } from '../../../src/registers/index.ts';
import { SnapshotReader, type SnapshotMetadata } from '../../../src/snapshot/index.ts';
import { diskFinding, spaceNeeded } from '../machine.ts';
import { CURES } from '../cures.ts';
import { error, ok, warning, type Finding } from '../finding.ts';
import type { Installation } from './installation.ts';

const DAY_MS = 86_400_000;

/** Checks the snapshot, and the age of its registers on a day in UTC. */
export async function dataFindings({ folder, snapshot, refresh }: Installation, today: string): Promise<Finding[]> {
  if (snapshot === undefined) return [ok('data', 'the data are not a file of this machine')];
  if (!existsSync(snapshot)) {
    const what = `there is no snapshot at ${snapshot}`;
    return [pathFinding(snapshot, folder, refresh) ?? error('data', what, `Run: ${CURES.refresh}`)];
  }
  const hidden = accessFinding(snapshot, folder);
  if (hidden !== undefined) return [hidden];
  const metadata = await readMetadata(snapshot);
  if ('level' in metadata) return [metadata];
  const { registers, records, generation } = metadata;
  const sizes = `${counted(records.active, 'company')}, ${(statSync(snapshot).size / 1e6).toFixed(1)} MB, generation ${generation}`;
  const missing = (refresh?.registers ?? []).flatMap(({ register: id }) => {
    if (registers[id] !== undefined) return [];
    const cure = `${CURES.refreshLog}; openfirma probe ${id} requests its files`;
    return [warning(id, 'refresh.json names it, and the data have nothing of it', cure)];
  });
  return [
    ok('data', sizes),
    ...missing,
    ...Object.entries(registers).flatMap(([id, facts]) => ageFindings(id, facts, today)),
  ];
}

/** Returns a finding if the refresh writes another file than the service reads. */
function pathFinding(snapshot: string, folder: string, refresh: Installation['refresh']): Finding | undefined {
  const written = refresh && resolve(folder, refresh.snapshot);
  if (written === undefined || written === snapshot) return undefined;
  const what = `refresh.json writes ${written}, and the service reads ${snapshot}`;
  return error('data', what, `Remove "snapshot" from refresh.json, or set SNAPSHOT=${written}; ${CURES.restart}`);
}

/** Returns a finding if the owner of the data folder, as whom the service runs, may not read the snapshot. */
function accessFinding(path: string, folder: string): Finding | undefined {
  const [file, home] = [statSync(path), statSync(folder)];
  const readers = file.uid === home.uid ? 0o400 : file.gid === home.gid ? 0o040 : 0o004;
  const isForOwner = home.uid === 0 || (file.mode & readers) !== 0;
  if (isForOwner && isReadable(path)) return undefined;
  const mode = (file.mode & 0o777).toString(8);
  const what = `${path} belongs to the user ${file.uid} with the mode ${mode}, and ${isForOwner ? 'this user' : `the user ${home.uid} of the service`} may not read it`;
  return error('data', what, `Run: chown ${home.uid}:${home.gid} ${path} && chmod 640 ${path}`);
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (fault) {
    if (systemReason(fault) === undefined) throw fault;
    return false;
  }
}

async function readMetadata(path: string): Promise<SnapshotMetadata | Finding> {
  try {
    const reader = SnapshotReader.open(path);
    await reader.close();
    return reader.metadata;
  } catch (fault) {
    if (!(fault instanceof InputError)) throw fault;
    return error('data', fault.message, 'Run: openfirma rollback, or refresh with --force');
  }
}

function ageFindings(id: string, facts: RegisterFacts, today: string): Finding[] {
  const overdue = findOverdue(facts, today);
  const cure = `Refresh; where that changes nothing, openfirma probe ${id} requests its files`;
  if (overdue.length > 0) {
    return overdue.map(({ which, date, days, daysMax }) => {
      const what = which === 'newest' ? 'its newest data are' : 'its oldest line is';
      return warning(id, `${what} of ${date}, ${days} days ago; ${daysMax} are allowed`, cure);
    });
  }
  const newest = [facts.as_of_last, facts.published]
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1);
  if (newest === undefined) return [ok(id, `${counted(facts.companies, 'company')}, without a date`)];
  const days = Math.round((Date.parse(today) - Date.parse(newest)) / DAY_MS);
  const what = `${counted(facts.companies, 'company')}, of ${newest}, ${counted(Math.max(0, days), 'day')} ago`;
  const ended = findLastEdition(id);
  if (days >= -1)
    return [ok(id, ended === undefined ? what : `${what}; the last edition of the register is of ${ended}`)];
  return [error('clock', `${id} has data of ${newest}, and today is ${today}`, CURES.clock)];
}

/** The fields of `FILE.report.json` that are checked. */
interface LastReport {
  readonly register?: string;
  readonly imported_at?: string;
  readonly records_rejected?: number;
  readonly unknown_codes?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly leftover_fields?: Readonly<Record<string, number>>;
}

/** Checks the reports of the last imports. */
export function reportFindings({ folder, refresh }: Installation): Finding[] {
  if (refresh === undefined) return [];
  const lines = resolve(folder, refresh.lines);
  const names = globSync('*.report.json', { cwd: lines }).toSorted();
  return names.map((name) => reportFinding(join(lines, name)));
}

function reportFinding(path: string): Finding {
  let report: LastReport;
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as LastReport;
  } catch (fault) {
    return error(path, toErrorMessage(fault), 'Remove it, and refresh with --force');
  }
  const about = `${report.register ?? path} import`;
  const { unknown_codes: codes = {}, leftover_fields: fields = {}, records_rejected: rejected = 0 } = report;
  const unknown = Object.entries(codes).map(
    ([list, counts]) => `${list} (${Object.keys(counts).slice(0, 3).join(', ')})`,
  );
  const parts = [
    ...(rejected > 0 ? [`${counted(rejected, 'record')} rejected`] : []),
    ...(unknown.length > 0 ? [`unknown codes of ${unknown.join(', ')}`] : []),
    ...(Object.keys(fields).length > 0 ? [`undeclared fields ${Object.keys(fields).slice(0, 5).join(', ')}`] : []),
  ];
  const day = report.imported_at?.slice(0, 10) ?? 'unknown date';
  if (parts.length === 0) return ok(about, `of ${day}, without rejects and unknown codes`);
  const cure = `Update openfirma, or report it; the whole report is ${path}`;
  return warning(about, `of ${day}: ${parts.join('; ')}`, cure);
}

/** Checks whether the keys of the registers in the configuration are set. */
export function keyFindings({ refresh }: Installation, environment: NodeJS.ProcessEnv, accounts: string): Finding[] {
  return (refresh?.registers ?? []).flatMap(({ register }) => {
    try {
      const given = readCredentials(findRegister(register), environment);
      return given === undefined ? [] : [ok(`${register} key`, `${given.names} set`)];
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault;
      return [error(`${register} key`, fault.message, `Put it into ${accounts}, NAME=VALUE`)];
    }
  });
}

/** Checks the space on the disk of the data. Existing files of the data count as free space. */
export function roomFinding({ folder, refresh, snapshot }: Installation): Finding {
  const used = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + readSize(join(parentPath, name)), 0);
  const size = snapshot === undefined ? 0 : readSize(snapshot);
  const needed = Math.max(spaceNeeded((refresh?.registers ?? []).map(({ register }) => register)), used + size);
  return diskFinding(snapshot === undefined ? folder : dirname(snapshot), needed, used);
}

function readSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
