import type { LoadRequest } from './load.ts';

/** The questions that one server process was asked in this run, told apart by the targets of their requests. */
export class Asked {
  readonly #targets = new Set<string>();

  /** Adds `count` requests of a list, from `first` on and from the start of the list after its end. Returns how many of them repeat a question. */
  add(requests: readonly LoadRequest[], first = 0, count = requests.length): number {
    const before = this.#targets.size;
    for (let n = first; n < first + count; n++) this.#targets.add(requests[n % requests.length]?.target ?? '');
    return count - (this.#targets.size - before);
  }
}
