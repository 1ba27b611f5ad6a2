/**
 * The record beside a file (`FILE.made.json`) lists the inputs, the options and the program that made the file. While all are the same,
 * the file is not made again. Files are compared by content, not by time or path.
 */
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import packageJson from '../../../package.json' with { type: 'json' };
import {
  factsOfFile,
  mustBeFile,
  readSignature,
  systemReason,
  writeWhole,
  type FileSignature,
} from '../../files/index.ts';
import { fetchedDay, readFetched, statusBeside } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { createProgress, showLine } from '../../extra/index.ts';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

const Recipe = Type.Object({
  program: Type.String(),
  options: Type.Record(Type.String(), Type.Unknown()),
  /** The inputs in their order. `published`: the day of a downloaded file, which may date its lines. `complete`: whether its crawl has ended. */
  inputs: Type.Array(
    Type.Object({
      name: Type.String(),
      sha256: Sha256,
      published: Type.Optional(Type.String()),
      complete: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type Recipe = Static<typeof Recipe>;

/** A recipe with the signature of each of its inputs before its digest was computed. */
export interface ComputedRecipe extends Recipe {
  readonly files: readonly { readonly path: string; readonly signature: FileSignature }[];
}

const Made = Type.Object({ ...Recipe.properties, made_at: Type.String(), sha256: Sha256 });
const made = Compile(Made);

const madePath = (path: string): string => `${path}.made.json`;

/**
 * Reads all inputs and returns their digests with the options and the program.
 * @param options what else the file depends on; undefined values are ignored
 * @throws {InputError} if an input cannot be read
 */
export async function computeRecipe(
  inputs: readonly string[],
  options: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<ComputedRecipe> {
  const named: Recipe['inputs'] = [];
  const files: ComputedRecipe['files'][number][] = [];
  // A file name pattern of the user also matches download records and crawl status files, which are not inputs.
  for (const path of inputs.filter((one) => !/\.(fetched|walk)\.json$/.test(one))) {
    files.push({ path, signature: readSignature(path) });
    const fetched = await readFetched(path);
    const crawl = await statusBeside(path);
    named.push({
      name: basename(path),
      sha256: await computeDigest(path, signal),
      ...(fetched && { published: fetchedDay(fetched) }),
      ...(crawl && { complete: crawl.complete }),
    });
  }
  const its = JSON.parse(JSON.stringify(options)) as Recipe['options'];
  return { program: programName(), options: its, inputs: named, files };
}

/** Returns why a file must be made; undefined if it and its inputs are unchanged. */
export async function reasonToMake(path: string, recipe: Recipe, signal?: AbortSignal): Promise<string | undefined> {
  if (!existsSync(path)) return 'it does not exist';
  const before = await readMade(path);
  if (before === undefined) return 'it has no record of its inputs';
  if (before.program !== recipe.program) return 'another version of the program made it';
  if (!isDeepStrictEqual(before.options, recipe.options)) return 'it was made with other options';
  const changed = changedInput(before.inputs, recipe.inputs);
  if (changed !== undefined) return changed;
  return (await computeDigest(path, signal)) === before.sha256 ? undefined : 'it was changed since it was made';
}

/** Like {@linkcode reasonToMake}, for a file that continues itself: it is also unchanged if the same inputs made it from scratch. */
export async function reasonToContinue(
  path: string,
  recipe: Recipe,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const isAfresh = (await readMade(path))?.options['afresh'] === true;
  return await reasonToMake(
    path,
    isAfresh ? { ...recipe, options: { ...recipe.options, afresh: true } } : recipe,
    signal,
  );
}

/** Returns the names of the inputs of which a file was made; empty if it has no record of them. */
export async function readInputNames(path: string): Promise<string[]> {
  return (await readMade(path))?.inputs.map(({ name }) => name) ?? [];
}

function changedInput(before: Recipe['inputs'], now: Recipe['inputs']): string | undefined {
  const names = (inputs: Recipe['inputs']): string[] => inputs.map(({ name }) => name);
  if (!isDeepStrictEqual(names(before), names(now))) return 'it was made of other inputs';
  const changed = now.find((input, i) => !isDeepStrictEqual(input, before[i]));
  return changed && `the input ${quoteValue(changed.name)} has changed`;
}

/**
 * Writes the record of a complete file. If an input has changed since its digest was computed, the file gets no record, because it may
 * have been made of either. If a run is killed before, the digest in the previous record no longer matches the file. A full disk is only reported, because
 * a file without a record is made again.
 */
export async function recordMade(path: string, { files, ...recipe }: ComputedRecipe): Promise<void> {
  const at = madePath(path);
  const changed = files.find((input) => readSignature(input.path) !== input.signature);
  if (changed !== undefined) {
    const [input, output] = [changed.path, path].map((one) => quoteValue(basename(one)));
    showLine(`${input} was changed while it was read; ${output} is made again next time`);
    return await rm(at, { force: true });
  }
  const record: Static<typeof Made> = {
    ...recipe,
    made_at: new Date().toISOString(),
    sha256: await computeDigest(path),
  };
  try {
    await writeWhole(at, `${JSON.stringify(record, null, 2)}\n`);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    showLine(
      `Cannot write ${quoteValue(at)}: ${reason}; ${quoteValue(basename(path))} is whole, and is made again next time`,
    );
  }
}

/** Returns the record of a file; undefined if the record cannot be read, so that the file is made again. */
async function readMade(path: string): Promise<Static<typeof Made> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(madePath(path), 'utf8'));
    return made.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function computeDigest(path: string, signal?: AbortSignal): Promise<string> {
  const refuse = (reason: string): InputError => new InputError(`Cannot read ${quoteValue(path)}: ${reason}`);
  mustBeFile(path, refuse);
  const progress = createProgress(`compare ${basename(path)}`);
  try {
    const { size } = await stat(path);
    return (await factsOfFile(path, { signal, onBytes: (bytes) => progress.update(bytes, size) })).sha256;
  } catch (error) {
    const reason = systemReason(error);
    throw reason === undefined ? error : refuse(reason);
  } finally {
    progress.finish();
  }
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** The folders with the code and the code lists that affect imports, builds and exports. */
const ROOMS = 'src/{build,files,identity,importer,model,registers,snapshot},extras/{changes,exports,matching}';
const NOT_RUN = /\.(test|suite|soak)\.\w+$|[\\/]fixtures[\\/]/;

/**
 * Returns a name for the program that imports and builds: its version and a digest of its sources, because sources in a clone change
 * without a new version.
 */
export function programName(): string {
  const files = globSync([`{${ROOMS}}/**/*.{ts,json}`, '*.js'], { cwd: ROOT }).filter((file) => !NOT_RUN.test(file));
  const digests = files.toSorted().map((file) => `${file} ${hash('sha256', readFileSync(join(ROOT, file)))}\n`);
  const packages = JSON.stringify(packageJson.dependencies);
  return `${packageJson.version}+${hash('sha256', digests.join('') + packages).slice(0, 16)}`;
}
