import { isCompanyId, type DetailsRecord } from '../../src/model/index.ts';
import type { Connections, Statement } from './connections.ts';
import { tableOf } from './schema.ts';

/**
 * Reads the details of companies by their ids, in the order of the ids; undefined for ids that were never published. Takes one
 * statement, and another one if some of the records are redirected.
 */
export async function readDetails(
  connections: Connections,
  load: number,
  ids: readonly string[],
): Promise<(DetailsRecord | undefined)[]> {
  const read = async (wanted: readonly string[]): Promise<Map<string, DetailsRecord>> => {
    const rows = wanted.length === 0 ? [] : await connections.rows(detailsStatement(load, wanted));
    return new Map(rows.map(([id, json]) => [String(id), JSON.parse(String(json)) as DetailsRecord]));
  };
  const own = await read(ids.filter(isCompanyId));
  const targets = Array.from(own.values(), ({ lifecycle }) => lifecycle.canonical_id ?? []).flat();
  const canonical = await read(targets);
  return ids.map((id) => {
    const record = own.get(id);
    const current = canonical.get(record?.lifecycle.canonical_id ?? '');
    return record && { ...current, ...record, details: (current ?? record).details };
  });
}

/** The details of companies. The targets of redirects are queried separately: they may be in other shards. */
export function detailsStatement(load: number, ids: readonly string[]): Statement {
  return {
    name: `details_${load}`,
    text: `SELECT id, json FROM ${tableOf('details', load)} WHERE id = ANY($1::text[])`,
    values: [ids],
  };
}
