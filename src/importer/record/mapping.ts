import {
  collapseWhiteSpace,
  type CompanyAddress,
  type RegisterLine,
  type isPublishedNumber,
} from '../../model/index.ts';
import type { RecordReader } from './record-reader.ts';
import type { UnknownFate } from '../report.ts';

/** The columns of a row, or the members of a record: texts are trimmed, and an empty text is undefined. */
export type MappedRow = Pick<RecordReader, 'text' | 'digits' | 'has'>;

/** The source of a text: a column, or what a function makes of a row. A function may throw a {@linkcode FieldFault}, which rejects it. */
export type From = string | ((row: MappedRow) => string | undefined);

/** A condition on columns: the pattern of each is tried on its text, which is empty where the column is absent. */
export type Where = Readonly<Record<string, RegExp>>;

type AddressPart = Exclude<keyof CompanyAddress, 'lines' | 'country_code'>;

/** The registered office. */
export type MappedAddress = { readonly [Part in AddressPart]?: From } & {
  readonly lines?: readonly From[];
  /** Set if the country of the line is that of the address. */
  readonly withCountry?: true;
  /** No line of these rows has an address: those of branches and of sole traders. One pattern that matches is enough. */
  readonly unless?: Where;
};

/** The number by which the register knows a company. */
interface MappedNumber {
  readonly number: From;
  /** The right form, the rule of its check digits, or a function that judges it. Other numbers are kept as published and noted. */
  readonly right?: RegExp | Parameters<typeof isPublishedNumber>[0] | ((number: string) => boolean);
  /** The note about a number that is not right: `company number of unknown form`. */
  readonly note?: string;
}

interface MappedActivity {
  readonly scheme: string;
  readonly code: From;
  /** The form of codes; another text is counted as unknown. */
  readonly form?: RegExp;
  readonly label?: From;
  readonly isPrimary: boolean;
}

type TextField = 'name' | 'company_status' | 'company_type' | 'legal_form' | 'euid';

/**
 * Which column goes to which field of a line. Lines have their fields in this order. A column with a list of codes (`codes`) is checked
 * against it; `registered_on` and `closed_on` are read as days.
 */
export type Mapping = { readonly [Field in TextField]?: From } & {
  readonly identifiers: MappedNumber;
  /** The day of the row where neither the command line nor the name of the file has one; `null` where the row has none either. */
  readonly as_of_date: From | null;
  /** The column of the status, whose codes `states` lists; `of` is the code where it is not the column's text. */
  readonly state?: string | { readonly list: string; readonly of: From };
  readonly registered_on?: string;
  readonly closed_on?: string;
  /** The form of days that are not written YYYY-MM-DD, such as `DAY_FIRST`. */
  readonly days?: RegExp;
  /** The country of the address. With `named`, a name of a country in English, or a code. */
  readonly country_code?: From | { readonly named: string };
  readonly address?: MappedAddress;
  readonly classifications?: MappedActivity;
  /** The rows of sole traders. */
  readonly soleTraders?: Where;
  /** Rows that give no line, by the reason in the report. */
  readonly dropped?: Readonly<Record<string, Where>>;
  /** The lists whose unknown codes are not kept in lines, and how lines show them. */
  readonly fates?: Readonly<Record<string, UnknownFate>>;
};

/** The fields of a line in the order of a mapping. */
export type MappedField = keyof Mapping & keyof RegisterLine;

/** Returns the source of a text whose white space is collapsed, for registers that write line breaks and double blanks. */
export function collapsed(column: string): From {
  return (row) => collapseWhiteSpace(row.text(column) ?? '') || undefined;
}

/** Returns the columns that a mapping names; those in its functions are declared in `taken`. */
export function mappedColumns(mapping: Mapping): string[] {
  const { identifiers, state, address = {}, classifications: activity, soleTraders = {}, dropped = {} } = mapping;
  const { lines = [], unless = {}, withCountry: _, ...parts } = address;
  const { name, company_status, company_type, legal_form, euid, registered_on, closed_on } = mapping;
  const { as_of_date, country_code: country } = mapping;
  const conditions = [unless, soleTraders, ...Object.values(dropped)].flatMap((where) => Object.keys(where));
  const sources: unknown[] = [
    [name, company_status, company_type, legal_form, euid, registered_on, closed_on, as_of_date, identifiers.number],
    [typeof country === 'object' ? country.named : country, typeof state === 'object' ? state.of : state],
    [activity?.code, activity?.label, lines, Object.values(parts), conditions],
  ].flat(2);
  return sources.filter((source) => typeof source === 'string');
}
