/** The option of every command that reports, and how its document is printed: docs/commands.md has the shapes. */
export const JSON_OPTION = [
  '--json',
  'print the result as one JSON document; progress goes to standard error',
] as const;

/** Prints one JSON document on standard output. Undefined fields are omitted. */
export function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
