import { compressionNamed, detectCompression } from '../../../src/files/index.ts';
import {
  HttpClient,
  RetryableError,
  fetchPage,
  findSources,
  probeCrawl,
  probeFile,
  probeList,
  readCredentials,
  type FirstBytes,
} from '../../../src/fetching/index.ts';
import {
  readFirstRecord,
  type Download,
  type PreparedFile,
  type Register,
  type Source,
} from '../../../src/importer/index.ts';
import { InputError, counted, toErrorMessage } from '../../../src/model/index.ts';
import { error, ok, warning, type Finding } from '../finding.ts';

type Probed = Pick<Register, 'id' | 'files'>;

/** Size of the range that is requested of each file, in bytes. */
const RANGE_BYTES = 128 * 1024;

/** The limits of a probe: a single attempt for each request, and shorter waits than those of a download. */
const LIMITS = { idleTimeoutMs: 20_000, pageMs: 60_000, attemptsInARow: 1 };

/** Maximum size, in bytes, of a file whose declaration states no maximum. */
const FILE_BYTES_MAX = 1024 ** 3;

/**
 * A file smaller than this fraction of `bytesMax` is probably cut or another edition. `bytesMax` is about three times the usual size, so
 * 1/30 of it is a tenth of the usual size.
 */
const SHRUNK_TO = 1 / 30;

/** Maximum number of undeclared fields in a message. */
const FIELDS_MAX = 5;

const UPDATE = 'Update openfirma';

/** Requests the first bytes of each file of a register, and compares them with what its importer expects. Nothing is stored. */
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
    const credentials = readCredentials(register, environment);
    await using client = new HttpClient({
      signal,
      server: files.server,
      credentials,
      limits: { ...LIMITS, ...limits },
    });
    const findings: Finding[] = [];
    for (const source of await findSources(register, client))
      findings.push(...(await probeSource(register, source, client)));
    if (files.crawl !== undefined)
      findings.push(describeOutcome(`${id} ${files.crawl.name}`, files.page, await probeCrawl(files.crawl, client)));
    return findings;
  } catch (fault) {
    return [describeFault(id, files.page, fault, signal)];
  }
}

async function probeSource(register: Probed, source: Source, client: HttpClient): Promise<Finding[]> {
  const about = `${register.id} ${source.name}`;
  try {
    if ('kept' in source) return [warning(about, source.kept, 'Nothing: the file of an earlier run is used')];
    if ('records' in source) {
      const { outcome, lines } = await probeList(source, client);
      if (outcome?.is !== 'answered') return [describeOutcome(about, register.files.page, outcome)];
      const record = await readFirstRecord(register, source.name, Buffer.from(lines.join('')), true);
      return [
        ok(
          about,
          `the first page has ${counted(lines.length, 'record')}${record === undefined ? '' : ', as expected'}`,
        ),
      ];
    }
    const download = 'address' in source ? { ...source, url: await preparedAddress(source, client) } : source;
    if (download.url.startsWith('ftp:')) {
      const size = download.bytes === undefined ? 'size unknown' : `${megabytes(download.bytes)} MB`;
      return [ok(about, `the server lists it, ${size}; its content is not read over FTP`)];
    }
    const response = await probeFile(download, RANGE_BYTES, client);
    const { page } = register.files;
    const content = await judgeContent(about, register, download, response);
    return [content, ...judgeAddress(about, page, response), ...judgeSize(about, page, download, response)];
  } catch (fault) {
    return [describeFault(about, register.files.page, fault, client.signal)];
  }
}

async function preparedAddress(prepared: PreparedFile, client: HttpClient): Promise<string> {
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  return prepared.address(JSON.parse(await fetchPage({ url: prepared.url, headers }, client)));
}

function describeOutcome(about: string, page: string, outcome: Awaited<ReturnType<typeof probeCrawl>>): Finding {
  if (outcome === undefined) return ok(about, 'nothing is to be requested today');
  if (outcome.is === 'answered') return ok(about, 'the first response of the interface is as expected');
  if (outcome.is === 'none') return ok(about, `the first response is ${outcome.status}, which the importer expects`);
  if (outcome.is === 'refused') return error(about, outcome.reason, `Check the keys of the register and ${page}`);
  return warning(about, outcome.reason, `Try again later; if it stays so, see ${page}`);
}

