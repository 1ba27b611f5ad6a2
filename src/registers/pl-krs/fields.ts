import { below, columnsOf } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

const { taken, ignored } = columnsOf(columns);

/** Paths begin with the kind of the request. */
const inExtracts = (fields: readonly string[]): string[] => below(['rejp.odpis', 'rejs.odpis'], fields);

/** The fields of kept extracts. */
export const EXTRACTS = { required: [], taken: inExtracts(taken), ignored: inExtracts(ignored) };

/**
 * The kept fields of an extract: its header, the company, its seat and address, its activities, and the presence and kind of proceedings.
 * Most other parts have persons, masked by the register but for some dates of birth, addresses of e-mail and of delivery, and prose with
 * names.
 */
export const KEPT = below(['odpis'], [...taken, ...ignored]);
