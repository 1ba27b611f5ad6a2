import type { DataFacts } from '../../model/index.ts';
import { withoutRows, type SnapshotReader } from '../../snapshot/index.ts';
import { GenerationGone, type Eventually, type OfficersRequest, type OfficerSlice } from '../backend.ts';
import type { Refreshable, SearchRequest, SearchSlice } from '../backend.ts';
import { Generations, type SwapOptions } from './snapshot-set.ts';

/** How often a page of earlier data is filled up where companies are left out of it; after that it stays short. */
const FILLS_MAX = 8;

/**
 * Serves from a snapshot file, and goes on with the one that replaces it. Everything is answered at once; only a cursor of data
 * that is not open waits until what may be it has been checked.
 */
export class SnapshotBackend implements Refreshable {
  readonly isImmutable = true;
  readonly #generations: Generations;

  /** Opens the file. Throws an InputError that says why where it is no sound snapshot. */
  constructor(path: string, options: SwapOptions) {
    this.#generations = new Generations(path, options);
  }

  get generation(): string {
    return this.#generations.current.about.generation;
  }

  refresh(isRetrying?: boolean): Eventually<void> {
    return this.#generations.look(isRetrying);
  }

  search(request: SearchRequest): Eventually<SearchSlice> {
    const { generation = this.generation } = request;
    const reader = this.#generations.find(generation);
    if (reader instanceof Promise) return reader.then((found) => this.#pageIn(found, generation, request));
    return this.#pageIn(reader, generation, request);
  }

  #pageIn(
    reader: SnapshotReader | undefined,
    generation: string,
    { query, country, limit, after }: SearchRequest,
  ): SearchSlice {
    if (reader === undefined) throw new GenerationGone(generation);
    const start = after === undefined ? 0 : Number(after);
    const { current } = this.#generations;
    const { json, next, place } =
      reader === current
        ? reader.search(query, country, limit, start)
        : earlierPage(reader, current, { query, country, limit, start });
    if (next !== undefined) this.#generations.issued(generation);
    return { json, place, next: next === undefined ? undefined : String(next), generation };
  }

  again(place: Uint8Array): Uint8Array {
    return this.#generations.current.pageAt(place);
  }

  company(id: string): Uint8Array | undefined {
    return this.#generations.current.company(id);
  }

  officers({ id, limit, today }: OfficersRequest): OfficerSlice | undefined {
    return this.#generations.current.officers(id, limit, today);
  }

  facts(): DataFacts {
    return this.#generations.current.about;
  }

  async close(): Promise<void> {
    await this.#generations.close();
  }
}

interface Wanted {
  readonly query: string;
  readonly country: string | undefined;
  readonly limit: number;
  readonly start: number;
}

/**
 * A page of an earlier snapshot without the companies that the present one restricts, filled up with those that
 * follow. Its `next` is a rank of the earlier snapshot, so nobody comes twice and nobody else is left out.
 */
function earlierPage(
  reader: SnapshotReader,
  current: SnapshotReader,
  { query, country, limit, start }: Wanted,
): { json: Buffer; place?: undefined; next: number | undefined } {
  const parts: Buffer[] = [];
  let left = limit;
  let next: number | undefined = start;
  for (let fills = 0; fills < FILLS_MAX && left > 0 && next !== undefined; fills++) {
    const page = reader.search(query, country, left, next);
    const { json, count } = withoutRows(page.json, (id) => current.isRestricted(id));
    if (count > 0) parts.push(...(parts.length === 0 ? [json] : [COMMA, json]));
    left -= count;
    ({ next } = page);
  }
  return { json: parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts), next };
}

const COMMA = Buffer.from(',');
