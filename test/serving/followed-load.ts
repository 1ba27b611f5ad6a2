/** Sends requests without pauses to a service whose data changes. */
import { Connection, clientAddress, formatRequest } from '../fixtures/load.ts';
import { MILLS } from '../searching/generations.ts';

/** The results of the requests. */
export interface LoadOutcome {
  /** Responses other than 200, at most ten of them, and walks that mixed data. */
  readonly failures: readonly string[];
  readonly answers: number;
}

/** A running load. */
export interface FollowedLoad {
  /** Returns the number of different first pages. */
  readonly seen: () => number;
  readonly end: () => Promise<LoadOutcome>;
}

/**
 * Walks the pages of one search repeatedly until it is ended. The snapshots have the mills from n to below 100 + n: each walk must be this
 * list for one n.
 */
export function followedLoad(port: number): FollowedLoad {
  const failures: string[] = [];
  const firstPages = new Set<string>();
  let answers = 0;
  const state = { isOver: false };
  const walk = async (): Promise<void> => {
    const connection = await Connection.open(port);
    while (!state.isOver) {
      const numbers: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const target = `/v1/search?q=${MILLS}&limit=25${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const { status, body } = await connection.answerTo(formatRequest(target, clientAddress(answers++)));
        if (status !== 200) {
          if (failures.length < 10) failures.push(`${status}: ${body.toString()}`);
          break;
        }
        const page = JSON.parse(body.toString()) as { data: { name: string }[]; next_cursor: string | null };
        if (cursor === '') firstPages.add(page.data.map(({ name }) => name).join());
        numbers.push(...page.data.map(({ name }) => Number(/\d+/.exec(name)?.[0])));
        cursor = page.next_cursor;
      }
      const [first = 0] = numbers;
      if (numbers.length !== 100 || numbers.some((number, i) => number !== first + i))
        failures.push(`a walk mixed data: ${numbers.join()}`);
    }
    connection.close();
  };
  const walks = Promise.all([walk(), walk()]);
  return {
    seen: () => firstPages.size,
    end: async () => {
      state.isOver = true;
      await walks;
      return { failures, answers };
    },
  };
}
