import { FieldFault } from '../../importer/index.ts';
import { collapseWhiteSpace, quoteValue } from '../../model/index.ts';

/**
 * One object of a JSON answer or one element of an XML extract, and where it stands, so that a fault can name the
 * field. A child of XML is an object that has its text under `$`; a child that repeats is a list.
 */
export class Part {
  readonly #members: Record<string, unknown>;
  readonly #path: string;

  /** @throws {FieldFault} where the value is no object */
  constructor(value: unknown, path = '') {
    if (!isObject(value)) {
      throw new FieldFault(path === '' ? 'record' : path, `must be an object, got ${quoteValue(value)}`);
    }
    this.#members = value;
    this.#path = path;
  }

  /** The object of this name, undefined where there is none. */
  part(name: string): Part | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : new Part(value, this.#pathOf(name));
  }

  /** The objects of this name: none, one or a list of them. */
  parts(name: string): Part[] {
    const value = this.#value(name);
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((one) => new Part(one, this.#pathOf(name)));
  }

  /** A text, its white space collapsed; an empty one is absent. */
  text(name: string): string | undefined {
    const value = this.#value(name);
    const text = isObject(value) ? (value['$'] ?? '') : (value ?? '');
    if (typeof text !== 'string') {
      throw new FieldFault(this.#pathOf(name), `must be text, got ${quoteValue(value)}`);
    }
    return collapseWhiteSpace(text) || undefined;
  }

  /** A flag; undefined where there is none. */
  flag(name: string): boolean | undefined {
    const value = this.#value(name);
    if (value !== undefined && typeof value !== 'boolean') {
      throw new FieldFault(this.#pathOf(name), `must be true or false, got ${quoteValue(value)}`);
    }
    return value;
  }

  /** Says whether the value of this name is a list. */
  hasList(name: string): boolean {
    return Array.isArray(this.#value(name));
  }

  /** All that stands here, to compare it with another place. */
  get all(): string {
    return JSON.stringify(this.#members);
  }

  #value(name: string): unknown {
    return this.#members[name] ?? undefined;
  }

  #pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
