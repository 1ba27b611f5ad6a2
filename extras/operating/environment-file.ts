import { existsSync, readFileSync } from 'node:fs';
import { systemReason } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';

/** The files with the settings of the service and the keys of registers, which the units of systemd read. */
export const SETTINGS_FILE = '/etc/openfirma/settings';
export const ACCOUNTS_FILE = '/etc/openfirma/accounts';

/**
 * Returns the variables of an `EnvironmentFile` of systemd, one `NAME=VALUE` a line, but for empty ones; none if the file is missing.
 * @throws {InputError} if the file cannot be read, or a line is not an assignment
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
  const variables = assigned.map((line): readonly [string, string] => {
    const [, name = '', quoted, plain = ''] = /^([A-Z][A-Z0-9_]*)=(?:"([^"]*)"|(.*))$/.exec(line) ?? [];
    if (name === '') throw new InputError(`Cannot read "${path}": "${line.slice(0, 40)}" is not NAME=VALUE`);
    return [name, quoted ?? plain];
  });
  return Object.fromEntries(variables.filter(([, value]) => value !== ''));
}

/** Adds the variables of files to the environment of this process. Variables that are set and not empty keep their values. */
export function loadEnvironment(...paths: readonly string[]): void {
  for (const path of paths) {
    for (const [name, value] of Object.entries(readEnvironmentFile(path))) process.env[name] ||= value;
  }
}
