import { NO_FILE, signatureOf, type FileSignature } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import {
  BackendError,
  type MatchCounts,
  type MatchRequest,
  type MatchResult,
  type NumberRequest,
  type NumberResult,
  type OfficersRequest,
  type Refreshable,
  type SearchRequest,
} from '../backend.ts';
import type { Eventually } from '../eventually.ts';
import { SnapshotBackend } from './snapshot-backend.ts';
import type { SwapOptions } from './swap.ts';

/** When a client that came before the data should ask again, in seconds. */
const RETRY_SECONDS = 5;

/** Answers from a snapshot file that may come later: until then there is no data, which is a fault of the data service. */
export class AwaitedSnapshot implements Refreshable {
  readonly #path: string;
  readonly #options: SwapOptions;
  #backend: SnapshotBackend | undefined;
  /** The file at the path that was refused. */
  #refused: FileSignature | undefined;

  constructor(path: string, options: SwapOptions) {
    this.#path = path;
    this.#options = options;
    this.#open(options, options.served !== undefined);
  }

  refresh(isRetrying?: boolean): Eventually<void> {
    if (this.#backend !== undefined) return this.#backend.refresh(isRetrying);
    this.#open({ ...this.#options, served: undefined }, isRetrying === true);
  }

  search(request: SearchRequest) {
    return this.#opened.search(request);
  }

  company(id: string) {
    return this.#opened.company(id);
  }

  officers(request: OfficersRequest) {
    return this.#opened.officers(request);
  }

  counts(query: string): MatchCounts {
    return this.#opened.counts(query);
  }

  byNumber(request: NumberRequest): NumberResult {
    return this.#opened.byNumber(request);
  }

  match(request: MatchRequest): Eventually<MatchResult | undefined> {
    return this.#opened.match(request);
  }

  facts() {
    return this.#opened.facts();
  }

  async close(): Promise<void> {
    await this.#backend?.close();
  }

  get #opened(): SnapshotBackend {
    if (this.#backend !== undefined) return this.#backend;
    throw new BackendError('unavailable', `There is no snapshot "${this.#path}" yet`, {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }

  #open(options: SwapOptions, isRetrying: boolean): void {
    const file = signatureOf(this.#path);
    if (!isRetrying && (file === NO_FILE || file === this.#refused)) return;
    try {
      this.#backend = new SnapshotBackend(this.#path, options);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#refused = file;
      if (file !== NO_FILE) this.#options.onSwap({ kind: 'refused', reason: error.message, isServing: false });
    }
  }
}
