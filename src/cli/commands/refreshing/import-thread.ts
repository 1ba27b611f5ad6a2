/** A thread that imports the files of one register. */
import { parentPort } from 'node:worker_threads';

const { serveImport } = await import('./import-task.ts');
await serveImport();
parentPort?.close();
