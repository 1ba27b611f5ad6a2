/** Builds a snapshot of named companies among invented ones, for tests of what a name is matched with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { FICTION, Random, companyName } from '../../../tools/sample/index.ts';
import { company, write } from '../../../src/snapshot/record-fixture.ts';
import { SnapshotReader, verifySnapshot } from '../../../src/snapshot/index.ts';
import { formatReason, isCertain, rank } from '../names/index.ts';
import { MATCH_INDEX } from './name-index.ts';

/** The number of invented companies: words of the named ones are rare among them. */
const OTHERS = 800;
const LIMIT = 32;

export interface RankedName {
  readonly name: string;
  readonly probability: number;
  readonly isCertain: boolean;
  readonly reason: string;
  readonly form: number;
}

/** Returns the function that matches a name, perhaps with a country, with the companies, the likeliest first. */
export async function rankedAmong(companies: readonly (readonly [name: string, country: string])[]) {
  const random = new Random(20);
  const others = Array.from({ length: OTHERS }, (_, n) => {
    const country = random.pick(FICTION);
    const name = `${random.pick(country.roots)}${random.pick(country.roots).slice(-3)} ${random.pick(country.trades)}`;
    return company(1000 + n, {
      profile: { name: companyName(country, name, random.pick(country.forms)[0]), country_code: country.code },
    });
  });
  const named = companies.map(([name, country_code], n) => company(n, { profile: { name, country_code } }));
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-ranked-'));
  const { path } = await write(directory, 'ranked', [...named, ...others], MATCH_INDEX);
  await verifySnapshot(path, { nameIndex: MATCH_INDEX });
  const reader = SnapshotReader.open(path);
  after(async () => {
    await reader.close();
    rmSync(directory, { recursive: true });
  });
  return (query: string, country?: string): RankedName[] => {
    const found = MATCH_INDEX.search(reader)?.candidates(query, country, LIMIT) ?? [];
    const evidence = found.map(({ json, likeness }) => {
      const { name } = JSON.parse(json) as { name: string };
      return { name, likeness, isFurtherName: false, country: 0, number: 0, status: 0 } as const;
    });
    return rank(evidence).map((one) => ({
      name: one.company.name,
      probability: one.probability,
      isCertain: isCertain(one),
      reason: formatReason(one.features),
      form: one.features.form,
    }));
  };
}
