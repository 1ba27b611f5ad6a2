/** A field of a record is invalid. The caller adds the place of the record. */
export class FieldFault extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}

/** The value of a field. @throws {FieldFault} where it is undefined */
export function required<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new FieldFault(field, 'is missing');
  return value;
}
