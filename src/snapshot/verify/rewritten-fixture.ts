/** Rewrites a snapshot so that its digests match but its content is wrong, as after a faulty build. */
import { createHash } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { METADATA_KEY, openTables, tableNamesOf, tableOf, type Tables } from '../format/format.ts';
import type { SnapshotMetadata } from '../format/metadata.ts';
import { appendTrailer, readTrailer } from '../format/trailer.ts';
import { NEVER_YIELD } from '../../files/index.ts';
import { contentDigest, digestRow } from '../write/table-writer.ts';

export async function rewritten(path: string, edit: (tables: Tables) => void): Promise<void> {
  truncateSync(path, readTrailer(path).dataBytes);
  const tables = openTables(path, false, await hasMatchTables(path));
  tables.env.transactionSync(() => edit(tables));
  const stored = JSON.parse(tables.metadata.get(METADATA_KEY)?.toString() ?? '{}') as SnapshotMetadata;
  const digests: Record<string, string> = { ...stored.tables };
  for (const name of tableNamesOf(tables)) {
    const digest = createHash('sha256');
    for (const { key, value } of tableOf(tables, name).getRange({})) digestRow(digest, key, value);
    digests[name] = digest.digest('hex');
  }
  const metadata = { ...stored, tables: digests, digest: contentDigest(digests).toString('hex') };
  tables.env.transactionSync(() => tables.metadata.putSync(METADATA_KEY, Buffer.from(JSON.stringify(metadata))));
  await tables.env.close();
  await appendTrailer(path, NEVER_YIELD);
}

/** Whether a snapshot has the tables of a match index. The digest of a snapshot without them must not include them. */
async function hasMatchTables(path: string): Promise<boolean> {
  const { env, match } = openTables(path, true);
  await env.close();
  return match !== undefined;
}
