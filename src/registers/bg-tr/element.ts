import { FieldFault } from '../../importer/declaration.ts';
import { collapseWhiteSpace, quoteValue } from '../../model/index.ts';

/** An element of the XML that the files are made of: its attributes under `$`, its text under `_`, its children in lists. */
export class Element {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #path: string;

  /** @throws {FieldFault} where the value is no object */
  constructor(value: unknown, path = '') {
    if (!isObject(value)) throw new FieldFault(path || 'record', `must be an object, got ${quoteValue(value)}`);
    this.#members = value;
    this.#path = path;
  }

  /** The names of its children. */
  get names(): string[] {
    return Object.keys(this.#members).filter((name) => name !== '$' && name !== '_');
  }

  /** An attribute; an empty one is absent. */
  attribute(name: string): string | undefined {
    const attributes = this.#members['$'] ?? {};
    const value = isObject(attributes) ? attributes[name] : undefined;
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw this.#fault(`$.${name}`, 'text', value);
    return collapseWhiteSpace(value) || undefined;
  }

  /** Its own text; an empty one is absent. */
  get text(): string | undefined {
    const value = this.#members['_'] ?? '';
    if (typeof value !== 'string') throw this.#fault('_', 'text', value);
    return collapseWhiteSpace(value) || undefined;
  }

  /** The children of a name. One without anything in it is written as an empty text or list, and none. */
  children(name: string): Element[] {
    const value = this.#members[name] ?? [];
    if (!Array.isArray(value)) throw this.#fault(name, 'a list', value);
    const members = value.filter((one) => one !== '' && one !== null && !(Array.isArray(one) && one.length === 0));
    return members.map((one) => new Element(one, this.#pathOf(name)));
  }

  /** The text of the first child of a name. */
  textOf(name: string): string | undefined {
    return this.children(name)[0]?.text;
  }

  #pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #fault(name: string, wanted: string, value: unknown): FieldFault {
    return new FieldFault(this.#pathOf(name), `must be ${wanted}, got ${quoteValue(value)}`);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
