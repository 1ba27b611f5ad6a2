import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { buildSnapshot } from '../../build/index.ts';
import { Lock, mustBeFile, systemReason } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { registerOf } from '../../registers/index.ts';
import { countryList } from '../arguments.ts';
import { describeBuild } from './build.ts';
import { fetchWithLists } from './fetch.ts';
import { importRegister } from './import.ts';
import { interruptible } from '../interrupt.ts';
import { createProgress } from '../progress.ts';

const HELP = `
CONFIG is a JSON file; its paths are relative to its own folder:

  {
    "downloads": "downloads",
    "lines": "lines",
    "snapshot": "openfirma.snapshot",
    "registers": [
      { "register": "fi-prh" },
      { "register": "be-kbo", "files": ["KboOpenData_0140_2026_11_Full.zip"] },
      { "register": "gleif" }
    ]
  }

Where several registers describe one company, the one named first wins; an index such as GLEIF's ranks last beside a
national register, wherever it is named. A register with "files" is not downloaded: use it where the publisher requires
an account. Each register may have "max_rejects" (0) and "sole_traders" (false). "also" lists your own files of register
lines, such as decisions; they win over all registers. The ids of the current snapshot are kept. When a step fails, the
snapshot stays as it was and the exit status is 1.

Example, every night at three:
  0 3 * * *  openfirma refresh /srv/openfirma/refresh.json
`;

const strict = { additionalProperties: false };
const Config = Type.Object(
  {
    downloads: Type.String({ minLength: 1 }),
    lines: Type.String({ minLength: 1 }),
    snapshot: Type.String({ minLength: 1 }),
    registers: Type.Array(
      Type.Object(
        {
          register: Type.String(),
          files: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
          max_rejects: Type.Optional(Type.Integer({ minimum: 0 })),
          sole_traders: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
      { minItems: 1 },
    ),
    also: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  },
  strict,
);
type Config = Static<typeof Config>;

const config = Compile(Config);

/** The command `openfirma refresh`: fetch, import and build in one. */
export function refreshCommand(): Command {
  return new Command('refresh')
    .description('fetch and import several registers and build a snapshot of them')
    .argument('<config>', 'a JSON file with the registers and all paths')
    .option(
      '--accept-loss <country>',
      'a country that may lose more than 5 % of its companies; can be repeated',
      countryList,
      [],
    )
    .addHelpText('after', HELP)
    .action(async (path: string, { acceptLoss }: { acceptLoss: string[] }) => {
      const parsed = await readConfig(path);
      await interruptible(
        'refresh',
        (signal) => refresh(parsed, dirname(path), acceptLoss, signal),
        'the snapshot is as it was',
      );
    });
}

async function refresh(
  { downloads, lines, snapshot, registers, also = [] }: Config,
  folder: string,
  acceptLoss: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const at = (path: string): string => resolve(folder, path);
  await mkdir(at(lines), { recursive: true });
  await using _ = await Lock.take(
    join(at(lines), '.refresh.lock'),
    (reason) => new InputError(`Cannot refresh: another refresh is running: ${reason}`),
  );
  // All downloads come first: when a server is down, no hour of import is lost.
  const steps = [];
  for (const entry of registers) {
    const register = registerOf(entry.register);
    const inputs = entry.files?.map(at) ?? (await fetchWithLists(register, at(downloads), signal));
    steps.push({ entry, register, inputs, output: join(at(lines), `${register.id}.ndjson.zst`) });
  }
  for (const { entry, register, inputs, output } of steps) {
    const { max_rejects: maxRejects = 0, sole_traders: soleTraders = false } = entry;
    await importRegister(register, { output, inputs, maxRejects, soleTraders, signal });
  }
  const out = at(snapshot);
  const inputs = [...also.map(at), ...steps.map(({ output }) => output)];
  const previous = existsSync(out) ? { previous: out } : {};
  const outcome = await buildSnapshot({ inputs, out, acceptLoss, signal, startProgress: createProgress, ...previous });
  process.stderr.write(describeBuild(outcome, out));
}

async function readConfig(path: string): Promise<Config> {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot use the configuration ${quoteValue(path)}: ${reason}`);
  };
  mustBeFile(path, (reason) => refuse(reason));
  const text = await readFile(path, 'utf8').catch((error: unknown) => refuse(systemReason(error) ?? String(error)));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse(`not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (config.Check(value)) {
    const ids = value.registers.map(({ register }) => register);
    const twice = ids.find((id, position) => ids.indexOf(id) !== position);
    if (twice !== undefined) refuse(`registers names ${quoteValue(twice)} twice`);
    for (const id of ids) registerOf(id);
    return value;
  }
  // An unknown key is reported twice; "schema is false" (keyword boolean) says less.
  const faults = config.Errors(value);
  const fault = faults.find(({ keyword }) => keyword !== 'boolean') ?? faults[0];
  const where = fault?.instancePath.slice(1).replaceAll('/', '.') || 'the file';
  const unknown = { ...fault?.params } as { additionalProperties?: string[] };
  return refuse(
    `${where} ${fault?.message ?? 'is wrong'}${unknown.additionalProperties === undefined ? '' : `: ${unknown.additionalProperties.join(', ')}`}`,
  );
}
