/**
 * Files for all rooms: atomic writes, open files, locks and work folders with an owner, leftovers of killed runs, compression, full
 * disks.
 * @module
 */
export * from './aside.ts';
export * from './compression.ts';
export { diskReason, errorCode, systemReason, withPath } from './faults.ts';
export { factsOfFile, type FileFacts } from './file-facts.ts';
export { splitLines } from './lines.ts';
export { Lock, exclusiveFolder } from './lock.ts';
export { makeFolder, removeEmptyFolder } from './make-folder.ts';
export {
  NO_FILE,
  OpenedFile,
  mustBeFile,
  openFile,
  readSignature,
  type FileSignature,
  type OpenFile,
} from './opened-file.ts';
export { openPrivateCopy } from './private-copy.ts';
export { hasPackage, installCommand, requirePackages } from './optional-packages.ts';
export { OWN_PROCESS, removeLeftovers } from './owner.ts';
export { SpooledBytes } from './spooled-bytes.ts';
export { doubled } from './sort/doubled.ts';
export { Smallest } from './sort/smallest.ts';
export { SHARED_MEMORY_BYTES, Sorter, readSorted } from './sort/sorter.ts';
export { RecordThread, serveRecords, type RecordWork } from './sort/record-thread.ts';
export { NEVER_YIELD, handlePendingSignals, yieldUntilAborted, type YieldIfDue } from './sort/yielding.ts';
