import type { LoadRequest } from '../test/fixtures/load.ts';

/** Targets of all requests that one server process received in this run. */
export class Asked {
  readonly #targets = new Set<string>();

  /** Adds `count` requests of a list from index `first`, starting over at its end. Returns the number of repeated targets. */
  add(requests: readonly LoadRequest[], first = 0, count = requests.length): number {
    const before = this.#targets.size;
    for (let n = first; n < first + count; n++) this.#targets.add(requests[n % requests.length]?.target ?? '');
    return count - (this.#targets.size - before);
  }
}
