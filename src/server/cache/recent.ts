import type { Backend } from '../../backend/index.ts';
import { RecentPages } from './response-cache.ts';
import { RecentPlaces } from './recent-places.ts';

/** Memory for pages: some five thousand. Prefixes are typed again and again, and by many. */
const PAGES_BYTES = 16 * 2 ** 20;

/** What was answered from one generation of the data. */
class Generation {
  generation: string;
  readonly pages = new RecentPages(PAGES_BYTES);
  readonly places = new RecentPlaces();

  constructor(generation: string) {
    this.generation = generation;
  }

  /** Forgets everything and begins with another generation. The memory is taken over: to take it anew would hold up answers. */
  beginWith(generation: string): void {
    this.generation = generation;
    this.pages.clear();
    this.places.clear();
  }
}

/**
 * Pages answered from the present data, by the target of the request: those asked for most as they were sent, and of the others where
 * their companies lie. What was answered from other data is forgotten with it: a company that is restricted is gone at the moment
 * of the swap. Of data that is not immutable nothing is kept. Companies and officers are not kept, either: of a hundred thousand that
 * are asked for in turn it costs more to keep some than it saves.
 */
export class Recent {
  readonly #backend: Backend;
  readonly #present: Generation | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#present = backend.isImmutable === true ? new Generation(backend.generation) : undefined;
  }

  /** What is kept of the present data. */
  present(): Generation | undefined {
    const { generation } = this.#backend;
    if (this.#present !== undefined && this.#present.generation !== generation) this.#present.beginWith(generation);
    return this.#present;
  }

  /** What is kept of a generation; undefined where its data has been replaced since an answer was asked for. */
  presentOf(generation: string): Generation | undefined {
    const present = this.present();
    return present?.generation === generation ? present : undefined;
  }
}
