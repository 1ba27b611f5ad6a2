import { InvalidArgumentError, Option, type Command } from 'commander';
import { JSON_OPTION, withWords } from '../../../src/extra/index.ts';
import { InputError } from '../../../src/model/index.ts';
import type { ChosenColumns } from '../input/columns.ts';
import { ENCODINGS, type Encoding } from '../input/encoding.ts';
import { STANDARD } from '../input/list-input.ts';
import type { ListJob } from '../list-run.ts';

/** The options that `match` and `enrich` share. */
export interface ListFlags {
  readonly countryColumn?: string;
  /** False for `--no-country`. */
  readonly country: boolean;
  readonly number?: readonly string[] | false;
  readonly out: string;
  readonly separator?: string;
  readonly encoding?: Encoding;
  readonly sheet?: string;
  readonly header?: boolean;
  readonly bom?: boolean;
  readonly raw?: true;
  readonly force?: true;
  readonly resume?: true;
  readonly json?: true;
}

export const LIST_HELP = `
The list is CSV with any separator, JSON lines, or a workbook (XLSX, one sheet), compressed or not. A column is named by
its heading or its position, 1 for the first. Columns, header, separator and encoding are guessed unless an option sets
them; standard error has the guesses. Each row is written once, in its order, with its values as they are; workbooks
become CSV with their cells as a spreadsheet shows them, dates as 2026-11-28. Values that a spreadsheet would run as a
formula (= + - @ tab CR) begin with an apostrophe, unless --raw is set.
`;

/** Adds the arguments and options that `match` and `enrich` share. */
export function listCommand(command: Command): Command {
  return command
    .argument('<file>', 'the snapshot')
    .argument('[input]', 'the list; - is standard input', STANDARD)
    .option('--out <file>', 'the file to write; - is standard output', STANDARD)
    .option('--country-column <column>', 'the column with countries: codes, or names in a language of Europe')
    .option('--no-country', 'ignore countries')
    .option(
      '--number <column>',
      'a column with registry, VAT or tax numbers or LEIs; may be repeated',
      (column, before: ListFlags['number']) => [...(before || []), column],
    )
    .option('--no-number', 'ignore numbers')
    .option('--separator <character>', 'the separator of a CSV; tab is a tab', separator)
    .addOption(withWords(new Option('--encoding <encoding>', 'the encoding of the list'), ENCODINGS))
    .option('--sheet <name>', 'the sheet of a workbook, or the file of a zip')
    .option('--header', 'the first row has the headings of columns')
    .option('--no-header', 'the first row is a row')
    .option('--bom', 'begin the output with a byte order mark, by which Excel and LibreOffice recognise UTF-8')
    .option('--no-bom', 'write no byte order mark; by default the output has one if the list has one')
    .option('--raw', 'write formulas as they are')
    .option('--force', 'replace the file of --out')
    .option('--resume', 'continue the unfinished output of a run that ended early')
    .option(...JSON_OPTION);
}

function separator(text: string): string {
  const one = text === 'tab' ? '\t' : text;
  if (one.length === 1 && !/["\r\n\0]/.test(one)) return one;
  throw new InvalidArgumentError(`"${text}" is not one character such as ; or the word tab.`);
}

/** Returns the job that the options describe. @throws {InputError} if the options contradict each other */
export function toJob(input: string, flags: ListFlags, columns: ChosenColumns, dependsOn: readonly unknown[]): ListJob {
  const { out, raw, force, resume, json } = flags;
  if (out === STANDARD && resume === true) throw refusal('--resume continues a file');
  if (out === STANDARD && json === true) throw refusal('--json prints there');
  return {
    input,
    out,
    inputOptions: {
      separator: flags.separator,
      encoding: flags.encoding,
      sheet: flags.sheet,
      hasHeader: flags.header,
      columns: {
        ...columns,
        ...(flags.countryColumn !== undefined && { country: [flags.countryColumn] }),
        ...(!flags.country && { country: false as const }),
        ...(flags.number !== undefined && { number: flags.number }),
      },
    },
    isRaw: raw === true,
    isMarked: flags.bom,
    replaces: force === true,
    resumes: resume === true,
    dependsOn,
  };
}

function refusal(what: string): InputError {
  return new InputError(`Cannot write to standard output: ${what}; name a file with --out`);
}
