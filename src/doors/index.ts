/**
 * Resources beside the three operations of the contract. Each door is a folder, which the contract declares under the same name.
 * @module
 */
export { makeDoors, type DoorParts } from './make-doors.ts';
