/**
 * Resources beside the three operations of the contract. Each door is a folder, which the contract declares under the same name.
 * @module
 */
export { makeDoors } from './make-doors.ts';
export type { DoorParts } from './parts.ts';
export { serveTools } from '../../extras/mcp/stdio.ts';
