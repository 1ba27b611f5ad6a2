import type { RegisterLine } from '../model/index.ts';
import { FieldFault, runImport, type ImportOptions } from './index.ts';
import { TOY_FILES, toyRegister } from './toy-fixture.ts';

/** A minimal register: a number and a name, in CSV with semicolons or in JSON. */
const toy = toyRegister({
  country: 'FI',
  files: {
    ...TOY_FILES,
    refused: [{ name: /_changes\./, instead: 'it only has changes; take the toys' }],
    json: { recordsAt: 'toys' },
    csv: { delimiter: ';' },
    stamp: /^toys[-_A-Za-z]*(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    required: ['number', 'name'],
    taken: ['number', 'name', 'state'],
    ignored: [],
  },
  codes: { state: ['on', 'off'] },
  expect: [
    { full: /-full\./, records: 3 },
    { full: /^toys\.csv$/, packedIn: /^toys_All/, records: 3 },
  ],
  async *read(inputs, run) {
    for (const input of inputs) {
      for await (const row of input.rows()) {
        const value = (name: string): unknown =>
          row.format === 'csv' ? row.cells.get(name) : (row.value as Record<string, unknown>)[name];
        const line = run.line(row, (): RegisterLine => {
          const number = value('number');
          if (typeof number !== 'string') throw new FieldFault('number', 'must be text');
          run.code('state', value('state') as string | undefined);
          const identifiers = [{ scheme: 'national_registry_number' as const, value: number, country_scope: 'FI' }];
          return { name: String(value('name')), as_of_date: input.stamp?.date ?? '1999-12-31', identifiers };
        });
        if (line !== undefined) yield line;
      }
    }
  },
});

/** Imports files of the toy register. */
export function importToys(output: string, inputs: string[], more: Partial<ImportOptions> = {}) {
  return runImport(toy, { output, inputs, maxRejects: 0, ...more });
}
