/** What a shell can complete, from what commander knows of the commands. */
import type { Argument, Command, Option } from 'commander';
import { COUNTRIES } from '../../model/index.ts';

/** What a value is completed with. */
export type Values =
  | { readonly kind: 'files' | 'directories' | 'nothing' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

export interface CompletedOption {
  /** All its names, such as `--help` and `-h`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Absent where it takes no value. */
  readonly value?: Values;
}

export interface CompletedCommand {
  /** The words that lead to it; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly CompletedOption[];
  readonly subcommands: readonly string[];
  readonly arguments: readonly { readonly value: Values; readonly isVariadic: boolean }[];
}

const FILES: Values = { kind: 'files' };
const NOTHING: Values = { kind: 'nothing' };
const COUNTRY_CODES: Values = { kind: 'words', words: [...COUNTRIES.keys()].toSorted() };

/** What stands for the value of an option or argument in the help, and how it is completed. A test finds words that are missing. */
export const PLACEHOLDERS: Readonly<Record<string, Values>> = {
  file: FILES,
  input: FILES,
  changes: FILES,
  config: FILES,
  snapshot: FILES,
  dir: { kind: 'directories' },
  target: { kind: 'directories' },
  country: COUNTRY_CODES,
  code: COUNTRY_CODES,
  // Its option has choices.
  formats: NOTHING,
  date: NOTHING,
  count: NOTHING,
  number: NOTHING,
  days: NOTHING,
  keys: FILES,
  seconds: NOTHING,
  time: NOTHING,
  prefix: NOTHING,
  id: NOTHING,
  to: NOTHING,
  successor: NOTHING,
  identifier: NOTHING,
  who: NOTHING,
  reason: NOTHING,
  command: NOTHING,
  address: NOTHING,
};

/** The program and all its commands, the program first. */
export function completedCommands(command: Command, path: readonly string[] = []): CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = command.commands;
  const own: CompletedCommand = {
    path,
    description: command.description(),
    options: help.visibleOptions(command).map(completedOption),
    subcommands: subcommands.map((one) => one.name()),
    arguments: command.registeredArguments.map((argument) => ({
      value: argumentValues(argument),
      isVariadic: argument.variadic,
    })),
  };
  return [own, ...subcommands.flatMap((one) => completedCommands(one, [...path, one.name()]))];
}

function completedOption(option: Option): CompletedOption {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const [, placeholder] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  const described = { names, description: option.description };
  return placeholder === undefined ? described : { ...described, value: valuesOf(placeholder, option.argChoices) };
}

function argumentValues(argument: Argument): Values {
  return valuesOf(argument.name(), argument.argChoices);
}

function valuesOf(placeholder: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: 'words', words: choices };
  return PLACEHOLDERS[placeholder] ?? NOTHING;
}
