/** What a shell can complete, derived from the declarations of the commands. */
import type { Command, Option } from 'commander';
import { COUNTRIES } from '../../model/index.ts';

export type Values =
  | { readonly kind: 'files' | 'directories' | 'nothing' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

export interface CompletedOption {
  /** All names of the option, such as `--help` and `-h`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Absent if the option takes no value. */
  readonly value?: Values;
}

export interface CompletedCommand {
  /** The words that name the command; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly CompletedOption[];
  readonly subcommands: readonly string[];
  readonly arguments: readonly { readonly value: Values; readonly isVariadic: boolean }[];
}

const FILES: Values = { kind: 'files' };
const NOTHING: Values = { kind: 'nothing' };
const COUNTRY_CODES: Values = { kind: 'words', words: [...COUNTRIES.keys()].toSorted() };

/** The completions of each placeholder in the help. A test reports missing placeholders. */
export const PLACEHOLDERS: Readonly<Record<string, Values>> = {
  ...each(FILES, 'file input changes config snapshot keys'),
  ...each({ kind: 'directories' }, 'dir target folder'),
  ...each(COUNTRY_CODES, 'country code'),
  ...each(
    NOTHING,
    'column character encoding fields name formats date count number days seconds time prefix id to successor identifier who reason command address program words',
  ),
};

function each(values: Values, names: string): Readonly<Record<string, Values>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, values]));
}

/** Returns the program and then all its commands. */
export function completedCommands(command: Command, path: readonly string[] = []): CompletedCommand[] {
  const subcommands = command.commands;
  const own: CompletedCommand = {
    path,
    description: command.description(),
    options: command.createHelp().visibleOptions(command).map(completedOption),
    subcommands: subcommands.map((one) => one.name()),
    arguments: command.registeredArguments.map((argument) => ({
      value: listValues(argument.name(), argument.argChoices),
      isVariadic: argument.variadic,
    })),
  };
  return [own, ...subcommands.flatMap((one) => completedCommands(one, [...path, one.name()]))];
}

function completedOption({ long, short, flags, description, argChoices }: Option): CompletedOption {
  const names = [long, short].filter((name) => name !== undefined && name !== null);
  const [, placeholder] = /[<[]([\w-]+)/.exec(flags) ?? [];
  return { names, description, ...(placeholder !== undefined && { value: listValues(placeholder, argChoices) }) };
}

function listValues(placeholder: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: 'words', words: choices };
  return PLACEHOLDERS[placeholder] ?? NOTHING;
}
