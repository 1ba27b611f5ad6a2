/** Learns the phrases of texts that it is given, and answers with the book as it is stored: see `learnedBook`. */
import { parentPort, workerData } from 'node:worker_threads';
import { PhraseBook } from './phrase-book.ts';
import { phrasesOf } from './phrase-training.ts';

const book = PhraseBook.of(phrasesOf(workerData as readonly Uint8Array[]));
parentPort?.postMessage(book.store(), []);
