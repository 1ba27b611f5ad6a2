/**
 * Keeps a table of companies up to date from a publication. Needs Node 24 or newer, and no packages.
 *
 *     node changes.ts https://data.example/current.json companies.db
 *
 * The first run loads the published export (JSON lines), later runs only the change files since: run it from cron. Each change file is one
 * transaction, so an interrupted run continues where it ended.
 */
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

const TIMEOUT_MS = 60_000;

interface Entry {
  readonly path: string;
  readonly sha256: string;
}

interface Current {
  readonly generation: string;
  readonly files: readonly Entry[];
}

interface Company {
  readonly id: string;
  readonly name?: string;
  readonly country_code?: string;
  readonly lifecycle?: { readonly status: string };
  /** Only in exports; events have it in `details`. */
  readonly state?: string;
}

interface Event {
  readonly id: string;
  readonly company?: Company;
  readonly details?: { readonly state?: string };
}

interface Header {
  readonly openfirma_changes: number;
  readonly to: string;
}

const [, , address = '', path = ''] = process.argv;
const db = new DatabaseSync(path);
db.exec('CREATE TABLE IF NOT EXISTS companies (id TEXT PRIMARY KEY, name TEXT, country TEXT, state TEXT)');
db.exec('CREATE TABLE IF NOT EXISTS reached (generation TEXT)');
const insert = db.prepare('INSERT OR REPLACE INTO companies VALUES (?, ?, ?, ?)');
const remove = db.prepare('DELETE FROM companies WHERE id = ?');

const current = JSON.parse((await fetched(address)).toString()) as Current;
const generation = db.prepare('SELECT generation FROM reached').get()?.['generation'];
if (generation !== current.generation) {
  const files = changesAfter(String(generation));
  if (files.length === 0) await loadExport();
  for (const file of files) {
    const [header, ...events] = await linesOf(file);
    const { openfirma_changes: format, to } = header as Header;
    if (format !== 4) throw new Error(`${file.path} has format ${format}, not 4`);
    inTransaction(to, () => {
      for (const event of events) apply(event as Event);
    });
  }
}

async function fetched(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the lines of a published file, once its checksum is right. */
async function linesOf({ path: file, sha256 }: Entry): Promise<object[]> {
  const content = await fetched(new URL(file, address).href);
  if (hash('sha256', content) !== sha256)
    throw new Error(`${file} has another checksum; run again when the next publication is complete`);
  const lines = gunzipSync(content).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as object);
}

/** Returns the change files that lead from a generation to the current one; none if it is not in the chain. */
function changesAfter(from: string): readonly Entry[] {
  const files = current.files.filter((file) => file.path.startsWith('changes/'));
  const start = files.findLastIndex((file) => file.path.startsWith(`changes/${from}-`));
  return start === -1 ? [] : files.slice(start);
}

async function loadExport(): Promise<void> {
  const exports = current.files.filter((file) => file.path.includes('/ndjson/companies/'));
  if (exports.length === 0) throw new Error(`${address} has no export to begin with: publish with --exports`);
  const companies = (await Promise.all(exports.map(linesOf))).flat() as Company[];
  inTransaction(current.generation, () => {
    db.exec('DELETE FROM companies');
    for (const company of companies) store(company, company.state);
  });
}

function apply({ id, company, details }: Event): void {
  if (company?.lifecycle?.status === 'active') store(company, details?.state);
  // Redirected, split, tombstoned, restricted, purged or withdrawn.
  else remove.run(id);
}

function store({ id, name, country_code: country }: Company, state: string | undefined): void {
  insert.run(id, name ?? null, country ?? null, state ?? null);
}

/** Makes changes that lead to a generation, all or none of them. */
function inTransaction(to: string, change: () => void): void {
  db.exec('BEGIN');
  try {
    change();
    db.exec('DELETE FROM reached');
    db.prepare('INSERT INTO reached VALUES (?)').run(to);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
