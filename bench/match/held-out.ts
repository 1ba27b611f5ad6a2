import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { compressionNamed, decompressor } from '../../src/files/index.ts';
import { hashOf } from '../../extras/matching/names/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { generateLines } from '../../tools/sample/lines.ts';
import { SEED } from '../measuring.ts';
import type { HeldOut } from './questions.ts';

/** One company in this many is held out. */
const HELD_OUT_PART = 10;

/** The generated companies after the first ones, which are in the data. */
export function* inventedHeldOut(companies: number): Generator<HeldOut, void, undefined> {
  let seen = 0;
  for (const batch of generateLines({ companies: Infinity, seed: SEED })) {
    const lines = batch.trimEnd().split('\n');
    if (seen + lines.length > companies) yield* lines.slice(Math.max(0, companies - seen)).flatMap(heldOutOf);
    seen += lines.length;
  }
}

/** Writes the register lines except a tenth, chosen by a hash of the first number. Returns the companies of that tenth, ordered by hash. */
export async function holdOut(registers: readonly string[], into: string): Promise<HeldOut[]> {
  const heldOut: { readonly hash: number; readonly company: HeldOut }[] = [];
  async function* others(): AsyncGenerator<string, void, undefined> {
    for (const register of registers) {
      for await (const text of linesIn(register)) {
        const { identifiers = [] } = JSON.parse(text) as RegisterLine;
        const hash = hashOf(identifiers[0]?.value ?? text);
        if (hash % HELD_OUT_PART !== 0) yield `${text}\n`;
        else heldOut.push(...heldOutOf(text).map((company) => ({ hash, company })));
      }
    }
  }
  await pipeline(Readable.from(others()), createWriteStream(into));
  return heldOut.toSorted((a, b) => a.hash - b.hash).map(({ company }) => company);
}

function heldOutOf(text: string): HeldOut[] {
  const { name, country_code: seat, identifiers = [] } = JSON.parse(text) as RegisterLine;
  const country = seat ?? identifiers.find(({ country_scope: scope }) => scope !== undefined)?.country_scope;
  return name === undefined || country === undefined ? [] : [{ name, country: country.slice(0, 2) }];
}

/** The lines of a file, compressed or not. */
async function* linesIn(path: string): AsyncGenerator<string, void, undefined> {
  const file = createReadStream(path);
  const compression = compressionNamed(path);
  const input = compression === undefined || compression === 'zip' ? file : file.pipe(decompressor(compression));
  for await (const text of createInterface({ input, crlfDelay: Infinity })) yield text;
}
