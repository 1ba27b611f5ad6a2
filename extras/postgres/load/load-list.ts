import type { DataFacts } from '../../../src/model/index.ts';
import {
  CONTROL,
  LAYOUT,
  SCHEMA,
  TABLES,
  TABLE_NAME,
  createTableStatement,
  disableSamplesStatement,
  formatReplacementName,
  formatTableName,
  type LoadState,
  type Table,
} from '../schema.ts';
import type { Lease } from './lease.ts';
import { withholdFrom } from './withhold.ts';
import type { Writer } from './writer.ts';

/** Maximum number of earlier loads that are kept: each takes as much space as the data. */
const KEPT_MAX = 8;
/** Maximum time, in milliseconds, that the removal of a table, also of a rewritten one, waits for readers; the next load tries again. */
const LOCK_MS_MAX = 5000;
/** Maximum number of attempts to create the schema: another process may create it at the same time. */
const CREATE_TRIES = 3;

/** Tables from which no row is ever deleted: they hold ranks and ids. */
const UNREDUCED: ReadonlySet<Table> = new Set(['postings', 'withheld']);

export class LoadList {
  readonly #writer: Writer;
  readonly #lease: Lease;

  constructor(writer: Writer, lease: Lease) {
    this.#writer = writer;
    this.#lease = lease;
  }

