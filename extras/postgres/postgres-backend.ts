import { isCompanyId, type DataFacts } from '../../src/model/index.ts';
import {
  PositionGone,
  SWAP_DEFAULTS,
  type BackendOptions,
  type CompanyResult,
  type ConnectionOptions,
  type DetailsResult,
  type NumberRequest,
  type NumberResult,
  type OfficersRequest,
  type OfficersResult,
  type Refreshable,
  type SearchRequest,
  type SearchResult,
  type SwapOptions,
} from '../../src/backend/index.ts';
import { parseDatabaseAddress } from './address.ts';
import { Connections } from './connections.ts';
import { NO_TABLE, hasState } from './faults.ts';
import { LoadSet, type CurrentLoad } from './load-set.ts';
import { headLength } from './schema.ts';
import { readDetails, readHolders, readPage, searchFor } from './search.ts';
import { companyStatement, officersStatement } from './statements.ts';

const DEFAULTS = { ...SWAP_DEFAULTS, connectionsMax: 10, deadlineMs: 5000 };

/** Opens a backend; connects on first use. @throws {InputError} if the address is malformed */
export function openPostgresBackend(address: string, options: Partial<BackendOptions> = {}): PostgresBackend {
  return new PostgresBackend(address, { ...DEFAULTS, ...options });
}

/** Answers from a database that `openfirma load` has filled, with the same bytes as the loaded snapshot. */
class PostgresBackend implements Refreshable {
  readonly #connections: Connections;
  readonly #loads: LoadSet;
  #closing: Promise<void> | undefined;

  constructor(address: string, options: SwapOptions & ConnectionOptions) {
    this.#connections = new Connections(parseDatabaseAddress(address), options);
    this.#loads = new LoadSet(this.#connections, options);
  }

  async refresh(): Promise<void> {
    await this.#loads.poll();
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const { after } = request;
    if (after === undefined) return await this.#onCurrent(async (load) => await this.#page(load, request, 0));
    const separator = after.indexOf(SEPARATOR);
    const load = await this.#loads.find(after.slice(0, Math.max(0, separator)));
    const gone = `Cannot continue at "${after}": its load is not kept`;
    if (load === undefined) throw new PositionGone(gone);
    try {
      return await this.#page(load, request, Number(after.slice(separator + 1)));
    } catch (error) {
      if (hasState(error, NO_TABLE)) throw new PositionGone(gone, { cause: error });
      throw this.#connections.faultOf(error);
    }
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    return await this.#onCurrent(async ({ load, version }) => {
      if (!isCompanyId(id)) return undefined;
      const own = await this.#record(load, id);
      if (own === undefined) return undefined;
      const canonical = own.canonicalId === undefined ? undefined : await this.#record(load, own.canonicalId);
      return { json: companyIn(own, canonical), version };
    });
  }

  async officers(request: OfficersRequest): Promise<OfficersResult | undefined> {
    return await this.#onCurrent(async ({ load, version }) => {
      if (!isCompanyId(request.id)) return undefined;
      const own = await this.#connections.rows(officersStatement(load, request));
      const [record] = own;
      if (record === undefined) return undefined;
      const [canonicalId] = record;
      const rows =
        typeof canonicalId === 'string'
          ? await this.#connections.rows(officersStatement(load, { ...request, id: canonicalId }))
          : own;
      const listed = rows.toSorted(([, , a], [, , b]) => Number(a) - Number(b));
      const texts = listed.flatMap(([, , , text]) => (typeof text === 'string' ? [text] : []));
      return {
        companyId: typeof canonicalId === 'string' ? canonicalId : request.id,
        json: Buffer.from(texts.slice(0, request.limit).join(',')),
        hasMore: texts.length > request.limit || rows[0]?.[1] === true,
        version,
      };
    });
  }

  async details(ids: readonly string[]): Promise<DetailsResult> {
    return await this.#onCurrent(async ({ load, version }) => ({
      records: await readDetails(this.#connections, load, ids),
      version,
    }));
  }

  async byNumber(request: NumberRequest): Promise<NumberResult> {
    return await this.#onCurrent(async (current) => {
      const held = await readHolders(this.#connections, current, request);
      return { ...held, version: current.version };
    });
  }

  async facts(): Promise<DataFacts> {
    return (await this.#loads.current()).facts;
  }

  async close(): Promise<void> {
    this.#closing ??= this.#connections.close();
    await this.#closing;
  }

  /** Every page has the version of the served load: companies that it restricts are deleted from all others. */
  async #page(load: Parameters<typeof searchFor>[0], request: SearchRequest, start: number): Promise<SearchResult> {
    const { version } = await this.#loads.current();
    const { json, next } = await readPage(this.#connections, searchFor(load, request, start));
    return { json, next: next === undefined ? undefined : `${load.generation}${SEPARATOR}${next}`, version };
  }

  async #record(load: number, id: string): Promise<StoredRecord | undefined> {
    const [row] = await this.#connections.rows(companyStatement(load, id));
    if (row === undefined) return undefined;
    const [json, canonicalId] = row;
    return { json: String(json), canonicalId: typeof canonicalId === 'string' ? canonicalId : undefined };
  }

  /** Reads the served load. If that was removed before this process noticed another one, reads the other one. */
  async #onCurrent<T>(read: (current: CurrentLoad) => Promise<T>): Promise<T> {
    const current = await this.#loads.current();
    try {
      return await read(current).catch(async (error: unknown) => {
        if (!hasState(error, NO_TABLE)) throw error;
        await this.#loads.read();
        return await read(await this.#loads.current());
      });
    } catch (error) {
      throw this.#connections.faultOf(error);
    }
  }
}

/** Separates the parts of a position: the generation of a load, and a rank in it. */
const SEPARATOR = '.';

interface StoredRecord {
  readonly json: string;
  readonly canonicalId: string | undefined;
}

/** A redirected record is stored without its final brace. The fields after its lifecycle are those of the canonical record. */
function companyIn({ json, canonicalId }: StoredRecord, canonical: StoredRecord | undefined): Buffer {
  if (canonicalId === undefined) return Buffer.from(json);
  const rest = canonical?.json.slice(headLength(canonical.json)) ?? '';
  return Buffer.from(`${json}${rest === '' ? '}' : rest}`);
}
