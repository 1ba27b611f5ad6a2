import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { mustBeFile, systemReason } from '../files/index.ts';
import { InputError, offerWords, quoteValue, toErrorMessage } from '../model/index.ts';
import { closedObject } from '../model/shapes.ts';
import { findRegister } from '../registers/index.ts';
import { durationMs } from './arguments.ts';
import { CORE_SETTINGS } from './settings.ts';

const Entry = closedObject({
  register: Type.String(),
  files: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
  max_rejects: Type.Optional(Type.Integer({ minimum: 0 })),
  sole_traders: Type.Optional(Type.Boolean()),
  old_officers: Type.Optional(Type.Boolean()),
  world: Type.Optional(Type.Boolean()),
});
/** The paths that a configuration has by default: `serve` started in its folder serves this snapshot. */
export const REFRESH_PATHS = {
  downloads: 'downloads',
  lines: 'data/lines',
  snapshot: CORE_SETTINGS.SNAPSHOT.default,
} as const;

const Config = closedObject({
  downloads: Type.Optional(Type.String({ minLength: 1 })),
  lines: Type.Optional(Type.String({ minLength: 1 })),
  snapshot: Type.Optional(Type.String({ minLength: 1 })),
  registers: Type.Array(Entry, { minItems: 1 }),
  match: Type.Optional(Type.Boolean()),
  also: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  walk_for: Type.Optional(Type.String({ minLength: 1 })),
});
/** The configuration of `refresh`. Paths are relative to the folder of the file. */
export type RefreshConfig = Static<typeof Config> & Readonly<Record<keyof typeof REFRESH_PATHS, string>>;

const config = Compile(Config);

/** Returns the import options of a register. */
export function toImportOptions({
  max_rejects: maxRejects = 0,
  sole_traders: soleTraders = false,
  old_officers: oldOfficers = false,
  world = false,
}: RefreshConfig['registers'][number]): Readonly<Record<'soleTraders' | 'oldOfficers' | 'world', boolean>> & {
  readonly maxRejects: number;
} {
  return { maxRejects, soleTraders, oldOfficers, world };
}

/**
 * Reads the configuration of `refresh`.
 * @throws {InputError} if the configuration is invalid
 */
export async function readRefreshConfig(path: string): Promise<RefreshConfig> {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot use the configuration ${quoteValue(path)}: ${reason}`);
  };
  mustBeFile(path, (reason) => refuse(reason));
  const text = await readFile(path, 'utf8').catch((error: unknown) => refuse(systemReason(error) ?? String(error)));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse(`not valid JSON: ${toErrorMessage(error)}`);
  }
  if (config.Check(value)) {
    const ids = value.registers.map(({ register }) => register);
    const twice = ids.find((id, position) => ids.indexOf(id) !== position);
    if (twice !== undefined) refuse(`registers names ${quoteValue(twice)} twice`);
    for (const id of ids) findRegister(id);
    const { walk_for: crawlFor } = value;
    if (crawlFor !== undefined && durationMs(crawlFor) === undefined)
      refuse(`walk_for is ${quoteValue(crawlFor)}; must be a time such as 90m, 6h or 2d, of at most 20 days`);
    return { ...REFRESH_PATHS, ...value };
  }
  return refuse(describeFault(value));
}

/** Describes the first fault of an invalid configuration: where it is, and what is allowed there. */
function describeFault(value: unknown): string {
  // An unknown key has two errors. The one with the keyword `boolean`, "schema is false", is less clear.
  const faults = config.Errors(value);
  const fault = faults.find(({ keyword }) => keyword !== 'boolean') ?? faults[0];
  const where = fault?.instancePath.slice(1).replaceAll('/', '.') || 'the file';
  const { additionalProperties: unknown } = { ...fault?.params } as { additionalProperties?: string[] };
  if (unknown === undefined) return `${where} ${fault?.message ?? 'is wrong'}`;
  const known = Object.keys((where === 'the file' ? Config : Entry).properties);
  const [key = ''] = unknown;
  return `${where} has an unknown key ${quoteValue(key)}; ${offerWords(key, known)}`;
}
