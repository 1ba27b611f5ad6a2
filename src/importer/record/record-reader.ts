import { collapseWhiteSpace, quoteValue } from '../../model/index.ts';
import { isDate } from './details.ts';
import { FieldFault } from './present.ts';

/**
 * Reads the members of an object in a JSON record, or of an `XmlElement`, and checks their types. A fault has the path of the member in
 * the record. Missing members are undefined, or empty lists.
 */
export class RecordReader {
  readonly #members: Record<string, unknown>;
  readonly #path: string;

  /** @throws {FieldFault} where the value is not an object */
  constructor(value: unknown, path = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new FieldFault(path === '' ? 'record' : path, `must be an object, got ${quoteValue(value)}`);
    }
    this.#members = value as Record<string, unknown>;
    this.#path = path;
  }

  object(name: string): RecordReader | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : new RecordReader(value, this.#pathOf(name));
  }

  /** The objects of a list. */
  objects(name: string): RecordReader[] {
    return this.#readers(name, this.#list(name));
  }

  /** The objects of a list in which an object without members is an empty text or an empty list. */
  filled(name: string): RecordReader[] {
    const filled = this.#list(name).filter(
      (one) => one !== '' && one !== null && !(Array.isArray(one) && one.length === 0),
    );
    return this.#readers(name, filled);
  }

  /** The elements of a name, or the objects of a list that may be a single object. */
  each(name: string): RecordReader[] {
    return this.#readers(name, this.#values(name));
  }

  /** The text of a member or element, with collapsed white space; undefined if it is empty. */
  content(name: string): string | undefined {
    const value = this.#value(name);
    const isElement = typeof value === 'object' && !Array.isArray(value);
    const text = isElement ? ((value as Record<string, unknown>)['$'] ?? '') : (value ?? '');
    if (typeof text !== 'string') throw this.#fault(name, 'text', value);
    return collapseWhiteSpace(text) || undefined;
  }

  /** A trimmed text; undefined if it is empty. */
  text(name: string): string | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.#fault(name, 'text', value);
    return value.trim() || undefined;
  }

  /** The day of a text, `YYYY-MM-DD`, with or without a time behind it; undefined if it is not a day of the calendar. */
  day(name: string): string | undefined {
    const day = this.text(name)?.slice(0, 10) ?? '';
    return isDate(day) ? day : undefined;
  }

  /** The words of a text, or of all texts of a list. */
  words(name: string): string {
    const texts = this.#values(name).map((word) => {
      if (typeof word !== 'string') throw this.#fault(name, 'text', word);
      return word;
    });
    return collapseWhiteSpace(texts.join(' '));
  }

  /** The texts of a list that are not empty, with collapsed white space. */
  texts(name: string): string[] {
    return this.#list(name).flatMap((value) => {
      if (typeof value !== 'string') throw this.#fault(name, 'a list of texts', value);
      return collapseWhiteSpace(value) || [];
    });
  }

  /** The digits of a number that may be a text. */
  digits(name: string): string | undefined {
    const value = this.#value(name);
    if (typeof value !== 'number') return this.text(name);
    if (!Number.isSafeInteger(value)) throw this.#fault(name, 'a whole number', value);
    return String(value);
  }

  /** A flag, false by default. */
  flag(name: string): boolean {
    const value = this.#value(name) ?? false;
    if (typeof value !== 'boolean') throw this.#fault(name, 'true or false', value);
    return value;
  }

  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  hasList(name: string): boolean {
    return Array.isArray(this.#value(name));
  }

  get names(): string[] {
    return Object.keys(this.#members);
  }

  /** All members as JSON, for comparisons. */
  get json(): string {
    return JSON.stringify(this.#members);
  }

  #readers(name: string, values: readonly unknown[]): RecordReader[] {
    return values.map((value) => new RecordReader(value, this.#pathOf(name)));
  }

  /** The members of a list, or the only value. */
  #values(name: string): unknown[] {
    return [this.#value(name) ?? []].flat();
  }

  #list(name: string): unknown[] {
    const value = this.#value(name) ?? [];
    if (!Array.isArray(value)) throw this.#fault(name, 'a list', value);
    return value;
  }

  #value(name: string): unknown {
    return this.#members[name] ?? undefined;
  }

  #pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #fault(name: string, wanted: string, value: unknown): FieldFault {
    return new FieldFault(this.#pathOf(name), `must be ${wanted}, got ${quoteValue(value)}`);
  }
}
