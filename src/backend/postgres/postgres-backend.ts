import type { DataFacts } from '../../model/index.ts';
import { isCompanyId } from '../../model/index.ts';
import {
  PositionGone,
  type CompanyResult,
  type OfficersRequest,
  type OfficersResult,
  type Refreshable,
  type SearchRequest,
  type SearchResult,
} from '../backend.ts';
import type { ConnectionOptions } from '../permits.ts';
import type { SwapOptions } from '../snapshot/swap.ts';
import { parseDatabaseAddress } from './address.ts';
import { Connections, type Row, type Statement } from './connections.ts';
import { isNoTable } from './faults.ts';
import { LoadSet, type CurrentLoad } from './load-set.ts';
import { headLength, tableOf } from './schema.ts';
import { readPage, searchFor } from './search.ts';

export const CONNECTION_DEFAULTS: ConnectionOptions = { connectionsMax: 10, deadlineMs: 5000 };

/** Answers from a database that `openfirma load` has filled, with the same bytes as the snapshot that was loaded. */
export class PostgresBackend implements Refreshable {
  readonly #connections: Connections;
  readonly #loads: LoadSet;
  #closing: Promise<void> | undefined;

  /** Connects when it is first asked. Throws an InputError where the address is none. */
  constructor(address: string, options: SwapOptions & Partial<ConnectionOptions>) {
    this.#connections = new Connections(parseDatabaseAddress(address), { ...CONNECTION_DEFAULTS, ...options });
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
      if (isNoTable(error)) throw new PositionGone(gone, { cause: error });
      throw this.#connections.faultOf(error);
    }
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    return await this.#onCurrent(async (current) => {
      const [row] = isCompanyId(id) ? await this.#connections.rows(companyStatement(current.load, id)) : [];
      return row && { json: companyIn(row), version: current.version };
    });
  }

  async officers(request: OfficersRequest): Promise<OfficersResult | undefined> {
    return await this.#onCurrent(async (current) => {
      if (!isCompanyId(request.id)) return undefined;
      const rows = await this.#connections.rows(officersStatement(current.load, request));
      const [first] = rows;
      if (first === undefined) return undefined;
      const texts = rows.flatMap(([, , text]) => (typeof text === 'string' ? [text] : []));
      return {
        companyId: String(first[0]),
        json: Buffer.from(texts.slice(0, request.limit).join(',')),
        hasMore: texts.length > request.limit || first[1] === true,
        version: current.version,
      };
    });
  }

  async facts(): Promise<DataFacts> {
    return (await this.#loads.current()).facts;
  }

  async close(): Promise<void> {
    this.#closing ??= this.#connections.close();
    await this.#closing;
  }

  /** Every page depends on the load that answers now: what it restricts is gone from all others. */
  async #page(load: Parameters<typeof searchFor>[0], request: SearchRequest, start: number): Promise<SearchResult> {
    const { version } = this.#loads.known ?? (await this.#loads.current());
    const { json, next } = await readPage(this.#connections, searchFor(load, request, start));
    return { json, next: next === undefined ? undefined : `${load.generation}${SEPARATOR}${next}`, version };
  }

  /** Reads the load that answers. If it was removed before this process noticed that another one is served, that one is read. */
  async #onCurrent<T>(read: (current: CurrentLoad) => Promise<T>): Promise<T> {
    const current = await this.#loads.current();
    try {
      return await read(current).catch(async (error: unknown) => {
        if (!isNoTable(error)) throw error;
        await this.#loads.read();
        return await read(await this.#loads.current());
      });
    } catch (error) {
      throw this.#connections.faultOf(error);
    }
  }
}

/** Separates the two parts of a position: the generation of a load, and a rank in it. */
const SEPARATOR = '.';

/** A company, and the one that it is redirected to. */
export function companyStatement(load: number, id: string): Statement {
  const table = tableOf('companies', load);
  return {
    name: `company_${load}`,
    text: `SELECT own.json, own.canonical_id, canonical.json FROM ${table} AS own
      LEFT JOIN ${table} AS canonical ON canonical.id = own.canonical_id WHERE own.id = $1`,
    values: [id],
  };
}

/** A redirected record is stored without the brace at its end, and answers what follows the lifecycle of the canonical one. */
function companyIn([own, canonicalId, canonical]: Row): Buffer {
  if (typeof canonicalId !== 'string') return Buffer.from(String(own));
  const rest = typeof canonical === 'string' ? canonical.slice(headLength(canonical)) : '';
  return Buffer.from(`${String(own)}${rest === '' ? '}' : rest}`);
}

/** The officers of the company that an id leads to; one row without an officer where there is none. */
export function officersStatement(load: number, { id, limit, today }: OfficersRequest): Statement {
  const [companies, officers] = [tableOf('companies', load), tableOf('officers', load)];
  return {
    name: `officers_${load}`,
    text: `SELECT company.id, company.has_more, officer.json FROM (
        SELECT coalesce(canonical.id, own.canonical_id, own.id) AS id, coalesce(canonical.has_more_officers, own.has_more_officers) AS has_more
        FROM ${companies} AS own LEFT JOIN ${companies} AS canonical ON canonical.id = own.canonical_id WHERE own.id = $1
      ) AS company LEFT JOIN ${officers} AS officer ON officer.id = company.id AND (resigned = 0 OR resigned > $2)
      ORDER BY officer.nth LIMIT $3`,
    values: [id, Number(today.replaceAll('-', '')), limit + 1],
  };
}
