import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Argument, Command } from 'commander';
import {
  HttpClient,
  readCredentials,
  fetchFile,
  fetchPagedList,
  fetchPrepared,
  findSources,
  type Fetched,
  type FetchOptions,
} from '../../fetching/index.ts';
import {
  fetchedPath,
  readFetched,
  type Download,
  type KeptFile,
  type Register,
  type PagedList,
  type PreparedFile,
} from '../../importer/index.ts';
import type { InputError } from '../../model/index.ts';
import { CODE_LISTS, REGISTERS, findRegister } from '../../registers/index.ts';
import {
  createProgress,
  duration,
  interruptible,
  JSON_OPTION,
  printJson,
  showLine,
  throwAll,
  toInputError,
  withWords,
} from '../../extra/index.ts';
import { crawlRegister, type CrawlReport, type Crawling } from '../crawls/crawl-register.ts';
import { counted } from '../../model/index.ts';

const HELP = `
Each register has its own folder in DIR. A file that is still current is not downloaded again. A broken download resumes
where it stopped. The old file stays until the new one is complete. FILE.fetched.json beside each file says where it came
from, its date and its length; import reads it. Credentials, where a register needs them, come from the environment
(OPENFIRMA_HR_SUDREG_CLIENT_ID); what is missing is named. Some registers are crawled record by record, for days at first:
each run continues where the last one ended, --for limits its time, and import reads the responses so far. gleif-lists are code lists for the import of gleif, which takes
them as further files.

Example:
  openfirma fetch fi-prh lv-ur --into downloads
  openfirma fetch gr-gemi --into downloads --for 6h
`;

const FETCHED = [...REGISTERS.keys(), ...CODE_LISTS.keys()];

/** The command `openfirma fetch`: downloads the current files of registers. */
export function fetchCommand(): Command {
  return new Command('fetch')
    .description('download the current files of registers')
    .addArgument(withWords(new Argument('<register...>', 'the registers, or code lists'), FETCHED))
    .requiredOption('--into <dir>', 'the folder for the downloads')
    .option('--for <time>', 'the time of each crawl, such as 90m, 6h or 2d (default: 24h)', duration)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (ids: string[], { into, for: forMs, json }: { into: string; for?: number; json?: true }) => {
      const failed: InputError[] = [];
      const reports: object[] = [];
      await interruptible('fetch', async (signal) => {
        for (const id of new Set(ids)) {
          let walk: CrawlReport | undefined;
          const onCrawl = (report: CrawlReport): void => void (walk = report);
          try {
            const register = CODE_LISTS.get(id) ?? findRegister(id);
            const files = await fetchRegister(register, join(into, id), signal, { forMs, onCrawl });
            reports.push({ register: id, files, walk });
          } catch (error) {
            // The other registers are still fetched.
            const failure = toInputError(error, signal);
            failed.push(failure);
            reports.push({ register: id, failed: failure.message, walk });
          }
        }
      });
      if (json === true) printJson({ fetched: reports });
      throwAll(failed);
    });
}

export interface FetchedPath {
  readonly path: string;
  readonly changed: boolean;
}

/**
 * Downloads the current files of a register into a folder. Returns their paths in the order of the declaration; crawled files are last.
 * @throws {InputError} where a download fails, or the register requires an account or credentials that are not set
 */
export async function fetchRegister(
  register: Fetched,
  into: string,
  signal: AbortSignal,
  crawling: Crawling = {},
): Promise<FetchedPath[]> {
  const { id, files } = register;
  const say = (line: string): void => showLine(`fetch ${id}  ${line}`);
  const credentials = readCredentials(register, process.env);
  await using client = new HttpClient({ signal, server: files.server, credentials, say });
  const fetched: FetchedPath[] = [];
  for (const source of await findSources(register, client)) {
    const file = 'kept' in source ? await keptFile(source, into, say) : await fetchSource(id, source, { into, client });
    if (file !== undefined) fetched.push(file);
  }
  if (files.crawl !== undefined) fetched.push(...(await crawlRegister(id, files.crawl, { into, client }, crawling)));
  const paths = fetched.map(({ path }) => path);
  if (files.superseded !== undefined) await removeSuperseded(files.superseded, into, paths, say);
  return fetched;
}

/**
 * Downloads the current files of a register and of its code lists into two folders in `downloads`. Returns all paths. If the code lists
 * cannot be downloaded, those of an earlier run are used, or else those that ship with the program.
 * @throws {InputError} as {@linkcode fetchRegister} does, but not for code lists
 */
export async function fetchWithLists(
  register: Register,
  downloads: string,
  signal: AbortSignal,
  crawling: Crawling = {},
): Promise<FetchedPath[]> {
  const files = await fetchRegister(register, join(downloads, register.id), signal, crawling);
  const { lists } = register;
  if (lists === undefined) return files;
  const folder = join(downloads, lists.id);
  try {
    return [...files, ...(await fetchRegister(lists, folder, signal))];
  } catch (error) {
    const { message } = toInputError(error, signal);
    const names = existsSync(folder) ? await readdir(folder) : [];
    const kept = names.filter((name) => names.includes(basename(fetchedPath(name)))).toSorted();
    const instead = kept.length === 0 ? 'what ships is taken' : 'those of an earlier run are taken';
    showLine(`fetch ${lists.id}  ${message}; ${instead}`);
    return [...files, ...kept.map((name) => ({ path: join(folder, name), changed: false }))];
  }
}

async function fetchSource(
  id: string,
  source: Download | PagedList | PreparedFile,
  options: FetchOptions,
): Promise<FetchedPath> {
  const progress = createProgress(`fetch ${id} ${source.name}`);
  const formatNote = (done: number): string =>
    'records' in source ? counted(done, 'record') : `${(done / 1e6).toFixed(1)} MB`;
  const shown: FetchOptions = {
    ...options,
    onProgress: (done, total) => progress.update(done, total, formatNote(done)),
  };
  const fetching =
    'records' in source
      ? fetchPagedList(source, shown)
      : 'address' in source
        ? fetchPrepared(source, shown)
        : fetchFile(source, shown);
  const { path, changed } = await fetching;
  progress.finish(changed ? 'fetched' : 'unchanged');
  return { path, changed };
}

/** Returns the file of an earlier run if the catalogue offers no new one; undefined if no earlier run has downloaded it. */
async function keptFile(
  { name, kept }: KeptFile,
  into: string,
  say: (line: string) => void,
): Promise<FetchedPath | undefined> {
  const path = join(into, name);
  const isThere = existsSync(path);
  const day = isThere ? (await readFetched(path))?.fetched_at.slice(0, 10) : undefined;
  const which = isThere ? `the one of ${day ?? 'unknown date'} stays` : 'and no earlier run has one';
  say(`No new ${name}, ${which}: ${kept}`);
  return isThere ? { path, changed: false } : undefined;
}

async function removeSuperseded(
  superseded: RegExp,
  into: string,
  current: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  for (const name of await readdir(into)) {
    const path = join(into, name);
    // Only fetched files have a record. Files that a person put there are kept.
    if (!superseded.test(name) || current.includes(path) || !existsSync(fetchedPath(path))) continue;
    await rm(path);
    await rm(fetchedPath(path));
    say(`Removed ${name}: it is no longer among the current files`);
  }
}
