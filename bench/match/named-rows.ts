import { closeSync, openSync, writeSync } from 'node:fs';
import { SnapshotScanner, searchRowsIn } from '../../src/snapshot/index.ts';

/** A company as peers are filled with it. */
export interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly foldedName: string;
  /** Empty where no country is published. */
  readonly country: string;
}

/** Writes a line for each company of a snapshot that has a name. */
export function writeNamedRows(snapshot: string, path: string, lineOf: (row: NamedRow) => string): void {
  const scanner = new SnapshotScanner(snapshot);
  const file = openSync(path, 'w');
  try {
    let lines: string[] = [];
    for (const { country, json, foldedName } of searchRowsIn(scanner)) {
      // All companies come first, then those of each country again.
      if (country !== undefined) break;
      const {
        id,
        name,
        country_code: code = '',
      } = JSON.parse(json) as { id: string; name?: string; country_code?: string };
      if (name === undefined) continue;
      if (lines.push(`${lineOf({ id, name, foldedName, country: code })}\n`) < 10_000) continue;
      writeSync(file, lines.join(''));
      lines = [];
    }
    writeSync(file, lines.join(''));
  } finally {
    closeSync(file);
    void scanner.close();
  }
}
