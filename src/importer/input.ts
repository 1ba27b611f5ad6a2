import { isoDate } from './record/details.ts';
import type { Row } from './formats/row.ts';
import type { RowOf } from './formats/layout.ts';

/** The publish date in the name of a file. */
export interface Stamp {
  /** ISO 8601 date. */
  readonly date: string;
  /** Sort key of files by time; equal for files that were published together. */
  readonly order: string;
}

/** Returns the publish stamp in the name of a file ({@linkcode Register}, `stamp`). */
export function parseStamp(fileName: string, pattern: RegExp | undefined): Stamp | undefined {
  const date = pattern === undefined ? undefined : isoDate(fileName, pattern);
  return date === undefined ? undefined : { date, order: `${date} ${pattern?.exec(fileName)?.[0]}` };
}

/** An input of a register. */
export interface Input<R extends Row = Row, Kind extends string = string> {
  readonly name: string;
  readonly ownName: string;
  /** The base name of the zip that contains the file; absent outside of a zip. */
  readonly packedIn?: string;
  readonly stamp?: Stamp;
  /** The kind of the file; absent if the register has only one kind. */
  readonly kind?: Kind;
  /** Set for code lists, which have no companies and no date. */
  readonly isCodeList?: true;
  /** The files of a crawl, which together are one input. */
  readonly files?: readonly string[];
  /** Set for an unfinished crawl: it may lack companies that the register has. */
  readonly isPart?: boolean;
  /** Whether a crawl has everything that the register had during the last round; absent for other inputs. */
  readonly isWhole?: boolean;
  rows(): AsyncGenerator<R>;
  /** Checks a CSV file without reading its rows. @param why for the report */
  passOver(why: string): Promise<void>;
}

/** The inputs of a register with these kinds of files: a union whose `kind` decides the type of the rows. */
export type InputOfKinds<Kinds> = {
  [Kind in keyof Kinds & string]: Input<RowOf<Kinds[Kind]>, Kind> & { readonly kind: Kind };
}[keyof Kinds & string];

export function inputsOfKind<I extends Input, Kind extends I['kind']>(
  inputs: readonly I[],
  kind: Kind,
): Extract<I, { readonly kind: Kind }>[] {
  return inputs.filter((input): input is Extract<I, { readonly kind: Kind }> => input.kind === kind);
}
