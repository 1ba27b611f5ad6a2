/**
 * Files as every room writes them: whose a work folder is, and what is left of killed runs.
 * @module
 */
export { ofOthersAtWork, removeAbandoned } from './abandoned.ts';
export { OWN_PROCESS, isRunning } from './owner.ts';
