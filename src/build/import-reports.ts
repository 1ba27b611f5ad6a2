import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { InputError, type RegisterCounts, type RegisterFacts, type UpdateFrequency } from '../model/index.ts';

/** The fields that a build reads in the report that an import writes beside its output. */
const report = Compile(
  Type.Object({
    register: Type.String(),
    imported_at: Type.Optional(Type.String({ format: 'date-time' })),
    input: Type.Optional(Type.Union([Type.Literal('whole'), Type.Literal('part')])),
    inputs: Type.Array(Type.Object({ published: Type.Optional(Type.String({ format: 'date' })) })),
  }),
);

/** Returns how often a register is renewed; undefined for lines of no known register. */
export type FindUpdateFrequency = (register: string) => UpdateFrequency | undefined;

/**
 * Adds to the counts of registers after how many days they are overdue, and facts from the reports beside the inputs
 * (`FILE.report.json`), if there are any: the time of the import, the date of the newest file, and whether the files were a part of the
 * register.
 * @throws {InputError} if a file with such a name is not the report of an import
 */
export async function withImports(
  counts: Readonly<Record<string, RegisterCounts>>,
  inputs: readonly string[],
  findUpdateFrequency: FindUpdateFrequency = () => undefined,
): Promise<Record<string, RegisterFacts>> {
  const facts: Record<string, RegisterFacts> = Object.fromEntries(
    Object.entries(counts).map(([id, counted]) => [id, { ...counted, ...daysMax(findUpdateFrequency(id)) }]),
  );
  for (const input of inputs) {
    const path = `${input}.report.json`;
    if (input === '-' || !existsSync(path)) continue;
    const { register, imported_at: importedAt, inputs: files, input: extent } = await readReport(path);
    const counted = facts[register];
    if (counted === undefined) continue;
    const published = files.map((file) => file.published);
    facts[register] = {
      ...counted,
      ...newest('imported_at', counted.imported_at, importedAt),
      ...newest('published', counted.published, ...published),
      ...(extent === 'part' && { input: 'part' }),
    };
  }
  return facts;
}

function daysMax(
  updateFrequency: UpdateFrequency | undefined,
): Pick<RegisterFacts, 'newest_days_max' | 'oldest_days_max'> {
  if (updateFrequency === undefined || 'endedOn' in updateFrequency) return {};
  const { newestDays, oldestDays } = updateFrequency;
  return { newest_days_max: newestDays, ...(oldestDays !== undefined && { oldest_days_max: oldestDays }) };
}

/** Returns an object with the latest time as property `name`; an empty object if there are no times. */
function newest(name: string, ...times: readonly (string | undefined)[]): Readonly<Record<string, string>> {
  const latest = times
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
  return latest === undefined ? {} : { [name]: latest };
}

async function readReport(path: string) {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`Cannot read the report of an import "${path}": ${reason}; import again, or remove it`);
  }
  if (report.Check(value)) return value;
  throw new InputError(`Cannot use "${path}": it is not the report of an import; import again, or remove it`);
}
