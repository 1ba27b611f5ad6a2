import { isoDate } from './record/dates.ts';
import type { Row } from './record/row.ts';
import type { RowOf } from './formats/layout.ts';

/** When a file was published, as its own name tells. */
export interface Stamp {
  /** ISO 8601 date. */
  readonly date: string;
  /** Sorts files by time; equal for files published together. */
  readonly order: string;
}

/** Reads the publish stamp out of a file's name; see `stamp` of {@linkcode Register}. */
export function stampOf(fileName: string, pattern: RegExp | undefined): Stamp | undefined {
  const date = pattern === undefined ? undefined : isoDate(fileName, pattern);
  return date === undefined ? undefined : { date, order: `${date} ${pattern?.exec(fileName)?.[0]}` };
}

/** An input of a register: its rows, and when it was published, where known. */
export interface Input<R extends Row = Row, Kind extends string = string> {
  readonly name: string;
  readonly ownName: string;
  /** The base name of the zip it lies in; absent for any other file. */
  readonly packedIn?: string;
  readonly stamp?: Stamp;
  /** Which of its register's kinds the file is; absent where the register has one kind. */
  readonly kind?: Kind;
  /** The files of a crawl, which are one input. */
  readonly files?: readonly string[];
  /** Set for a crawl of which a part is here: what it lacks may well be in the register. */
  readonly isPart?: boolean;
  /** Whether a crawl has all that its register had when its last round was asked; absent for other inputs. */
  readonly isWhole?: boolean;
  rows(): AsyncGenerator<R>;
  /** Skips a CSV file of which no row becomes part of a line; `why` stands in the report. */
  passOver(why: string): Promise<void>;
}

/** The inputs of a register that declares these kinds of files: a union whose member `kind` tells the type of the rows. */
export type InputOfKinds<Kinds> = {
  [Kind in keyof Kinds & string]: Input<RowOf<Kinds[Kind]>, Kind> & { readonly kind: Kind };
}[keyof Kinds & string];

/** The inputs of one kind. */
export function inputsOfKind<I extends Input, Kind extends I['kind']>(
  inputs: readonly I[],
  kind: Kind,
): Extract<I, { readonly kind: Kind }>[] {
  return inputs.filter((input): input is Extract<I, { readonly kind: Kind }> => input.kind === kind);
}
