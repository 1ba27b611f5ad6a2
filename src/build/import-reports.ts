import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { InputError, type RegisterCounts, type RegisterFacts } from '../model/index.ts';

/** The fields that a build reads in the report that an import writes beside its output. */
const report = Compile(
  Type.Object({
    register: Type.String(),
    imported_at: Type.Optional(Type.String({ format: 'date-time' })),
    input: Type.Optional(Type.Union([Type.Literal('whole'), Type.Literal('part')])),
    newest_days_max: Type.Optional(Type.Integer({ minimum: 0 })),
    oldest_days_max: Type.Optional(Type.Integer({ minimum: 0 })),
    inputs: Type.Array(Type.Object({ published: Type.Optional(Type.String({ format: 'date' })) })),
  }),
);

/**
 * Adds facts from the reports beside the inputs (`FILE.report.json`), if there are any, to the counts of registers: the time of the import,
 * the date of the newest file, whether the files were a part of the register, and after how many days they are overdue.
 * @throws {InputError} if a file with such a name is not the report of an import
 */
export async function withImports(
  counts: Readonly<Record<string, RegisterCounts>>,
  inputs: readonly string[],
): Promise<Record<string, RegisterFacts>> {
  const facts: Record<string, RegisterFacts> = { ...counts };
  for (const input of inputs) {
    const path = `${input}.report.json`;
    if (input === '-' || !existsSync(path)) continue;
    const { register, imported_at: importedAt, inputs: files, ...declared } = await readReport(path);
    const counted = facts[register];
    if (counted === undefined) continue;
    const published = files.map((file) => file.published);
    facts[register] = {
      ...counted,
      ...newest('imported_at', counted.imported_at, importedAt),
      ...newest('published', counted.published, ...published),
      ...(declared.input === 'part' && { input: 'part' }),
      ...(declared.newest_days_max !== undefined && { newest_days_max: declared.newest_days_max }),
      ...(declared.oldest_days_max !== undefined && { oldest_days_max: declared.oldest_days_max }),
    };
  }
  return facts;
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
