import type { ByteBuffer, DataExamples, DataFacts } from '../../model/index.ts';
import {
  hasSearchableMatchIndex,
  withoutRows,
  type NameIndex,
  type SearchCounts,
  type SnapshotReader,
} from '../../snapshot/index.ts';
import {
  PositionGone,
  type AddressResult,
  type CompanyResult,
  type DetailsResult,
  type MatchRequest,
  type MatchResult,
  type NumberRequest,
  type NumberResult,
  type OfficersRequest,
  type OfficersResult,
  type Refreshable,
  type SearchRequest,
  type SearchResult,
} from '../backend.ts';
import { eventually, type Eventually } from '../eventually.ts';
import { chooseExamples } from './examples.ts';
import { SnapshotSet } from './snapshot-set.ts';
import type { SwapOptions } from './swap.ts';

/**
 * Maximum number of reads that fill up a page of an earlier snapshot after restricted companies were removed; then the page stays short.
 */
const FILLS_MAX = 8;

/**
 * Serves a snapshot file, and the file that replaces it. Every result is synchronous, unless a position refers to a snapshot that is not
 * open: then the file that may hold that snapshot is checked first.
 */
export class SnapshotBackend implements Refreshable {
  readonly #snapshots: SnapshotSet;
  readonly #loadNameIndex: SwapOptions['nameIndex'];
  #nameIndex: NameIndex | undefined;
  /** The facts of the snapshot that was current at the last request for them. */
  #facts: { readonly reader: SnapshotReader; readonly facts: DataFacts } | undefined;

  /** @throws {InputError} with the reason why the file is not a sound snapshot */
  constructor(path: string, options: SwapOptions) {
    this.#snapshots = new SnapshotSet(path, options);
    this.#loadNameIndex = options.nameIndex;
  }

  refresh(isRetrying?: boolean): Eventually<void> {
    return this.#snapshots.poll(isRetrying);
  }

  search(request: SearchRequest, memory?: ByteBuffer): Eventually<SearchResult> {
    const { after } = request;
    if (after === undefined) return this.#page(this.#snapshots.current, 0, request, memory);
    const separator = after.indexOf(SEPARATOR);
    const found = this.#snapshots.find(after.slice(0, Math.max(0, separator)));
    const room = found instanceof Promise ? undefined : memory;
    return eventually(found, (reader) => {
      if (reader === undefined) throw new PositionGone(`Cannot continue at "${after}": its snapshot is not kept`);
      return this.#page(reader, Number(after.slice(separator + 1)), request, room);
    });
  }

  company(id: string, memory?: ByteBuffer): CompanyResult | undefined {
    const { current, version } = this.#snapshots;
    const json = current.company(id, memory);
    return json && { json, version };
  }

  officers({ id, limit, today }: OfficersRequest, memory?: ByteBuffer): OfficersResult | undefined {
    const { current, version } = this.#snapshots;
    const officers = current.officers(id, limit, today, memory);
    return officers && { ...officers, version };
  }

  details(ids: readonly string[]): DetailsResult {
    const { current, version } = this.#snapshots;
    return { records: ids.map((id) => current.details(id)), version };
  }

  sameAddress({ id, limit }: { readonly id: string; readonly limit: number }): AddressResult | undefined {
    const { current, version } = this.#snapshots;
    const found = current.sameAddress(id, limit);
    return found && { ...found, version };
  }

  counts(query: string): SearchCounts {
    return this.#snapshots.current.counts(query);
  }

  byNumber({ numbers, limit }: NumberRequest): NumberResult {
    const { current, version } = this.#snapshots;
    return { ...current.withNumbers(numbers, limit), version };
  }

  match(request: MatchRequest): Eventually<MatchResult | undefined> {
    if (this.#nameIndex !== undefined) return this.#matchBy(this.#nameIndex, request);
    return this.#loadNameIndex?.().then((index) => {
      this.#nameIndex = index;
      return this.#matchBy(index, request);
    });
  }

  #matchBy(index: NameIndex, { name, country, limit }: MatchRequest): MatchResult | undefined {
    const { current, version } = this.#snapshots;
    const companies = index.search(current)?.candidates(name, country, limit);
    return companies && { companies, version };
  }

  facts(): DataFacts {
    const { current: reader } = this.#snapshots;
    if (this.#facts?.reader !== reader) this.#facts = { reader, facts: toDataFacts(reader) };
    return this.#facts.facts;
  }

  async close(): Promise<void> {
    await this.#snapshots.close();
  }

  /** Reads a page of one snapshot. Every page depends on the current snapshot, which may restrict companies of earlier snapshots. */
  #page(reader: SnapshotReader, start: number, request: SearchRequest, memory: ByteBuffer | undefined): SearchResult {
    const { current, version } = this.#snapshots;
    const { json, next } =
      reader === current
        ? reader.search(request.query, request.country, request.limit, start, memory)
        : earlierPage(reader, current, start, request);
    if (next === undefined) return { json, next, version };
    const { generation } = reader.metadata;
    this.#snapshots.issued(generation);
    return { json, next: generation + SEPARATOR + next, version };
  }
}

/** Returns the facts of a snapshot. Only pages need its examples, so they are chosen on the first use. */
function toDataFacts(reader: SnapshotReader): DataFacts {
  let chosen: { readonly examples: DataExamples | undefined } | undefined;
  return {
    ...reader.metadata,
    hasMatchIndex: hasSearchableMatchIndex(reader.tables),
    get examples() {
      chosen ??= { examples: chooseExamples(reader) };
      return chosen.examples;
    },
  };
}

/** Separates the two parts of a position: the generation of a snapshot, and a rank in it. */
const SEPARATOR = '.';

/**
 * Reads a page of an earlier snapshot without the companies that the current snapshot restricts, filled up with the companies that follow.
 * Its `next` is a rank of the earlier snapshot, so no company is repeated and no other company is missing.
 */
function earlierPage(
  reader: SnapshotReader,
  current: SnapshotReader,
  start: number,
  { query, country, limit }: SearchRequest,
): { json: Buffer; next: number | undefined } {
  const pages: Buffer[] = [];
  let left = limit;
  let next: number | undefined = start;
  for (let fills = 0; fills < FILLS_MAX && left > 0 && next !== undefined; fills++) {
    const page = reader.search(query, country, left, next);
    const { json, count } = withoutRows(page.json, (id) => current.isRestricted(id));
    if (count > 0) pages.push(...(pages.length === 0 ? [json] : [COMMA, json]));
    left -= count;
    ({ next } = page);
  }
  return { json: Buffer.concat(pages), next };
}

const COMMA = Buffer.from(',');
