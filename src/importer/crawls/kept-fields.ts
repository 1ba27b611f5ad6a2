/** The kept members of an object by name, each with the kept members of its own. Empty for a value. */
interface Shape {
  [name: string]: Shape;
}

/** Reduces responses to the declared fields: nothing else is ever written to disk. */
export class KeptFields {
  readonly #shape: Shape = {};

  /** @param fields paths such as `names.endDate`, without list positions. An object at the end of a path is kept as an empty object */
  constructor(fields: Iterable<string>) {
    for (const field of fields) {
      let at = this.#shape;
      for (const name of field.split('.')) at = at[name] ??= {};
    }
  }

  of(record: unknown): unknown {
    return reduced(record, this.#shape);
  }
}

function reduced(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((member) => reduced(member, shape));
  if (value === null || value === undefined) return undefined;
  const members = Object.entries(shape);
  if (typeof value !== 'object') return members.length === 0 ? value : undefined;
  const kept: Record<string, unknown> = {};
  for (const [name, below] of members) {
    const member = reduced((value as Record<string, unknown>)[name], below);
    if (member !== undefined) kept[name] = member;
  }
  return kept;
}
