import type { RecordReader } from '../../importer/index.ts';

/** An attribute of an element. Elements have attributes under `$`, their text under `_`, and children in lists. */
export function attributeOf(element: RecordReader, name: string): string | undefined {
  return element.object('$')?.content(name);
}

/** The text of the first child of a name. */
export function textOf(element: RecordReader, name: string): string | undefined {
  return element.filled(name)[0]?.content('_');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
