/** A thread that builds the radix trees of numbers. */
import { workerData } from 'node:worker_threads';
import { serveRecords } from '../../files/index.ts';
import { NumberTreesWork, type NumberTreesTask } from './number-trees.ts';

serveRecords(new NumberTreesWork(workerData as NumberTreesTask));
