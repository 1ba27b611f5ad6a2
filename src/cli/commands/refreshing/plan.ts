/** Plans a refresh: its steps and their reasons. A plan writes nothing and requests only catalogues. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HttpClient, currentFile, findSources, isResting, readCredentials } from '../../../fetching/index.ts';
import { fetchedDay, readStatus, statusPath, type Register, type Source, type Crawl } from '../../../importer/index.ts';
import { findRegister } from '../../../registers/index.ts';
import { showLine, toInputError } from '../../../extra/index.ts';
import { ownLines } from './own-lines.ts';
import { computeRecipe } from '../../reuse/made.ts';
import { reasonToBuild } from '../build.ts';
import { importOptions, reasonToImport } from '../import.ts';
import { toImportOptions, type RefreshConfig } from '../../../extra/refresh-config.ts';

interface Step {
  readonly path: string;
  /** `check`: a request finds out whether the file has changed; dependent steps run only then. */
  readonly action: 'fetch' | 'import' | 'build' | 'check' | 'keep' | 'fail';
  readonly why: string;
}

export interface RefreshPlan {
  readonly dry_run: true;
  readonly registers: readonly { readonly register: string; readonly files: readonly Step[]; readonly lines: Step }[];
  readonly snapshot: Step;
}

interface PlanOptions {
  readonly folder: string;
  readonly isForced: boolean;
  readonly signal: AbortSignal;
}

/** Plans a refresh. */
export async function planRefresh(config: RefreshConfig, options: PlanOptions): Promise<RefreshPlan> {
  const { folder, signal } = options;
  const at = (path: string): string => resolve(folder, path);
  const registers = [];
  for (const entry of config.registers) {
    const register = findRegister(entry.register);
    const files =
      entry.files === undefined
        ? await plannedFiles(register, at(config.downloads), signal)
        : entry.files.map((path): Step => ({ path: at(path), action: 'keep', why: 'the configuration names it' }));
    const output = join(at(config.lines), `${register.id}.ndjson.zst`);
    registers.push({ register: register.id, files, lines: await plannedImport(entry, output, files, options) });
  }
  const lines = registers.map((register) => register.lines);
  return { dry_run: true, registers, snapshot: await plannedBuild(config, lines, options) };
}

/** Returns the steps for the files of a register and its code lists. A failure is a step too, so that planning continues. */
async function plannedFiles(register: Register, downloads: string, signal: AbortSignal): Promise<Step[]> {
  const files: Step[] = [];
  try {
    for (const fetched of [register, register.lists].filter((one) => one !== undefined)) {
      const into = join(downloads, fetched.id);
      const { crawl, server } = fetched.files;
      const say = (line: string): void => showLine(`fetch ${fetched.id}  ${line}`);
      const credentials = readCredentials(fetched, process.env);
      await using client = new HttpClient({ signal, server, credentials, say });
      for (const source of await findSources(fetched, client)) files.push(...(await plannedFile(source, into)));
      if (crawl !== undefined) files.push(...(await plannedCrawl(crawl, into)));
    }
    return files;
  } catch (error) {
    return [{ path: join(downloads, register.id), action: 'fail', why: toInputError(error, signal).message }];
  }
}

async function plannedCrawl(crawl: Crawl, into: string): Promise<Step[]> {
  const status = await readStatus(statusPath(into, crawl.name));
  if (status !== undefined && isResting(crawl, status.round_ended_at, new Date())) {
    const why = 'its crawl has ended recently';
    return status.files.map(({ name }) => ({ path: join(into, name), action: 'keep', why }));
  }
  const why =
    status === undefined ? 'its crawl starts' : status.left > 0 ? 'its crawl continues' : 'a round of its crawl starts';
  return [{ path: join(into, `${crawl.name}.*`), action: 'fetch', why }];
}

async function plannedFile(source: Source, into: string): Promise<Step[]> {
  const path = join(into, source.name);
  const step = (action: Step['action'], why: string): Step[] => [{ path, action, why }];
  const isThere = existsSync(path);
  if ('kept' in source) return isThere ? step('keep', source.kept) : [];
  if (!isThere) return step('fetch', 'it does not exist');
  if ('address' in source) return step('keep', 'it never changes');
  const fetched = await currentFile(path, source.url);
  if (fetched === undefined) return step('fetch', 'it is incomplete, or not from its present address');
  if (!('records' in source)) return step('check', `it is of ${fetchedDay(fetched)}`);
  if (source.unchanging === true) return step('keep', 'the file of its address never changes');
  return step('fetch', 'a paged list is crawled again');
}

async function plannedImport(
  entry: RefreshConfig['registers'][number],
  path: string,
  files: readonly Step[],
  { isForced, signal }: PlanOptions,
): Promise<Step> {
  const actions = new Set(files.map(({ action }) => action));
  if (actions.has('fail') && existsSync(path)) return { path, action: 'keep', why: 'its lines of earlier runs stay' };
  if (actions.has('fail')) return { path, action: 'fail', why: 'there are no lines of an earlier run' };
  if (isForced) return { path, action: 'import', why: 'it is forced' };
  if (actions.has('fetch')) return { path, action: 'import', why: 'a file is fetched' };
  const inputs = files.map((file) => file.path);
  const recipe = await computeRecipe(inputs, importOptions({ id: entry.register }, toImportOptions(entry)), signal);
  const reason = await reasonToImport(path, recipe, signal);
  if (reason !== undefined) return { path, action: 'import', why: reason };
  if (actions.has('check')) return { path, action: 'check', why: 'it is imported only where a file has changed' };
  return { path, action: 'keep', why: 'it was made of the same' };
}

async function plannedBuild(
  config: RefreshConfig,
  lines: readonly Step[],
  { folder, isForced, signal }: PlanOptions,
): Promise<Step> {
  const { snapshot, match } = config;
  const path = resolve(folder, snapshot);
  const actions = new Set(lines.map(({ action }) => action));
  if (actions.has('fail')) return { path, action: 'fail', why: 'a register has no lines' };
  if (isForced) return { path, action: 'build', why: 'it is forced' };
  if (actions.has('import')) return { path, action: 'build', why: 'lines are imported' };
  const inputs = [...(await ownLines(config, folder)), ...lines.map((step) => step.path)];
  const reason = await reasonToBuild({ inputs, out: path, signal, match, ...(existsSync(path) && { previous: path }) });
  if (reason !== undefined) return { path, action: 'build', why: reason };
  if (actions.has('check')) return { path, action: 'check', why: 'it is built only where lines have changed' };
  return { path, action: 'keep', why: 'it was made of the same' };
}

/** Returns a plan as text, one line per step. */
export function describePlan({ registers, snapshot }: RefreshPlan): string {
  const parts = registers.map(
    ({ register, files, lines }) => `${register}\n${files.map(stepText).join('')}${stepText(lines)}`,
  );
  return `${parts.join('')}snapshot\n${stepText(snapshot)}nothing was changed\n`;
}

function stepText({ action, path, why }: Step): string {
  return `  ${action.padEnd(6)}  ${path}  (${why})\n`;
}
