import { foldName, foldNumber, type RegisterLine } from '../../src/model/index.ts';
import type { SnapshotReader } from '../../src/snapshot/index.ts';
import { linesIn } from './held-out.ts';
import type { MatchQuestion } from './questions.ts';

/** Pairs of names: that of an LEI record, and that of its company in a national register, which the registry number joins. */
export interface GleifPairs {
  /** LEI records with a registry number of a country of the register. */
  readonly records: number;
  /** Of these the ones whose company the register has. */
  readonly joined: number;
  /** Those whose names fold to the same text, and so are no question. */
  readonly same: number;
  /** A name of an LEI record each, legal or other, with its country or without. */
  readonly questions: readonly MatchQuestion[];
}

/** Reads register lines of GLEIF, and asks for the companies of a register by their names there. */
export async function gleifPairs(gleif: string, reader: SnapshotReader): Promise<GleifPairs> {
  const countries = new Set(Object.keys(reader.metadata.countries));
  const questions: MatchQuestion[] = [];
  let [records, joined, same] = [0, 0, 0];
  for await (const text of linesIn(gleif)) {
    const { name = '', identifiers = [], other_names: others = [] } = JSON.parse(text) as RegisterLine;
    const registered = identifiers.find(
      ({ scheme, country_scope: scope = '' }) => scheme === 'national_registry_number' && countries.has(scope),
    );
    if (registered?.country_scope === undefined) continue;
    records++;
    const { value, country_scope: country } = registered;
    const { companies, hasMore } = reader.withNumbers([foldNumber(value)], 2);
    const found = companies.length === 1 && !hasMore ? companies[0]?.id : undefined;
    if (found === undefined) continue;
    const company = JSON.parse(reader.company(found)?.toString() ?? '{}') as RegisterLine;
    const isOfCountry = company.identifiers?.some(
      (one) => one.country_scope === country && foldNumber(one.value) === foldNumber(value),
    );
    if (isOfCountry !== true || company.name === undefined) continue;
    joined++;
    for (const query of new Set([name, ...others.map((one) => one.name)])) {
      if (foldName(query) === foldName(company.name)) same++;
      // By turns somebody knows the country.
      else questions.push({ query, id: found, name: company.name, ...(questions.length % 2 === 0 && { country }) });
    }
  }
  return { records, joined, same, questions };
}
