/** A document for programs. */
export interface MachineDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A text, as what it is. */
export function documentOf(contentType: string, text: string): MachineDocument {
  return { contentType, body: Buffer.from(text) };
}

/** A value as JSON that a person can read, too; compression takes the blanks away. */
export function jsonDocument(value: unknown, contentType = 'application/json'): MachineDocument {
  return documentOf(contentType, `${JSON.stringify(value, null, 2)}\n`);
}
