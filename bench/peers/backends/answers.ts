import {
  PositionGone,
  type CompanyResult,
  type DataVersion,
  type OfficersResult,
  type SearchRequest,
  type SearchResult,
} from '../../../src/backend/index.ts';
import type { DataFacts } from '../../../src/model/index.ts';

/** JSON as a database returns it. */
export type Json = string | Uint8Array;

/** A company with its rank among all companies in registry name order. */
export type RankedJson<T extends Json> = readonly [rank: number, json: T];

/** Converts rows of a database to results of a backend. */
export class Answers {
  readonly facts: DataFacts;
  /** Not current, so that no response is cached: other programs can write to the database. */
  readonly #version: DataVersion;

  constructor(generation: string) {
    this.facts = { generation, countries: {} };
    this.#version = { generation, isCurrent: false };
  }

  /** The rank at which a page begins. A position is a generation and a rank, as in the service. */
  startOf({ after }: SearchRequest): number {
    if (after === undefined) return 0;
    const prefix = `${this.#version.generation}.`;
    if (!after.startsWith(prefix)) throw new PositionGone(`There is no data for the position "${after}"`);
    return Number(after.slice(prefix.length));
  }

  /** A page of rows in the order of ranks; a row over the limit is the first of the next page. */
  page(rows: readonly RankedJson<Json>[], limit: number): SearchResult {
    const next = rows[limit]?.[0];
    return {
      json: joined(rows.slice(0, limit).map(([, json]) => json)),
      next: next === undefined ? undefined : `${this.#version.generation}.${next}`,
      version: this.#version,
    };
  }

  /** A company with its identifiers, a JSON list. */
  company(json: Json, identifiers: Json): CompanyResult {
    const [resource, list] = [Buffer.from(json), Buffer.from(identifiers)];
    const isEmpty = list.length <= 2;
    const parts = [resource.subarray(0, -1), Buffer.from(',"identifiers":'), list, Buffer.from('}')];
    return { json: isEmpty ? resource : Buffer.concat(parts), version: this.#version };
  }

  /** A list of officers; one over the limit means that there are more. */
  officers(companyId: string, officers: readonly Json[], limit: number): OfficersResult {
    const json = joined(officers.slice(0, limit));
    return { companyId, json, hasMore: officers.length > limit, version: this.#version };
  }
}

const COMMA = Buffer.from(',');

/** Resources separated by commas. */
function joined(resources: readonly Json[]): Buffer {
  if (typeof resources[0] !== 'object') return Buffer.from(resources.join(','));
  return Buffer.concat((resources as Uint8Array[]).flatMap((one, i) => (i === 0 ? one : [COMMA, one])));
}
