import { collapseWhiteSpace, quoteValue } from '../../model/index.ts';
import { isDate } from './details.ts';
import { FieldFault } from '../present.ts';

/**
 * Reads the members of an object in a JSON record, or of an `XmlElement`, and checks their types. A fault states the path of the member in
 * the record. Missing members are read as undefined or as empty lists.
 */
export class RecordReader {
  readonly #members: Record<string, unknown>;
  readonly #path: string;

  /** @throws {FieldFault} if the value is not an object */
  constructor(value: unknown, path = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new FieldFault(path === '' ? 'record' : path, `must be an object, got ${quoteValue(value)}`);
    }
    this.#members = value as Record<string, unknown>;
    this.#path = path;
  }

  object(name: string): RecordReader | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : new RecordReader(value, this.#toPath(name));
  }

  /** Returns the objects in a list. */
  objects(name: string): RecordReader[] {
    return this.#readers(name, this.#list(name));
  }

  /** Returns the objects in a list of a publisher that writes an object without members as an empty text or an empty list. */
  filled(name: string): RecordReader[] {
    const filled = this.#list(name).filter(
      (one) => one !== '' && one !== null && !(Array.isArray(one) && one.length === 0),
    );
    return this.#readers(name, filled);
  }

  /** Returns the elements with a name, or the objects in a list; a single object counts as a list of one object. */
  each(name: string): RecordReader[] {
    return this.#readers(name, this.#values(name));
  }

  /** Returns the text of a member or element, with collapsed white space; undefined if the text is empty. */
  content(name: string): string | undefined {
    const value = this.#value(name);
    const isElement = typeof value === 'object' && !Array.isArray(value);
    const text = isElement ? ((value as Record<string, unknown>)['$'] ?? '') : (value ?? '');
    if (typeof text !== 'string') throw this.#fault(name, 'text', value);
    return collapseWhiteSpace(text) || undefined;
  }

  /** Returns a trimmed text; undefined if the text is empty. */
  text(name: string): string | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.#fault(name, 'text', value);
    return value.trim() || undefined;
  }

  /** Returns the trimmed text of an element; undefined if the text is empty. */
  elementText(name: string): string | undefined {
    const text = (this.#value(name) as { readonly $?: unknown } | undefined)?.$;
    return typeof text === 'string' ? text.trim() || undefined : this.object(name)?.text('$');
  }

  /** Returns the day `YYYY-MM-DD` of a text, which may have a time after the day; undefined if it is not a valid calendar day. */
  day(name: string): string | undefined {
    const day = this.text(name)?.slice(0, 10) ?? '';
    return isDate(day) ? day : undefined;
  }

  /** Returns the words of a text, or of all texts in a list. */
  words(name: string): string {
    const texts = this.#values(name).map((word) => {
      if (typeof word !== 'string') throw this.#fault(name, 'text', word);
      return word;
    });
    return collapseWhiteSpace(texts.join(' '));
  }

  /** Returns the texts in a list that are not empty, with collapsed white space. */
  texts(name: string): string[] {
    return this.#list(name).flatMap((value) => {
      if (typeof value !== 'string') throw this.#fault(name, 'a list of texts', value);
      return collapseWhiteSpace(value) || [];
    });
  }

  /** Returns a number as text; the publisher may write it as a number or as a text. */
  digits(name: string): string | undefined {
    const value = this.#value(name);
    if (typeof value !== 'number') return this.text(name);
    if (!Number.isSafeInteger(value)) throw this.#fault(name, 'a whole number', value);
    return String(value);
  }

  /** Returns a flag, false by default. */
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

  /** All members as JSON text, for comparisons. */
  get json(): string {
    return JSON.stringify(this.#members);
  }

  #readers(name: string, values: readonly unknown[]): RecordReader[] {
    return values.map((value) => new RecordReader(value, this.#toPath(name)));
  }

  /** Returns the members of a list; a single value counts as a list with one member. */
  #values(name: string): unknown[] {
    const value = this.#value(name) ?? [];
    return Array.isArray(value) ? value : [value];
  }

  #list(name: string): unknown[] {
    const value = this.#value(name) ?? [];
    if (!Array.isArray(value)) throw this.#fault(name, 'a list', value);
    return value;
  }

  #value(name: string): unknown {
    return this.#members[name] ?? undefined;
  }

  #toPath(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #fault(name: string, wanted: string, value: unknown): FieldFault {
    return new FieldFault(this.#toPath(name), `must be ${wanted}, got ${quoteValue(value)}`);
  }
}
