import { compressionNamed, compressionOf } from '../../../src/files/index.ts';
import type { FirstBytes } from '../../../src/fetching/index.ts';
import { firstRecordOf, type Download, type Register } from '../../../src/importer/index.ts';
import { InputError } from '../../../src/model/index.ts';
import { error, ok, warning, type Finding } from '../finding.ts';

/** The maximum size of a file whose declaration states none. */
const FILE_BYTES_MAX = 1024 ** 3;

/** `bytesMax` of a declaration is some three times the published size: a file of a tenth of that size is another one. */
const SHRUNK_TO = 1 / 30;

/** The number of undeclared fields in a message. */
const FIELDS_MAX = 5;

export type Probed = Pick<Register, 'id' | 'files'>;

/** Judges the answer of a server for a file as the download and the import would. */
export async function judgeFile(register: Probed, download: Download, answer: FirstBytes): Promise<Finding[]> {
  const about = `${register.id} ${download.name}`;
  const { page } = register.files;
  const found = [...judgeAddress(about, page, answer), ...judgeSize(about, page, download, answer)];
  const content = await judgeContent(about, register, download, answer);
  return [...content, ...found];
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
    return [error(about, `it has ${size} bytes, and at most ${bytesMax} are allowed`, `${UPDATE}, or see ${page}`)];
  }
  if (expected !== undefined && size !== expected) {
    const cure = `The catalogue is older than the file: try again tomorrow, or see ${page}`;
    return [error(about, `it has ${size} bytes, and its catalogue says ${expected}`, cure)];
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
  answer: FirstBytes,
): Promise<Finding[]> {
  const { type, bytes, isWhole } = answer;
  const cure = `Open ${register.files.page}: the file may have moved or changed. ${UPDATE}, or report it`;
  if (bytes.length === 0) return [error(about, 'it is empty', cure)];
  const isPage =
    /^text\/html\b/.test(type ?? '') || /^\s*<(!doctype html|html)\b/i.test(bytes.toString('latin1', 0, 200));
  if (isPage && !/\.html?$/.test(name))
    return [error(about, 'the server sends an HTML page in place of the file', cure)];
  const named = compressionNamed(name);
  if (named !== undefined && compressionOf(bytes) !== named) {
    return [error(about, `its first bytes are not those of a ${named} file (${type ?? 'no type'})`, cure)];
  }
  let record;
  try {
    record = await firstRecordOf(register, name, bytes, isWhole);
  } catch (fault) {
    if (!(fault instanceof InputError)) throw fault;
    return [error(about, `the import would refuse it: ${fault.message}`, cure)];
  }
  const { leftovers = [] } = record ?? {};
  if (leftovers.length > 0) {
    const what = `the first record has ${leftovers.length} undeclared fields: ${listOf(leftovers)}`;
    return [warning(about, what, `The import ignores them. ${UPDATE} to take them`)];
  }
  return [
    ok(
      about,
      `${factsOf(answer)}; ${record === undefined ? 'its header cannot be read from its start' : 'its header is as expected'}`,
    ),
  ];
}

const UPDATE = 'Update openfirma';

function listOf(names: readonly string[]): string {
  return `${names.slice(0, FIELDS_MAX).join(', ')}${names.length > FIELDS_MAX ? ', …' : ''}`;
}

function factsOf({ size, type, lastModified, headRefused, movedTo }: FirstBytes): string {
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
