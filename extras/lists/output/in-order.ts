/** The rows of a batch: some 50 ms of work for a thread. */
const BATCH_ROWS = 32;

/**
 * Runs an asynchronous function over batches of items, several at once, and yields the results in the order of the items.
 * @param batchesMax the most batches that are held in memory
 */
export async function* inOrder<Item, Result>(
  items: AsyncGenerator<Item>,
  work: (batch: readonly Item[]) => Promise<readonly Result[]>,
  batchesMax: number,
): AsyncGenerator<readonly (readonly [Item, Result])[]> {
  const running: Promise<readonly (readonly [Item, Result])[]>[] = [];
  const start = (batch: readonly Item[]): void => {
    const results = work(batch).then((all) => {
      if (all.length !== batch.length) throw new Error(`${batch.length} rows gave ${all.length} results`);
      return batch.map((item, i) => [item, all[i] as Result] as const);
    });
    // Awaited below, in its turn.
    results.catch(() => undefined);
    running.push(results);
  };
  let batch: Item[] = [];
  const rest = async function* () {
    if (batch.length > 0) start(batch);
    for (const results of running) yield await results;
  };
  try {
    for await (const item of items) {
      if (batch.push(item) < BATCH_ROWS) continue;
      start(batch);
      batch = [];
      if (running.length >= batchesMax) yield (await running.shift()) ?? [];
    }
  } catch (error) {
    // The items before the fault are complete.
    yield* rest();
    throw error;
  }
  yield* rest();
}
