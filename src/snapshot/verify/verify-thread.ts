/** A thread that verifies the blocks of a snapshot. */
import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../model/index.ts';
import { SnapshotReader } from '../read/reader.ts';
import { failing } from './fail.ts';
import { verifyBlocks, type BlocksResult, type BlocksTask } from './verify-blocks.ts';

const { path, ...parts } = workerData as BlocksTask;

async function verify(): Promise<BlocksResult> {
  const reader = SnapshotReader.open(path);
  try {
    const { rows, sums } = await failing(path, (fail) => verifyBlocks(reader, fail, () => undefined, parts));
    return { rows, sums: sums.sums };
  } catch (error) {
    if (error instanceof InputError) return { fault: error.message };
    throw error;
  } finally {
    await reader.close();
  }
}

parentPort?.postMessage(await verify());
