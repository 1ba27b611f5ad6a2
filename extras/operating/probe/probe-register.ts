import {
  HttpClient,
  RetryableError,
  credentialsOf,
  fetchPage,
  probeCrawl,
  probeFile,
  probeList,
  sourcesOf,
} from '../../../src/fetching/index.ts';
import { firstRecordOf, type PreparedFile, type Source } from '../../../src/importer/index.ts';
import { messageOf } from '../../../src/model/index.ts';
import { error, ok, warning, type Finding } from '../finding.ts';
import { judgeFile, type Probed } from './judge-file.ts';

/** The size of the range that is requested of each file. */
const RANGE_BYTES = 128 * 1024;

/** The bounds of a probe: one attempt each, and shorter waits than a download has. */
const LIMITS = { silenceMs: 20_000, pageMs: 60_000, attemptsInARow: 1 };

/**
 * Asks the servers of a register for the first bytes of each file, and compares them with what its importer expects. Nothing is
 * stored.
 */
export async function probeRegister(
  register: Probed,
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  limits: Partial<typeof LIMITS> = {},
): Promise<Finding[]> {
  const { id, files } = register;
  if ('account' in files.current) {
    return [warning(id, 'the publisher requires an account, so its files cannot be requested', files.current.account)];
  }
  try {
    const credentials = credentialsOf(register, environment);
    await using client = new HttpClient({
      signal,
      server: files.server,
      credentials,
      limits: { ...LIMITS, ...limits },
    });
    const findings: Finding[] = [];
    for (const source of await sourcesOf(register, client))
      findings.push(...(await probeSource(register, source, client)));
    if (files.crawl !== undefined) findings.push(await probeAnswer(register, client));
    return findings;
  } catch (fault) {
    return [faultOf(id, files.page, fault, signal)];
  }
}

async function probeSource(register: Probed, source: Source, client: HttpClient): Promise<Finding[]> {
  const about = `${register.id} ${source.name}`;
  try {
    if ('kept' in source) return [warning(about, source.kept, 'Nothing: the file of an earlier run is used')];
    if ('records' in source) {
      const { outcome, lines } = await probeList(source, client);
      if (outcome?.is !== 'answered') return [outcomeOf(about, register.files.page, outcome)];
      const record = await firstRecordOf(register, source.name, Buffer.from(lines.join('')), true);
      return [ok(about, `the first page has ${lines.length} records${record === undefined ? '' : ', as expected'}`)];
    }
    const download = 'address' in source ? { ...source, url: await preparedAddress(source, client) } : source;
    if (download.url.startsWith('ftp:')) {
      const size = download.bytes === undefined ? 'size unknown' : `${(download.bytes / 1e6).toFixed(1)} MB`;
      return [ok(about, `the server lists it, ${size}; its content is not read over FTP`)];
    }
    return await judgeFile(register, download, await probeFile(download, RANGE_BYTES, client));
  } catch (fault) {
    return [faultOf(about, register.files.page, fault, client.signal)];
  }
}

async function preparedAddress(prepared: PreparedFile, client: HttpClient): Promise<string> {
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  return prepared.address(JSON.parse(await fetchPage({ url: prepared.url, headers }, client)));
}

/** The first answer of a crawl. */
async function probeAnswer({ id, files }: Probed, client: HttpClient): Promise<Finding> {
  const { crawl } = files;
  const about = `${id} ${crawl?.name}`;
  return outcomeOf(about, files.page, crawl && (await probeCrawl(crawl, client)));
}

function outcomeOf(about: string, page: string, outcome: Awaited<ReturnType<typeof probeCrawl>>): Finding {
  if (outcome === undefined) return ok(about, 'nothing is to be requested today');
  if (outcome.is === 'answered') return ok(about, 'the first answer of the interface is as expected');
  if (outcome.is === 'none') return ok(about, `the first answer is ${outcome.status}, which the importer expects`);
  if (outcome.is === 'refused') return error(about, outcome.reason, `Check the keys of the register and ${page}`);
  return warning(about, outcome.reason, `Try again later; if it stays so, see ${page}`);
}

function faultOf(about: string, page: string, fault: unknown, signal: AbortSignal): Finding {
  signal.throwIfAborted();
  const reason = messageOf(fault);
  // A server that is silent or busy may answer the next time; the cause of other faults is the connection.
  if (fault instanceof RetryableError && (fault.status !== undefined || fault.cause === undefined)) {
    return warning(about, reason, `Try again later; if it stays so, see ${page}`);
  }
  return error(about, reason, `Check the network and ${page}; if the address has moved, update openfirma`);
}
