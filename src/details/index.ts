/**
 * The details of companies over HTTP: state, dates, address, names and their sources.
 * @module
 */
import type { DoorExtra, DoorParts } from '../extra/index.ts';
import type { Door } from '../server/index.ts';
import { DETAILS } from './declaration.ts';

export type { DetailsSearchResult } from './schemas.ts';

/** Loads the schemas of the resource. */
export const detailsSchemas = async () => (await import('./schemas.ts')).DETAILS_SCHEMAS;

/** Opens the resource, whether it is served or not. */
export async function openDetails(parts: Pick<DoorParts, 'backend' | 'facts' | 'operations'>): Promise<Door> {
  return (await import('./door.ts')).detailsDoor(parts);
}

export const DETAILS_DOOR: DoorExtra = {
  declaration: { ...DETAILS, schemas: detailsSchemas },
  page: async () => (await import('./page.ts')).detailsPage,
  open: openDetails,
};
