/** A value of a record that cannot be used. The kit adds where it stands. */
export class FieldFault extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}
