/**
 * Three PostgreSQL nodes that share each table by ranges of its key, behind a coordinator: a stand-in for a distributed engine. Such an
 * engine spreads a table when it is created; here an event trigger of the coordinator does, without `openfirma load` knowing.
 */
import { PostgresServer, type ServerOptions } from './postgres-server.ts';

/** The first keys of the second and the third node, as SQL. */
export type Ranges = Readonly<Record<keyof typeof KEYS, readonly [second: string, third: string]>>;

/** The column by which each table of a load is spread. */
const KEYS = {
  names: 'key',
  countries: 'key',
  ranks: 'place',
  postings: 'key',
  numbers: 'key',
  companies: 'id',
  officers: 'id',
  details: 'id',
  withheld: 'id',
};

const IDS = [`'co_3'`, `'co_6'`] as const;

/** Ranges that give each node some of the rows of most companies. */
const RANGES: Ranges = {
  names: [`'h'`, `'p'`],
  countries: [`'FR'`, `'SE'`],
  ranks: [`'0000000100'`, `'FI'`],
  postings: [`'\\x000035'`, `'\\x4649'`],
  numbers: [`'\\x000035'`, `'\\x4649'`],
  companies: IDS,
  officers: IDS,
  details: IDS,
  withheld: IDS,
};

/** Replaces each created table by a partitioned table, whose partitions are foreign tables over one table on each node. */
const SPREAD = `
CREATE FUNCTION public.spread() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE
  made record; columns text; part text; bounds text[];
BEGIN
  FOR made IN
    SELECT class.oid, class.relname, shards.key, shards.begins, pg_get_constraintdef(own.oid) AS primary_key
    FROM pg_event_trigger_ddl_commands() AS command
    JOIN pg_class AS class ON class.oid = command.objid AND class.relkind = 'r'
    JOIN public.shards ON class.relname ~ ('^' || shards.name || '_[0-9]+(_new)?$')
    JOIN pg_constraint AS own ON own.conrelid = class.oid AND own.contype = 'p'
    WHERE command.command_tag = 'CREATE TABLE' AND command.schema_name = 'openfirma'
  LOOP
    SELECT string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
        CASE WHEN collname = 'C' THEN 'COLLATE "C"' END, CASE WHEN attnotnull THEN 'NOT NULL' END), ', ' ORDER BY attnum)
      INTO columns FROM pg_attribute LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      WHERE attrelid = made.oid AND attnum > 0;
    EXECUTE format('DROP TABLE openfirma.%I', made.relname);
    EXECUTE format('CREATE TABLE openfirma.%I (%s) PARTITION BY RANGE (%I)', made.relname, columns, made.key);
    -- A node that cannot be reached is found before another one has its table.
    FOR node IN 1 .. 3 LOOP
      PERFORM * FROM dblink('node_' || node, 'SELECT 1') AS answer (one int);
    END LOOP;
    bounds := ARRAY['MINVALUE'] || made.begins || ARRAY['MAXVALUE'];
    FOR node IN 1 .. 3 LOOP
      part := format('part_%s_%s_%s', (SELECT oid FROM pg_database WHERE datname = current_database()), made.oid, node);
      PERFORM dblink_exec('node_' || node, format('CREATE TABLE public.%I (%s, %s)', part, columns, made.primary_key));
      EXECUTE format('CREATE FOREIGN TABLE openfirma.%I PARTITION OF openfirma.%I FOR VALUES FROM (%s) TO (%s)
        SERVER %I OPTIONS (schema_name ''public'', table_name %L)',
        part, made.relname, bounds[node], bounds[node + 1], 'node_' || node, part);
    END LOOP;
  END LOOP;
END $$;

CREATE FUNCTION public.unspread() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE
  part text;
BEGIN
  FOR part IN SELECT object_name FROM pg_event_trigger_dropped_objects() WHERE object_type = 'foreign table' LOOP
    PERFORM dblink_exec('node_' || right(part, 1), format('DROP TABLE public.%I', part));
  END LOOP;
END $$;

CREATE EVENT TRIGGER spread ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION public.spread();
CREATE EVENT TRIGGER unspread ON sql_drop EXECUTE FUNCTION public.unspread();
`;

/** Plans depend on the values, so that only the nodes with these values are read. */
const COORDINATOR = ['plan_cache_mode=force_custom_plan', 'enable_partitionwise_join=on'];
/** Nodes choose plans by themselves and, like the service's own connections, have no statistics. */
const NODE = ['enable_seqscan=off', 'enable_bitmapscan=off'];

/** Returns statements that store where the nodes begin. */
function createStatements(ranges: Partial<Ranges>): string {
  return Object.entries(ranges)
    .map(([table, begins]) => {
      const texts = begins.map((begin) => `$$${begin}$$`).join(', ');
      return `INSERT INTO public.shards VALUES ('${table}', '${KEYS[table as keyof Ranges]}', ARRAY[${texts}])
        ON CONFLICT (name) DO UPDATE SET begins = excluded.begins;`;
    })
    .join('\n');
}

/** The three nodes and their coordinator. Every database that is created in the coordinator is spread over the nodes. */
export class PostgresNodes {
  readonly coordinator: PostgresServer;
  readonly nodes: readonly [PostgresServer, PostgresServer, PostgresServer];

  private constructor(coordinator: PostgresServer, nodes: PostgresNodes['nodes']) {
    this.coordinator = coordinator;
    this.nodes = nodes;
  }

  /** Starts the nodes and the coordinator. */
  static async start(options: ServerOptions = {}): Promise<PostgresNodes> {
    const coordinator = await PostgresServer.start(COORDINATOR, options);
    const node = async (): Promise<PostgresServer> => await PostgresServer.start(NODE, options);
    const nodes = [await node(), await node(), await node()] as const;
    const servers = nodes.map(
      ({ host }, i) => `
        CREATE SERVER node_${i + 1} FOREIGN DATA WRAPPER postgres_fdw
          OPTIONS (host '${decodeURIComponent(host)}', dbname 'postgres', fetch_size '26', use_remote_estimate 'false');
        CREATE USER MAPPING FOR postgres SERVER node_${i + 1} OPTIONS (user 'postgres');`,
    );
    await coordinator.query(
      `CREATE EXTENSION postgres_fdw; CREATE EXTENSION dblink; ${servers.join('')}
       CREATE TABLE public.shards (name text PRIMARY KEY, key text, begins text[]); ${createStatements(RANGES)} ${SPREAD}`,
      coordinator.address('template1'),
    );
    return new PostgresNodes(coordinator, nodes);
  }

  /** Makes an empty database that is spread over the nodes by `ranges`; returns its address. */
  async database(ranges: Partial<Ranges> = {}): Promise<string> {
    const address = await this.coordinator.database();
    await this.coordinator.query(createStatements(ranges), address);
    return address;
  }

  async remove(): Promise<void> {
    for (const server of [this.coordinator, ...this.nodes]) await server.remove();
  }
}
