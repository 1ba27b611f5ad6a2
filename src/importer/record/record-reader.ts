import { collapseWhiteSpace, quoteValue } from '../../model/index.ts';
import { FieldFault } from './field-fault.ts';

/**
 * Reads one object of a JSON record, or one element of an XML record as `XmlElement` writes it, and checks the type of
 * every member that is asked for. A fault names the path of the member from the root of the record on.
 */
export class RecordReader {
  readonly #members: Record<string, unknown>;
  readonly #path: string;

  /** @throws {FieldFault} where the value is no object */
  constructor(value: unknown, path = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new FieldFault(path === '' ? 'record' : path, `must be an object, got ${quoteValue(value)}`);
    }
    this.#members = value as Record<string, unknown>;
    this.#path = path;
  }

  /** The object of this name, undefined where there is none. */
  object(name: string): RecordReader | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : new RecordReader(value, this.#pathOf(name));
  }

  /** The objects of a list; a missing list is empty. */
  objects(name: string): RecordReader[] {
    return this.#list(name).map((value) => new RecordReader(value, this.#pathOf(name)));
  }

  /** The elements of this name, or the objects of a list that is no list where it has one member: none, one or several. */
  each(name: string): RecordReader[] {
    const value = this.#value(name);
    return value === undefined || Array.isArray(value)
      ? this.objects(name)
      : [new RecordReader(value, this.#pathOf(name))];
  }

  /** A text, or that of an element, its white space collapsed; an empty one is absent. */
  content(name: string): string | undefined {
    const value = this.#value(name);
    const isElement = typeof value === 'object' && !Array.isArray(value);
    const text = isElement ? ((value as Record<string, unknown>)['$'] ?? '') : (value ?? '');
    if (typeof text !== 'string') throw this.#fault(name, 'text', value);
    return collapseWhiteSpace(text) || undefined;
  }

  /** A text without white space around it; an empty one is absent. */
  text(name: string): string | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.#fault(name, 'text', value);
    return value.trim() || undefined;
  }

  /** The words of a text, or of a list of texts that belong together. */
  words(name: string): string {
    const value = this.#value(name);
    const words = Array.isArray(value) ? this.#list(name) : value === undefined ? [] : [value];
    const texts = words.map((word) => {
      if (typeof word !== 'string') throw this.#fault(name, 'text', word);
      return word;
    });
    return collapseWhiteSpace(texts.join(' '));
  }

  /** The texts of a list, their white space collapsed; empty ones are left out, a missing list is empty. */
  texts(name: string): string[] {
    return this.#list(name).flatMap((value) => {
      if (typeof value !== 'string') throw this.#fault(name, 'a list of texts', value);
      return collapseWhiteSpace(value) || [];
    });
  }

  /** A number that the register writes as one or as text: its digits. */
  digits(name: string): string | undefined {
    const value = this.#value(name);
    if (typeof value !== 'number') return this.text(name);
    if (!Number.isSafeInteger(value)) throw this.#fault(name, 'a whole number', value);
    return String(value);
  }

  /** A flag; a missing one is false. */
  flag(name: string): boolean {
    const value = this.#value(name) ?? false;
    if (typeof value !== 'boolean') throw this.#fault(name, 'true or false', value);
    return value;
  }

  /** Says whether there is a value of this name. */
  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  /** Says whether the value of this name is a list. */
  hasList(name: string): boolean {
    return Array.isArray(this.#value(name));
  }

  /** All members as JSON text, to compare them with those of another object. */
  get json(): string {
    return JSON.stringify(this.#members);
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
