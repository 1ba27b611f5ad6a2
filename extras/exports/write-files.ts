import { InputError } from '../../src/model/index.ts';
import type { YieldIfDue } from '../../src/files/index.ts';
import type { ExportedCompany } from './exported-company.ts';
import { FileSet, type WrittenFile } from './file-set.ts';
import type { Format } from './formats/format.ts';
import { activeIn, type Walk } from './walk.ts';

/** The end of the name of the file with companies of which no country is known. */
const NO_COUNTRY_NAME = 'none';

export interface Writing {
  readonly formats: readonly Format[];
  readonly folder: string;
  readonly yieldIfDue: YieldIfDue;
  /** Called with the number of records written and their total. */
  readonly onProgress: (done: number, total: number, note: string) => void;
}

/** Writes the files of all formats in one walk over a snapshot. */
export async function writeFiles(walk: Walk, writing: Writing): Promise<WrittenFile[]> {
  const { records } = walk.metadata;
  const all = Object.values(records).reduce((sum, count) => sum + count, 0);
  let done = 0;
  const step = (note: string): Promise<void> | undefined => {
    writing.onProgress(++done, all + records.active, note);
    return writing.yieldIfDue();
  };
  return [...(await writeFormerIds(walk, writing, step)), ...(await writeCompanies(walk, writing, step))];
}

type Step = (note: string) => Promise<void> | undefined;

async function writeFormerIds(walk: Walk, { formats, folder }: Writing, step: Step): Promise<WrittenFile[]> {
  const kinds = formats.flatMap((format) => format.forAll.map((kind) => [format, kind] as const));
  using files = new FileSet(kinds, folder, walk.metadata.generation);
  for (const id of walk.formerIds()) {
    if (id !== undefined) await files.add(id);
    await step('reading ids');
  }
  return await files.close();
}

async function writeCompanies(walk: Walk, writing: Writing, step: Step): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  const companies = walk.companies();
  let next = companies.next();
  while (next.done !== true) {
    const { country } = next.value;
    let count = 0;
    using files = filesOf(country, walk, writing);
    for (; next.done !== true && next.value.country === country; next = companies.next()) {
      await files.add(next.value);
      count++;
      await step(country ?? 'without a country');
    }
    mustBeAll(count, country, walk);
    written.push(...(await files.close()));
  }
  return written;
}

function filesOf(
  country: string | undefined,
  { metadata }: Walk,
  { formats, folder }: Writing,
): FileSet<ExportedCompany> {
  const kinds = formats.flatMap((format) => format.perCountry.map((kind) => [format, kind] as const));
  return new FileSet(kinds, folder, metadata.generation, country ?? NO_COUNTRY_NAME);
}

function mustBeAll(count: number, country: string | undefined, { path, metadata }: Walk): void {
  const wanted = activeIn(metadata, country);
  if (count === wanted) return;
  throw new InputError(
    `Cannot export "${path}": it counts ${wanted} companies of ${country ?? 'no country'} and holds ${count}; check it with "openfirma verify"`,
  );
}
