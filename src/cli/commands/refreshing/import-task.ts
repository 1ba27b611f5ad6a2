import { parentPort, workerData } from 'node:worker_threads';
import { toInputError } from '../../../extra/index.ts';
import { InputError } from '../../../model/index.ts';
import { importDue, type DueImport, type ImportOutcome, type RegisterImport } from '../import.ts';

/** The files of a register, to import in a thread. */
export interface ImportTask {
  readonly register: string;
  readonly options: Omit<RegisterImport, 'signal'>;
  readonly due: DueImport;
  readonly isTerminal: boolean;
}

export type ImportResult = { readonly outcome: ImportOutcome } | { readonly fault: string };

/** Imports the files of the task of this thread, and sends the result. A message interrupts it. */
export async function serveImport(): Promise<void> {
  const { register, options, due, isTerminal } = workerData as ImportTask;
  // Standard error of a thread goes to that of the process.
  process.stderr.isTTY = isTerminal;
  const interrupt = new AbortController();
  parentPort?.once('message', (reason: string) => interrupt.abort(new InputError(reason)));
  parentPort?.postMessage(await importFiles(register, { ...options, signal: interrupt.signal }, due));
}

async function importFiles(register: string, options: RegisterImport, due: DueImport): Promise<ImportResult> {
  try {
    return { outcome: await importDue(register, options, due) };
  } catch (error) {
    return { fault: toInputError(error).message };
  }
}