function describeFault(about: string, page: string, fault: unknown, signal: AbortSignal): Finding {
  signal.throwIfAborted();
  const reason = toErrorMessage(fault);
  // A silent or busy server may respond the next time. For other faults, the cause is the connection.
  if (fault instanceof RetryableError && (fault.status !== undefined || fault.cause === undefined)) {
    return warning(about, reason, `Try again later; if it stays so, see ${page}`);
  }
  return error(about, reason, `Check the network and ${page}; if the address has moved, update openfirma`);
}

function judgeAddress(about: string, page: string, { movedTo }: FirstBytes): Finding[] {
  if (movedTo?.isPermanent !== true) return [];
  const cure = `Nothing now: the download follows it. Compare with ${page}, and update openfirma before the old address ends`;
  return [warning(about, `the file has moved permanently to ${movedTo.url}`, cure)];
}

function judgeSize(about: string, page: string, download: Download, { size }: FirstBytes): Finding[] {
  if (size === undefined) return [];
  const { bytes: expected, bytesMax = FILE_BYTES_MAX } = download;
  if (size > bytesMax) {
    return [
      error(about, `it has ${counted(size, 'byte')}, and at most ${bytesMax} are allowed`, `${UPDATE}, or see ${page}`),
    ];
  }
  if (expected !== undefined && size !== expected) {
    const cure = `The catalogue is older than the file: try again tomorrow, or see ${page}`;
    return [error(about, `it has ${counted(size, 'byte')}, and its catalogue says ${expected}`, cure)];
  }
  if (download.bytesMax === undefined || size >= download.bytesMax * SHRUNK_TO) return [];
  const usual = Math.round(download.bytesMax / 3e6);
  const cure = `Compare with ${page}: it may be cut, or another edition`;
  return [warning(about, `it has ${megabytes(size)} MB, and some ${usual} MB were published before`, cure)];
}

async function judgeContent(
  about: string,
  register: Probed,
  { name }: Download,
  response: FirstBytes,
): Promise<Finding> {
  const { type, bytes, isWhole } = response;
  const cure = `Open ${register.files.page}: the file may have moved or changed. ${UPDATE}, or report it`;
  if (bytes.length === 0) return error(about, 'it is empty', cure);
  const isPage =
    /^text\/html\b/.test(type ?? '') || /^\s*<(!doctype html|html)\b/i.test(bytes.toString('latin1', 0, 200));
  if (isPage && !/\.html?$/.test(name)) return error(about, 'the server sends an HTML page in place of the file', cure);
  const named = compressionNamed(name);
  if (named !== undefined && detectCompression(bytes) !== named)
    return error(about, `its first bytes are not those of a ${named} file (${type ?? 'no type'})`, cure);
  let record;
  try {
    record = await readFirstRecord(register, name, bytes, isWhole);
  } catch (fault) {
    if (!(fault instanceof InputError)) throw fault;
    return error(about, `the import would refuse it: ${fault.message}`, cure);
  }
  const { leftovers = [] } = record ?? {};
  if (leftovers.length > 0) {
    const fields = leftovers.slice(0, FIELDS_MAX).join(', ') + (leftovers.length > FIELDS_MAX ? ', …' : '');
    const what = `the first record has ${counted(leftovers.length, 'undeclared field')}: ${fields}`;
    return warning(about, what, `The import ignores them. ${UPDATE} to take them`);
  }
  const header = record === undefined ? 'its header cannot be read from its start' : 'its header is as expected';
  return ok(about, `${formatFacts(response)}; ${header}`);
}

function formatFacts({ size, type, lastModified, headRefused, movedTo }: FirstBytes): string {
  const facts = [
    size === undefined ? 'size unknown' : `${megabytes(size)} MB`,
    type ?? 'no type',
    lastModified,
    movedTo && `at ${movedTo.url}`,
    headRefused && 'the server refuses HEAD',
  ];
  return facts.filter((fact) => fact !== undefined).join(', ');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
