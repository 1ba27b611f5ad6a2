import type { CsvRow, ImportRun, Input } from '../../importer/index.ts';
import { InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import { companyOf } from './company.ts';
import { readLabels } from './labels.ts';
import { readSnapshotDate } from './meta.ts';
import { addSection } from './sections.ts';

/** Files that no line takes anything from: places of work, branches, and how to reach them. */
const UNREAD = ['establishment', 'branch', 'contact'];

/**
 * Turns the files of a full extract into register lines, one per enterprise: enterprise.csv joined with names,
 * addresses and activities by the enterprise number, whatever the order of the files.
 * @throws {InputError} where files are missing, or are of two extracts
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const files = filesOf(inputs);
  const enterprises = fileOf(files, 'enterprise');
  const names = fileOf(files, 'denomination');
  const codes = fileOf(files, 'code');
  const meta = files.get('meta');
  const date = (meta === undefined ? undefined : await readSnapshotDate(meta, run)) ?? enterprises.stamp?.date;
  const labels = await readLabels(codes, run);
  for (const kind of UNREAD) await files.get(kind)?.passOver('nothing of it stands in a line');

  const joined = run.joined('be-kbo');
  await addSection('enterprises', enterprises, joined, run);
  await addSection('names', names, joined, run);
  const addresses = files.get('address');
  if (addresses !== undefined) await addSection('addresses', addresses, joined, run);
  const activities = files.get('activity');
  if (activities !== undefined) await addSection('activities', activities, joined, run);
  for (const group of joined.groups()) {
    const line = companyOf(group, { labels, date }, run);
    if (line !== undefined) yield line;
  }
}

/** The inputs by kind. An extract is the whole register: with an older one, enterprises that ceased would come back. */
function filesOf(inputs: readonly Input<CsvRow>[]): ReadonlyMap<string, Input<CsvRow>> {
  const files = new Map<string, Input<CsvRow>>();
  for (const input of inputs) {
    const { kind = '', name } = input;
    const other = files.get(kind);
    if (other !== undefined) {
      throw new InputError(
        `Cannot import ${quoteValue(name)}: ${quoteValue(other.name)} is ${kind}.csv, too; give the files of one extract`,
      );
    }
    files.set(kind, input);
  }
  return files;
}

function fileOf(files: ReadonlyMap<string, Input<CsvRow>>, kind: string): Input<CsvRow> {
  const file = files.get(kind);
  if (file !== undefined) return file;
  throw new InputError(`Cannot import be-kbo: no input is ${kind}.csv; give KboOpenData_…_Full.zip, or all its files`);
}
