/** More different lists of members than types with optional members have: later objects are written whole. */
const SHAPES_MAX = 1000;

/** Writes values as JSON, objects without the names of their members: millions of records have the same few lists of names. */
export class Packing {
  readonly #shapes: (readonly string[])[] = [];
  readonly #numbers = new Map<string, number>();

  pack(value: unknown): string {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const number = this.#numberOf(members.map(([name]) => name));
    return number === undefined ? JSON.stringify(value) : `${number}${JSON.stringify(members.map(([, one]) => one))}`;
  }

  unpack(text: string): unknown {
    const start = text.indexOf('[');
    const shape = start > 0 ? this.#shapes[Number(text.slice(0, start))] : undefined;
    if (shape === undefined) return JSON.parse(text);
    const members = JSON.parse(text.slice(start)) as unknown[];
    return Object.fromEntries(shape.map((name, position) => [name, members[position]]));
  }

  #numberOf(names: readonly string[]): number | undefined {
    const key = names.join('\0');
    const known = this.#numbers.get(key);
    if (known !== undefined || this.#shapes.length === SHAPES_MAX) return known;
    this.#numbers.set(key, this.#shapes.length);
    return this.#shapes.push(names) - 1;
  }
}
