import { isCompanyId } from '../../src/model/index.ts';
import {
  PositionGone,
  SWAP_DEFAULTS,
  type BackendOptions,
  type OfficersRequest,
  type Refreshable,
  type SearchRequest,
} from '../../src/backend/index.ts';
import { parseDatabaseAddress } from './address.ts';
import { Connections } from './connections.ts';
import { NO_TABLE, hasState } from './faults.ts';
import { LoadSet, type CurrentLoad, type ServedLoad } from './load-set.ts';
import { headLength } from './schema.ts';
import { readDetails, readHolders, readPage, searchFor } from './search.ts';
import { companyStatement, officersStatement } from './statements.ts';

const DEFAULTS = { ...SWAP_DEFAULTS, connectionsMax: 10, deadlineMs: 5000, nowMs: () => performance.now() };

/** Separates the parts of a position: the generation of a load, and a rank in it. */
const SEPARATOR = '.';

/**
 * Opens a backend that reads from a database that `openfirma load` has filled, and returns the same bytes as the loaded snapshot. Connects
 * on first use.
 * @throws {InputError} if the address is malformed
 */
export function openPostgresBackend(address: string, given: Partial<typeof DEFAULTS & BackendOptions> = {}) {
  const options = { ...DEFAULTS, ...given };
  const connections = new Connections(parseDatabaseAddress(address), options);
  const loads = new LoadSet(connections, options);
  let closing: Promise<void> | undefined;
  /** Reads the served load. If that load was removed before this process noticed a newer one, reads the newer load. */
  const onCurrent = async <T>(read: (current: CurrentLoad) => Promise<T>): Promise<T> => {
    const current = await loads.current();
    try {
      return await read(current).catch(async (error: unknown) => {
        if (!hasState(error, NO_TABLE)) throw error;
        await loads.read();
        return await read(await loads.current());
      });
    } catch (error) {
      throw connections.toBackendError(error);
    }
  };
  /**
   * Reads a page of a load. The page has the version of the served load, because companies that the served load restricts are deleted from
   * all others.
   */
  const findPage = async (load: ServedLoad, request: SearchRequest, start: number) => {
    const { version } = await loads.current();
    const { json, next } = await readPage(connections, searchFor(load, request, start));
    return { json, next: next === undefined ? undefined : `${load.generation}${SEPARATOR}${next}`, version };
  };
  return {
    refresh: async () => await loads.poll(),
    async search(request) {
      const { after } = request;
      if (after === undefined) return await onCurrent(async (load) => await findPage(load, request, 0));
      const separator = after.indexOf(SEPARATOR);
      const load = await loads.find(after.slice(0, Math.max(0, separator)));
      const gone = `Cannot continue at "${after}": its load is not kept`;
      if (load === undefined) throw new PositionGone(gone);
      try {
        return await findPage(load, request, Number(after.slice(separator + 1)));
      } catch (error) {
        throw hasState(error, NO_TABLE) ? new PositionGone(gone, { cause: error }) : connections.toBackendError(error);
      }
    },
    company: async (id) =>
      await onCurrent(async ({ load, version }) => {
        const json = await readCompany(connections, load, id);
        return json && { json, version };
      }),
    officers: async (request) =>
      await onCurrent(async ({ load, version }) => {
        const found = await readOfficers(connections, load, request);
        return found && { ...found, version };
      }),
    details: async (ids) =>
      await onCurrent(async ({ load, version }) => ({ records: await readDetails(connections, load, ids), version })),
    byNumber: async (request) =>
      await onCurrent(async (load) => ({ ...(await readHolders(connections, load, request)), version: load.version })),
    facts: async () => (await loads.current()).facts,
    async close() {
      closing ??= connections.close();
      await closing;
    },
  } satisfies Refreshable;
}

/**
 * Reads a company. A redirected record is stored only up to its lifecycle, without the final brace: the fields after the lifecycle are
 * those of the canonical record.
 */
async function readCompany(connections: Connections, load: number, id: string): Promise<Buffer | undefined> {
  if (!isCompanyId(id)) return undefined;
  const [own] = await connections.rows(companyStatement(load, id));
  if (own === undefined) return undefined;
  const [json, canonicalId] = own;
  if (typeof canonicalId !== 'string') return Buffer.from(String(json));
  const [canonical] = await connections.rows(companyStatement(load, canonicalId));
  const current = canonical === undefined ? '' : String(canonical[0]);
  const rest = current.slice(headLength(current));
  return Buffer.from(`${String(json)}${rest === '' ? '}' : rest}`);
}

async function readOfficers(connections: Connections, load: number, request: OfficersRequest) {
  const { id, limit } = request;
  if (!isCompanyId(id)) return undefined;
  const own = await connections.rows(officersStatement(load, request));
  if (own[0] === undefined) return undefined;
  const [canonicalId] = own[0];
  const companyId = typeof canonicalId === 'string' ? canonicalId : id;
  const rows = companyId === id ? own : await connections.rows(officersStatement(load, { ...request, id: companyId }));
  const listed = rows.toSorted(([, , a], [, , b]) => Number(a) - Number(b));
  const texts = listed.flatMap(([, , , text]) => (typeof text === 'string' ? [text] : []));
  const hasMore = texts.length > limit || rows[0]?.[1] === true;
  return { companyId, json: Buffer.from(texts.slice(0, limit).join(',')), hasMore };
}
