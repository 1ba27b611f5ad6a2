import { openDoors, type DoorName } from '../contract/index.ts';
import type { Door } from '../server/index.ts';
import type { DoorParts } from './parts.ts';

/** Gives a door, on or not, which is made once. */
type DoorOf = (name: DoorName) => Promise<Door>;

/** How each door is made. What a door imports is loaded only where it is on. */
const MAKERS: Readonly<Record<DoorName, (parts: DoorParts, doorOf: DoorOf) => Promise<Door>>> = {
  changes: async (parts) => (await import('../../extras/changes/door/door.ts')).changesDoor(parts),
  reconcile: async (parts) => (await import('../../extras/reconcile/door.ts')).reconcileDoor(parts),
  mcp: async (parts, doorOf) => (await import('../../extras/mcp/door.ts')).mcpDoor(parts, await doorOf('changes')),
  lookup: async (parts) => (await import('../../extras/lookup/door.ts')).lookupDoor(parts),
  data: async (parts) => (await import('../../extras/exports/door/door.ts')).dataDoor(parts),
};

/** The doors that are on, to be given to the server. */
export async function makeDoors(parts: DoorParts): Promise<readonly Door[]> {
  const made = new Map<DoorName, Promise<Door>>();
  const doorOf = async (name: DoorName): Promise<Door> => {
    const door = made.get(name) ?? MAKERS[name](parts, doorOf);
    made.set(name, door);
    return await door;
  };
  return await Promise.all(openDoors(parts.facts).map(({ name }) => doorOf(name)));
}
