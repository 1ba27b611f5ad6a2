import { SnapshotReader } from '../snapshot/index.ts';
import type { Backend, OfficersRequest, OfficerSlice, SearchRequest, SearchSlice } from './backend.ts';

/** Serves from a snapshot file. Everything is answered at once: nothing is waited for. */
export class SnapshotBackend implements Backend {
  readonly #reader: SnapshotReader;

  /** Opens the file. Throws an InputError that says why where it is no sound snapshot. */
  constructor(path: string) {
    this.#reader = SnapshotReader.open(path);
  }

  get generation(): string {
    return this.#reader.about.generation;
  }

  search({ query, country, limit, after }: SearchRequest): SearchSlice {
    const start = after === undefined ? 0 : Number(after);
    const { json, next } = this.#reader.search(query, country, limit, start);
    return { json, next: next === undefined ? undefined : String(next) };
  }

  company(id: string): Uint8Array | undefined {
    return this.#reader.company(id);
  }

  officers({ id, limit, today }: OfficersRequest): OfficerSlice | undefined {
    return this.#reader.officers(id, limit, today);
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }
}
