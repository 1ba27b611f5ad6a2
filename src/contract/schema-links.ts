/** A JSON value under construction. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Writes schemas as plain JSON, with references to a set of named schemas. */
export class SchemaLinks {
  /** The names of schemas by their text, because TypeBox copies a schema when it makes it optional. */
  readonly #nameOf: ReadonlyMap<string, string>;

  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.#nameOf = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  }

  inside(schema: unknown): Json {
    return this.#parts(JSON.parse(JSON.stringify(schema)) as Json);
  }

  /** A reference where the schema is a named one, else the schema with references inside it. */
  to(schema: unknown): Json {
    return this.#link(JSON.parse(JSON.stringify(schema)) as Json);
  }

  #parts(value: Json): Json {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((part: Json) => this.#link(part));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#link(part)]));
  }

  #link(value: Json): Json {
    const name = this.#nameOf.get(JSON.stringify(value));
    return name === undefined ? this.#parts(value) : { $ref: `#/components/schemas/${name}` };
  }
}
