/** Removes the undefined members of an object. */
export function present<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept as T;
}

/** Makes an array of a list; undefined if the list is empty, because lines have no empty lists. */
export function nonEmpty<T>(list: Iterable<T>): T[] | undefined {
  const members = [...list];
  return members.length === 0 ? undefined : members;
}

/** A field of a record is invalid. The caller adds the place of the record. */
export class FieldFault extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}

/** Returns the value of a field. @throws {FieldFault} if the value is undefined */
export function required<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new FieldFault(field, 'is missing');
  return value;
}
