import { foldName, type CompanyIdentifier } from '../../../src/model/index.ts';
import { NAME_KEY_BYTES_MAX, NUMBER_BYTES_MAX, listCountries } from '../../../src/snapshot/index.ts';
import { RANK_DIGITS, formatPlace, formatTableName, numberKey } from '../schema.ts';
import type { Writer } from './writer.ts';

const BATCH = 500;

interface Withheld extends Record<string, unknown> {
  readonly id: string;
  readonly json: string;
  readonly is_redirected: boolean;
  readonly numbers: readonly string[];
  readonly new_json: string;
  readonly new_canonical_id: string | null;
}

interface Resource {
  readonly name?: string;
  readonly country_code?: string;
  readonly lifecycle: { readonly status: string };
  readonly identifiers?: readonly CompanyIdentifier[];
}

/**
 * Removes from an earlier load every value of the companies that a new load restricts, within the transaction of the switch. Returns the
 * number of companies. Only their ranks stay, in posting lists, where they lead to no row.
 */
export async function withholdFrom(writer: Writer, load: number, newLoad: number): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await writer.within<Withheld>(
      `SELECT old.id, old.json, old.canonical_id IS NOT NULL AS is_redirected, old.numbers, new.json AS new_json,
         new.canonical_id AS new_canonical_id
       FROM ${formatTableName('withheld', newLoad)} AS withheld
       JOIN ${formatTableName('companies', load)} AS old ON old.id = withheld.id
       JOIN ${formatTableName('companies', newLoad)} AS new ON new.id = withheld.id
       WHERE old.json <> new.json LIMIT ${BATCH}`,
    );
    for (const row of rows) await withhold(writer, load, newLoad, row);
    count += rows.length;
    if (rows.length < BATCH) return count;
  }
}

async function withhold(writer: Writer, load: number, newLoad: number, company: Withheld): Promise<void> {
  const { id, json, is_redirected: isRedirected, numbers, new_json: newJson, new_canonical_id: canonicalId } = company;
  const resource = isRedirected ? undefined : (JSON.parse(json) as Resource);
  if (resource?.lifecycle.status === 'active') await withholdRows(writer, load, { id, resource, numbers });
  for (const table of ['officers', 'details'] as const)
    await writer.within(`DELETE FROM ${formatTableName(table, load)} WHERE id = $1`, [id]);
  const [old, current] = [formatTableName('details', load), formatTableName('details', newLoad)];
  await writer.within(`INSERT INTO ${old} SELECT * FROM ${current} WHERE id = $1`, [id]);
  await writer.within(
    `UPDATE ${formatTableName('companies', load)} SET json = $2, canonical_id = $3, numbers = '{}', has_more_officers = false
     WHERE id = $1`,
    [id, newJson, canonicalId],
  );
}

/** Deletes the rows of a company by name and by number, among all companies and in each of its countries. */
async function withholdRows(
  writer: Writer,
  load: number,
  { id, resource, numbers }: { readonly id: string; readonly resource: Resource; readonly numbers: readonly string[] },
): Promise<void> {
  const name = foldName(resource.name ?? '').slice(0, NAME_KEY_BYTES_MAX);
  const { identifiers = [], country_code: seat } = resource;
  const countries = listCountries({ identifiers, profile: seat === undefined ? {} : { country_code: seat } });
  for (const country of [undefined, ...countries]) {
    const table = formatTableName(country === undefined ? 'names' : 'countries', load);
    const start = `${country ?? ''}${name}`;
    const deleted = await writer.within<{ key: string }>(
      `DELETE FROM ${table} WHERE key >= $1 AND key < $2 AND starts_with(json, $3) RETURNING key`,
      [`${start}\u0001`, `${start}\u0002`, `{"id":"${id}"`],
    );
    const ranks = deleted.map(({ key }) => Number(key.slice(-RANK_DIGITS)));
    await writer.within(`DELETE FROM ${formatTableName('ranks', load)} WHERE place = ANY($1::text[])`, [
      ranks.map((rank) => formatPlace(country, rank)),
    ]);
    const keys = ranks.flatMap((rank) =>
      numbers.map((number) => numberKey(country, Buffer.from(number).subarray(0, NUMBER_BYTES_MAX), rank)),
    );
    await writer.within(`DELETE FROM ${formatTableName('numbers', load)} WHERE key = ANY($1::bytea[])`, [keys]);
  }
}
