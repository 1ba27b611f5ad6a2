import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PhraseBook } from './dictionary.ts';
import { phrasesOf } from './training.ts';

/** Fewer bytes of texts are learned from in less time than a thread takes to start. */
const OWN_THREAD_BYTES = 200_000;

/**
 * The book for texts like these. Many are learned from by a thread of its own: it takes a second or two, in which a signal must be
 * heard, and a hundred megabytes, which go with the thread.
 */
export async function learnedBook(texts: readonly Buffer[]): Promise<PhraseBook> {
  const bytes = texts.reduce((sum, { length }) => sum + length, 0);
  if (bytes < OWN_THREAD_BYTES) return PhraseBook.of(phrasesOf(texts));
  const worker = new Worker(new URL('./learning-thread.ts', import.meta.url), { workerData: texts });
  try {
    // Where the thread fails, this rejects with its error.
    const [stored] = (await once(worker, 'message')) as [Uint8Array];
    return PhraseBook.read(stored);
  } finally {
    await worker.terminate();
  }
}
