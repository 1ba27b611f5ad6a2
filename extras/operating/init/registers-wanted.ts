import { globSync } from 'node:fs';
import { join } from 'node:path';
import { readCredentials } from '../../../src/fetching/index.ts';
import type { Register } from '../../../src/importer/index.ts';
import { InputError } from '../../../src/model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, findLastEdition, findRegister } from '../../../src/registers/index.ts';
import { ok, warning, type Finding } from '../finding.ts';

/** The worldwide index, which has companies of every country. */
const INDEX = 'gleif';

/** A row of `registers` in the configuration of a refresh. */
export interface WantedRegister {
  readonly register: string;
  readonly files?: readonly string[];
}

export interface WantedRegisters {
  readonly registers: readonly WantedRegister[];
  /** Registers that are skipped until their key or file exists, and countries without a register. */
  readonly findings: readonly Finding[];
  /** For each register that needs keys: the settings with the keys, and how to get them. */
  readonly keys: readonly { readonly settings: readonly string[]; readonly register: string; readonly how: string }[];
}

/**
 * Returns the registers of some countries that can be fetched now. The others are skipped: a register without its key or file would stop
 * the first build.
 * @param environment the environment, with the keys of registers
 * @param downloads the folder with files that were downloaded by hand
 * @param written the path of that folder in the configuration
 */
export function registersWanted(
  countries: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  downloads: string,
  written: string,
): WantedRegisters {
  const findings: Finding[] = [];
  const registers: WantedRegister[] = [];
  const keys: WantedRegisters['keys'][number][] = [];
  const ids = new Set<string>();
  for (const country of countries) {
    const own = COUNTRY_COVERAGE.get(country)?.registers.filter((id) => id !== INDEX) ?? [];
    for (const id of own) ids.add(id);
    if (own.length === 0)
      findings.push(ok(country, `no register of it is imported; ${INDEX} has some of its companies`));
  }
  for (const register of [...REGISTERS.values()].filter(({ id }) => ids.has(id))) {
    const { credentials } = register.files.server ?? {};
    if (credentials !== undefined)
      keys.push({ register: register.id, settings: listSettings(register), how: credentials.how });
    const ended = findLastEdition(register.id);
    if (ended !== undefined) {
      const cure = `Nothing newer is published openly: its values say nothing of today; ${INDEX} is current`;
      findings.push(warning(register.id, `its last edition is of ${ended}, and it is no longer renewed`, cure));
    }
    const row = toWantedRegister(register, environment, downloads, written);
    if ('register' in row) registers.push(row);
    else findings.push(row);
  }
  registers.push({ register: findRegister(INDEX).id });
  return { registers, findings, keys };
}

function listSettings({ id, files }: Register): string[] {
  const prefix = `OPENFIRMA_${id.toUpperCase().replaceAll('-', '_')}_`;
  return (files.server?.credentials?.settings ?? []).map((name) => prefix + name);
}

function toWantedRegister(
  register: Register,
  environment: Readonly<Record<string, string | undefined>>,
  downloads: string,
  written: string,
): WantedRegister | Finding {
  const { id, files } = register;
  if ('account' in files.current) {
    const found = globSync('*', { cwd: join(downloads, id) })
      .toSorted()
      .at(-1);
    if (found !== undefined) return { register: id, files: [join(written, id, found)] };
    const row = JSON.stringify({ register: id, files: [join(written, id, 'FILE')] });
    const cure = `${files.current.account} Put the file into ${join(downloads, id)}/, and add ${row} to refresh.json`;
    return warning(id, 'skipped until its file is there: it needs an account of a person', cure);
  }
  try {
    readCredentials(register, environment);
    return { register: id };
  } catch (fault) {
    if (!(fault instanceof InputError)) throw fault;
    const cure = `${files.server?.credentials?.how}; then add ${JSON.stringify({ register: id })} to refresh.json`;
    return warning(id, `skipped until its key is there: ${listSettings(register).join(', ')}`, cure);
  }
}
