import { openDoors, type DoorName } from '../contract/index.ts';
import type { Door } from '../server/index.ts';
import type { DoorParts } from './parts.ts';

/** How each door is made. What a door imports is loaded only where it is on. */
const MAKERS: Readonly<Record<DoorName, (parts: DoorParts) => Promise<Door>>> = {
  changes: async (parts) => (await import('./changes/door.ts')).changesDoor(parts),
  reconcile: async (parts) => (await import('./reconcile/door.ts')).reconcileDoor(parts),
  mcp: async (parts) => (await import('./mcp/door.ts')).mcpDoor(parts),
  lookup: async (parts) => (await import('./lookup/door.ts')).lookupDoor(parts),
  data: async (parts) => (await import('./data/door.ts')).dataDoor(parts),
};

/** The doors that are on, to be given to the server. */
export async function makeDoors(parts: DoorParts): Promise<readonly Door[]> {
  return await Promise.all(openDoors(parts.facts).map(({ name }) => MAKERS[name](parts)));
}
