import type { CompanyState, CompanyClassification, RegisterLine } from '../../model/index.ts';
import { isPublishedNumber } from '../../model/index.ts';
import { readCell, type CellRow, type Row } from '../formats/row.ts';
import { present, required } from '../present.ts';
import { ordinary, type Reporting, type UnknownFate } from '../report.ts';
import { CountryNames } from './country-names.ts';
import { publishedDay, toAddress, type AddressParts } from './details.ts';
import type { CodeList } from './lists.ts';
import type { From, MappedField, MappedRow, Mapping, Where } from './mapping.ts';
import { RecordReader } from './record-reader.ts';
import { countryCode, nationalNumber } from './values.ts';

/** The part of an import that a mapping needs. */
interface MappedRun extends Reporting {
  code(list: string, value: string | undefined, fate?: UnknownFate): void;
  state(list: string, code: string | undefined): CompanyState | undefined;
  dropsSoleTrader(example: string): boolean;
}

/** The columns of a row of cells. */
class Columns implements MappedRow {
  readonly #row: CellRow;

  constructor(row: CellRow) {
    this.#row = row;
  }

  text(name: string): string | undefined {
    return readCell(this.#row, name);
  }

  digits(name: string): string | undefined {
    return readCell(this.#row, name);
  }

  has(name: string): boolean {
    return this.#row.cells.get(name) !== undefined;
  }
}

/** The row and what else a field may need. */
interface Context {
  readonly row: MappedRow;
  readonly run: MappedRun;
  readonly published: string | undefined;
  readonly number: string;
  /** The text of each column with a list of codes. */
  readonly coded: ReadonlyMap<string, string | undefined>;
  /** The country of the address, if a field before the address made it. */
  country: string | undefined;
  isSole: boolean;
}

type Field = (context: Context) => unknown;

/** Makes the function that turns a row into its line, from a mapping that says all. */
export function mappedLine(
  { codes, country }: { readonly codes: Readonly<Record<string, CodeList>>; readonly country?: string },
  mapping: Mapping,
): (published: Row, day: string | undefined, run: MappedRun) => RegisterLine | undefined {
  const made = Object.keys(mapping).flatMap((name): [MappedField, Field][] => {
    const field = fieldOf(name as keyof Mapping, mapping, country, codes);
    return field === undefined ? [] : [[name as MappedField, field]];
  });
  const [names, fields] = [made.map(([name]) => name), made.map(([, field]) => field)];
  const lists = Object.keys(codes);
  const coded = new Map<string, string | undefined>();
  const drops = Object.entries(mapping.dropped ?? {}).map(([why, where]) => [ordinary(why), matcherOf(where)] as const);
  const isSoleTrader = matcherOf(mapping.soleTraders);
  const { number: from } = mapping.identifiers;
  const number = textOf(from);
  const column = typeof from === 'string' ? from : 'the number';
  const { fates = {} } = mapping;
  return (published, day, run) => {
    const row = rowOf(published);
    const value = required(number(row), column);
    for (const list of lists) {
      const code = row.text(list);
      coded.set(list, code);
      run.code(list, code, fates[list]);
    }
    for (const [reason, isDropped] of drops) if (isDropped(row)) return run.report.drop(reason, value);
    const isSole = isSoleTrader(row);
    if (isSole && run.dropsSoleTrader(value)) return undefined;
    const context: Context = { row, run, published: day, number: value, coded, country: undefined, isSole };
    const line: Record<string, unknown> = {};
    for (let i = 0; i < fields.length; i++) {
      const found = fields[i]?.(context);
      if (found !== undefined) line[names[i] ?? ''] = found;
    }
    return line;
  };
}

function rowOf(row: Row): MappedRow {
  return 'cells' in row ? new Columns(row) : new RecordReader('value' in row ? row.value : row.json());
}

function textOf(from: From): (row: MappedRow) => string | undefined {
  return typeof from === 'string' ? (row) => row.text(from) : from;
}

function matcherOf(where: Where = {}): (row: MappedRow) => boolean {
  const patterns = Object.entries(where);
  return (row) => patterns.some(([column, pattern]) => pattern.test(row.text(column) ?? ''));
}

/** Compiles one member of a mapping; undefined for a member that is not a field of lines. */
function fieldOf(
  name: keyof Mapping,
  mapping: Mapping,
  country: string | undefined,
  codes: Readonly<Record<string, CodeList>>,
): Field | undefined {
  switch (name) {
    case 'name':
    case 'company_status':
    case 'company_type':
    case 'legal_form':
    case 'euid':
      return textField(mapping[name] ?? '', codes);
    case 'identifiers':
      return numberField(mapping, country);
    case 'as_of_date': {
      const text = textOf(mapping.as_of_date ?? (() => undefined));
      return ({ row, published }) => published ?? text(row);
    }
    case 'state':
      return stateField(mapping.state ?? '', codes);
    case 'registered_on':
    case 'closed_on': {
      const [column = '', form] = [mapping[name], mapping.days];
      return ({ row, run }) => publishedDay(run, column, row.text(column), form);
    }
    case 'country_code':
      return countryField(mapping.country_code ?? '');
    case 'address':
      return addressField(mapping.address ?? {});
    case 'classifications':
      return activityField(mapping);
    case 'days':
    case 'soleTraders':
    case 'dropped':
    case 'fates':
    default:
      return undefined;
  }
}

/** The identifier; a number that is not right is noted. */
function numberField({ identifiers }: Mapping, country = ''): Field {
  const { right, note = 'number with wrong form or check digit' } = identifiers;
  const isRight = judgeOf(right);
  return ({ number, run }) => {
    if (!isRight(number)) run.report.note(`${note}, kept as published`, number);
    return [nationalNumber(country, number)];
  };
}

function judgeOf(right: Mapping['identifiers']['right']): (number: string) => boolean {
  if (right === undefined) return () => true;
  if (right instanceof RegExp) return (number) => right.test(number);
  return typeof right === 'string' ? (number) => isPublishedNumber(right, number) : right;
}

/** A text; that of a column with codes has been read already. */
function textField(from: From, codes: Readonly<Record<string, CodeList>>): (context: Context) => string | undefined {
  if (typeof from === 'function') return ({ row }) => from(row);
  return from in codes ? ({ coded }) => coded.get(from) : ({ row }) => row.text(from);
}

function stateField(state: NonNullable<Mapping['state']>, codes: Readonly<Record<string, CodeList>>): Field {
  const { list, of } = typeof state === 'string' ? { list: state, of: state } : state;
  const code = textField(of, codes);
  return (context) => context.run.state(list, code(context));
}

function countryField(country: NonNullable<Mapping['country_code']>): Field {
  const isNamed = typeof country === 'object';
  const text = textOf(isNamed ? country.named : country);
  const column = isNamed ? country.named : typeof country === 'string' ? country : 'country_code';
  const names = isNamed ? new CountryNames() : undefined;
  return (context) => {
    const published = text(context.row);
    const code = published === undefined ? undefined : names?.findCode(published);
    context.country = code ?? countryCode(context.run, column, published);
    return context.country;
  };
}

function addressField({ lines = [], withCountry, unless, ...parts }: NonNullable<Mapping['address']>): Field {
  const lineTexts = lines.map(textOf);
  const texts = Object.entries(parts).map(([part, from]) => [part as keyof typeof parts, textOf(from)] as const);
  const isWithout = matcherOf(unless);
  return ({ row, country, isSole }) => {
    if (isSole || isWithout(row)) return undefined;
    const address: { -readonly [Part in keyof AddressParts]: AddressParts[Part] } = {};
    for (const [part, text] of texts) address[part] = text(row);
    if (lineTexts.length > 0) address.lines = lineTexts.map((text) => text(row));
    if (withCountry === true) address.country_code = country;
    return toAddress(address);
  };
}

function activityField({ classifications }: Mapping): Field {
  if (classifications === undefined) return () => undefined;
  const { scheme, code: from, form, label, isPrimary } = classifications;
  const codeText = typeof from === 'string' ? (row: MappedRow) => row.digits(from) : from;
  const labelText = textOf(label ?? (() => undefined));
  const column = typeof from === 'string' ? from : 'classifications';
  return ({ row, run }) => {
    const code = codeText(row);
    if (code === undefined) return undefined;
    if (form?.test(code) === false) return run.report.unknownCode(column, code, 'left out');
    return [present<CompanyClassification>({ scheme, code, label: labelText(row), is_primary: isPrimary })];
  };
}