  /** Creates the tables that all loads share, if these tables are missing. */
  static async create(writer: Writer): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        for (const statement of CONTROL) await writer.query(statement);
        return;
      } catch (error) {
        // If two processes create the same table at once, one fails in spite of "if not exists".
        if (tries === CREATE_TRIES) throw error;
      }
    }
  }

  /** Returns the served load and its generation; undefined if no load of this layout is served. */
  async served(): Promise<{ readonly load: number; readonly generation: string } | undefined> {
    const [row] = await this.#writer.query<{ load: number; generation: string }>(
      `SELECT load, generation FROM ${SCHEMA}.loads WHERE state = 'served' AND layout = ${LAYOUT}`,
    );
    return row;
  }

  /** Registers a new load and creates its tables. Returns its number. */
  async begin(generation: string, facts: DataFacts, prefixFilter: Buffer | undefined): Promise<number> {
    const load = await this.#lease.transaction(this.#writer, async () => {
      const [row] = await this.#writer.within<{ next: number }>(
        `SELECT coalesce(max(load), 0) + 1 AS next FROM ${SCHEMA}.loads`,
      );
      const next = row?.next ?? 1;
      const state: LoadState = 'loading';
      await this.#writer.within(
        `INSERT INTO ${SCHEMA}.loads (load, layout, generation, state, facts, prefix_filter, began_at)
         VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
        [next, LAYOUT, generation, state, JSON.stringify(facts), prefixFilter ?? null],
      );
      return next;
    });
    await this.#createTables(load);
    return load;
  }

  /** Creates the tables that loads of an earlier layout lack, so that the same statements can remove restricted values from every load. */
  async completeEarlier(): Promise<void> {
    const rows = await this.#writer.query<{ load: number }>(
      `SELECT load FROM ${SCHEMA}.loads WHERE state IN ('served', 'kept') AND layout < ${LAYOUT}`,
    );
    for (const { load } of rows) await this.#createTables(load);
  }

  async #createTables(load: number): Promise<void> {
    for (const table of TABLES) await this.#createTable(table, formatTableName(table, load));
  }

  /** Creates a table of a load. `name` is the name of the table itself or of its replacement. */
  async #createTable(table: Table, name: string): Promise<void> {
    await this.#writer.query(createTableStatement(table, name));
    await this.#writer.queryIfKnown(disableSamplesStatement(table, name));
  }

  async analyze(load: number): Promise<void> {
    for (const table of TABLES) await this.#writer.query(`ANALYZE ${formatTableName(table, load)}`);
  }

  /**
   * Switches to a load in one transaction, which also removes from earlier loads the companies that the new load restricts. Returns how
   * many were removed from the earlier load with the most.
   */
  async switchTo(load: number): Promise<number> {
    const withheld = new Map<number, number>();
    await this.#lease.transaction(this.#writer, async () => {
      withheld.clear();
      await this.#writer.within('SET LOCAL synchronous_commit = on');
      const earlier = await this.#writer.within<{ load: number }>(
        `SELECT load FROM ${SCHEMA}.loads WHERE state IN ('served', 'kept') ORDER BY load`,
      );
      for (const { load: one } of earlier) withheld.set(one, await withholdFrom(this.#writer, one, load));
      for (const [one, count] of withheld) if (count > 0) await this.#noteReduced(one);
      await this.#writer.within(
        `UPDATE ${SCHEMA}.loads SET state = 'kept', replaced_at = clock_timestamp() WHERE state = 'served'`,
      );
      await this.#writer.within(`UPDATE ${SCHEMA}.loads SET state = 'served' WHERE load = $1`, [load]);
    });
    return Math.max(0, ...withheld.values());
  }

  async #noteReduced(load: number): Promise<void> {
    await this.#writer.within(`INSERT INTO ${SCHEMA}.rewrites VALUES ($1) ON CONFLICT DO NOTHING`, [load]);
    // The examples are removed: only the served load needs them, and any of them may be a removed company.
    const [row] = await this.#writer.within<{ facts: string }>(`SELECT facts FROM ${SCHEMA}.loads WHERE load = $1`, [
      load,
    ]);
    const { examples: _, ...facts } = JSON.parse(row?.facts ?? '{}') as Record<string, unknown>;
    await this.#writer.within(`UPDATE ${SCHEMA}.loads SET facts = $2 WHERE load = $1`, [load, JSON.stringify(facts)]);
  }

  /** Rewrites tables with deleted rows, whether this load or a killed load deleted them. */
  async rewriteReduced(): Promise<void> {
    const rows = await this.#writer.query<{ load: number }>(`SELECT load FROM ${SCHEMA}.rewrites ORDER BY load`);
    for (const { load } of rows) {
      await this.#rewrite(load);
      await this.#writer.queryIfKnown(`VACUUM FULL ${SCHEMA}.loads`);
      await this.#writer.query(`DELETE FROM ${SCHEMA}.rewrites WHERE load = $1`, [load]);
    }
  }

  /**
   * Rewrites the tables of a load and replaces the old ones, whose files still hold the bytes of deleted rows. Reads continue
   * meanwhile.
   */
  async #rewrite(load: number): Promise<void> {
    const writer = this.#writer;
    for (const table of TABLES.filter((one) => !UNREDUCED.has(one))) {
      const [name, replacement] = [formatTableName(table, load), formatReplacementName(table, load)];
      await writer.query(`DROP TABLE IF EXISTS ${replacement}`);
      await this.#createTable(table, replacement);
      await writer.query(`INSERT INTO ${replacement} SELECT * FROM ${name}`);
      await writer.query(`ANALYZE ${replacement}`);
      await this.#lease.transaction(writer, async () => {
        await writer.within(`SET LOCAL lock_timeout = ${LOCK_MS_MAX}`);
        await writer.within(`DROP TABLE ${name}`);
        await writer.within(`ALTER TABLE ${replacement} RENAME TO ${name.slice(name.indexOf('.') + 1)}`);
      });
    }
  }

  /** Removes earlier loads with expired cursors, and remains of killed loads. */
  async removeOld(keepSeconds: number): Promise<void> {
    const rows = await this.#writer.query<{ load: number; is_kept: boolean; is_served: boolean }>(
      `SELECT load, state = 'served' AS is_served,
         state = 'kept' AND replaced_at > clock_timestamp() - make_interval(secs => $1) AS is_kept
       FROM ${SCHEMA}.loads ORDER BY load DESC`,
      [keepSeconds],
    );
    const kept = rows.filter(({ is_kept: isKept }) => isKept).slice(0, KEPT_MAX);
    const served = rows.filter(({ is_served: isServed }) => isServed);
    const staying = new Set([...served, ...kept].map(({ load }) => load));
    const listed = rows.map(({ load }) => load).filter((load) => !staying.has(load));
    const names = await this.#writer.query<{ tablename: string }>(
      'SELECT tablename::text FROM pg_tables WHERE schemaname = $1',
      [SCHEMA],
    );
    const found = names.flatMap(({ tablename }) => TABLE_NAME.exec(tablename)?.[1] ?? []).map(Number);
    for (const load of new Set([...listed, ...found])) if (!staying.has(load)) await this.remove(load);
  }

  async remove(load: number): Promise<void> {
    // First, keep new readers away.
    await this.#lease.transaction(this.#writer, async () => {
      await this.#writer.within(`UPDATE ${SCHEMA}.loads SET state = 'loading' WHERE load = $1`, [load]);
    });
    await this.#lease.transaction(this.#writer, async () => {
      await this.#writer.within(`SET LOCAL lock_timeout = ${LOCK_MS_MAX}`);
      for (const table of TABLES)
        for (const name of [formatTableName(table, load), formatReplacementName(table, load)])
          await this.#writer.within(`DROP TABLE IF EXISTS ${name}`);
      for (const list of ['loads', 'rewrites'])
        await this.#writer.within(`DELETE FROM ${SCHEMA}.${list} WHERE load = $1`, [load]);
    });
  }
}
