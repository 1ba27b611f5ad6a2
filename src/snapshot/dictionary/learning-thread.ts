/** Learns the phrases of texts that it is given, and answers with the book as it is stored: see `learnedBook`. */
import { parentPort, workerData } from 'node:worker_threads';
import { PhraseBook } from './dictionary.ts';
import { phrasesOf } from './training.ts';

const book = PhraseBook.of(phrasesOf(workerData as readonly Uint8Array[]));
parentPort?.postMessage(book.store(), []);
