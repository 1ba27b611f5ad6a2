import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashKey } from '../../extras/matching/names/index.ts';
import { readLines } from '../../src/identity/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { generateLines } from '../../tools/sample/lines.ts';
import { SEED } from '../measuring.ts';
import type { HeldOut } from './questions.ts';

/** One company in ten is held out. */
const HELD_OUT_PART = 10;

/** Yields the generated companies that follow those in the data. */
export function* inventedHeldOut(companies: number): Generator<HeldOut, void, undefined> {
  let seen = 0;
  for (const batch of generateLines({ companies: Infinity, seed: SEED })) {
    const lines = batch.trimEnd().split('\n');
    const later = lines.slice(Math.max(0, companies - seen));
    yield* later.flatMap((line) => toHeldOut(JSON.parse(line) as RegisterLine));
    seen += lines.length;
  }
}

/** Writes all register lines except a tenth, chosen by a hash of the first number. Returns the companies of that tenth, ordered by hash. */
export async function holdOut(registers: readonly string[], into: string): Promise<HeldOut[]> {
  const heldOut: { readonly hash: number; readonly company: HeldOut }[] = [];
  async function* others(): AsyncGenerator<string, void, undefined> {
    for (const register of registers) {
      for await (const { line, bytes } of readLines({ file: register, onRejected: () => undefined })) {
        const text = bytes.toString();
        const hash = hashKey(line.identifiers?.[0]?.value ?? text);
        if (hash % HELD_OUT_PART !== 0) yield `${text}\n`;
        else heldOut.push(...toHeldOut(line).map((company) => ({ hash, company })));
      }
    }
  }
  await pipeline(Readable.from(others()), createWriteStream(into));
  return heldOut.toSorted((a, b) => a.hash - b.hash).map(({ company }) => company);
}

function toHeldOut({ name, country_code: seat, identifiers = [] }: RegisterLine): HeldOut[] {
  const country = seat ?? identifiers.find(({ country_scope: scope }) => scope !== undefined)?.country_scope;
  return name === undefined || country === undefined ? [] : [{ name, country: country.slice(0, 2) }];
}
