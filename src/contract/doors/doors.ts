import { RATE_LIMIT } from '../operations.ts';
import { DATA } from '../../../extras/exports/declaration.ts';
import type { DoorDeclaration } from './door.ts';
import { CHANGES } from '../../../extras/changes/declaration.ts';
import { LOOKUP } from '../../../extras/lookup/declaration.ts';
import { MCP } from '../../../extras/mcp/declaration.ts';
import { RECONCILE } from '../../../extras/reconcile/declaration.ts';

/** Every door, on or off. */
const DECLARED = {
  lookup: LOOKUP,
  changes: CHANGES,
  reconcile: RECONCILE,
  mcp: MCP,
  data: DATA,
} as const satisfies Readonly<Record<string, DoorDeclaration>>;

export type DoorName = keyof typeof DECLARED;
/** The name of an operation of a door. */
export type DoorOperationId = (typeof DECLARED)[DoorName]['operations'][number]['id'];

/** A door as the table has it. */
export type KnownDoor = DoorDeclaration & { readonly name: DoorName };

export const DOORS: Readonly<Record<DoorName, KnownDoor>> = DECLARED;
export const DOOR_NAMES = Object.keys(DECLARED) as readonly DoorName[];

/** The doors that are on, in the order of the table. */
export function openDoors({ doors = [] }: { readonly doors?: readonly DoorName[] }): readonly KnownDoor[] {
  return DOOR_NAMES.filter((name) => doors.includes(name)).map((name) => DOORS[name]);
}

/** The path of a door's OpenAPI document below the site. */
export function doorDocumentPath({ name }: Pick<DoorDeclaration, 'name'>): string {
  return `/api/${name}/openapi.json`;
}

/** The limits of a door for programs: an entry of `rate_limits`, and the others under its name. */
export function doorLimits({ name, requests, cost, limits }: DoorDeclaration) {
  return {
    rateLimit: {
      applies_to: `door "${name}"`,
      requests,
      window_seconds: RATE_LIMIT.windowSeconds,
      ...(cost !== undefined && { cost }),
    },
    limits: { [name]: limits },
  };
}

/** What is said of a request over the limit of a door. */
export function doorLimitReached({ name, requests, unit = 'requests' }: DoorDeclaration): string {
  const seconds = Math.ceil(RATE_LIMIT.windowSeconds / requests);
  return `The limit of ${requests} ${unit} a minute for the door "${name}" is reached; try again in ${seconds} s`;
}
