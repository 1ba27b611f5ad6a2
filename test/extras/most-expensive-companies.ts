/** The companies of {@link ./most-expensive-requests.soak.ts}: invented ones, and some that are expensive to find. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeRecorder } from '../../extras/changes/recorder.ts';
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { buildSnapshot } from '../../src/build/index.ts';
import { Random } from '../../tools/sample/index.ts';
import { generateLines } from '../../tools/sample/lines.ts';

export const COMPANIES = 60_000;
/** Number of companies with many long names, and of companies that share a number. */
const NAMED = 80;
const GROUP = 400;
export const GROUP_NUMBER = 'NL001234567B01';
const random = new Random(5);
export const WORDS = Array.from({ length: 28 }, () =>
  Array.from({ length: 8 }, () => random.pick(Array.from('bdfgklmnprstvz'))).join(''),
);

/** Returns the same words, each with one letter replaced. */
const misspelt = (words: readonly string[]): string =>
  words.map((one) => `${one.slice(0, 3)}a${one.slice(4)}`).join(' ');

const formatLine = (value: object): string => `${JSON.stringify({ as_of_date: '2026-11-01', ...value })}\n`;

function* lines(generation: number): Generator<string> {
  for (const batch of generateLines({ companies: COMPANIES, seed: 1 })) yield batch;
  for (let n = 0; n < NAMED; n++)
    yield formatLine({
      name: misspelt(WORDS.toSpliced(n % 28, 1, WORDS[0] ?? '')),
      country_code: 'FI',
      identifiers: [{ scheme: 'national_registry_number', value: String(9_000_000 + n), country_scope: 'FI' }],
      other_names: Array.from({ length: 50 }, (_, i) => ({
        name: misspelt(WORDS.toSpliced(i % 28, 1, `x${i}`)),
        kind: 'trade',
      })),
    });
  for (let n = 0; n < GROUP; n++)
    yield formatLine({
      name: `Group member ${n} ${generation}`,
      country_code: 'NL',
      identifiers: [
        { scheme: 'national_registry_number', value: String(70_000_000 + n), country_scope: 'NL' },
        { scheme: 'eu_vat_number', value: GROUP_NUMBER },
        { scheme: 'tin', value: `77${n}` },
      ],
    });
}

/** Builds a snapshot. Returns its path. */
export async function build(folder: string, generation: number, previous?: string): Promise<string> {
  const input = join(folder, `${generation}.ndjson`);
  writeFileSync(input, '');
  for (const batch of lines(generation)) appendFileSync(input, batch);
  const out = join(folder, 'openfirma.snapshot');
  await buildSnapshot({
    nameIndex: async () => MATCH_INDEX,
    changes: changeRecorder(),
    inputs: [input],
    out,
    match: true,
    ...(previous !== undefined && { previous }),
  });
  return out;
}
