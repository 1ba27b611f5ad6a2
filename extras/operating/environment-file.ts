import { existsSync, readFileSync } from 'node:fs';
import { systemReason } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';

/** The settings of the service and the keys of registers, as the units of systemd read them. */
export const SETTINGS_FILE = '/etc/openfirma/settings';
export const ACCOUNTS_FILE = '/etc/openfirma/accounts';

/**
 * The variables of an `EnvironmentFile` of systemd, one `NAME=VALUE` a line; empty where there is no file.
 * @throws {InputError} where the file cannot be read, or a line is not an assignment
 */
export function readEnvironmentFile(path: string): Readonly<Record<string, string>> {
  if (!existsSync(path)) return {};
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (fault) {
    throw new InputError(`Cannot read "${path}": ${systemReason(fault) ?? String(fault)}; run this command as root`);
  }
  const lines = text.split('\n').map((line) => line.trim());
  const assigned = lines.filter((line) => line !== '' && !/^[#;]/.test(line));
  return Object.fromEntries(
    assigned.map((line) => {
      const [, name = '', quoted, plain = ''] = /^([A-Z][A-Z0-9_]*)=(?:"([^"]*)"|(.*))$/.exec(line) ?? [];
      if (name === '') throw new InputError(`Cannot read "${path}": "${line.slice(0, 40)}" is not NAME=VALUE`);
      return [name, quoted ?? plain];
    }),
  );
}

/** Adds the variables of files to the environment of this process; those that are set already win. */
export function loadEnvironment(...paths: readonly string[]): void {
  for (const path of paths) {
    for (const [name, value] of Object.entries(readEnvironmentFile(path))) process.env[name] ??= value;
  }
}
