/** Learns the phrases of texts that it is given, and answers with the book as it is stored: see `learnedBook`. */
import { parentPort, workerData } from 'node:worker_threads';
import { PhraseBook } from './phrase-book.ts';
import { phrasesOf } from './phrase-training.ts';

// A thread's port has no origin, unlike a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(PhraseBook.of(phrasesOf(workerData as readonly Uint8Array[])).store());
