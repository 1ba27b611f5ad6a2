/**
 * The extras of the program. This list is the only place that names them all: no other list has to change for a new extra.
 * @module
 */
import type { Extra } from '../src/extra/index.ts';
import { changes } from './changes/index.ts';
import { exports } from './exports/index.ts';
import { lists } from './lists/index.ts';
import { lookup } from './lookup/index.ts';
import { mcp } from './mcp/index.ts';
import { operating } from './operating/index.ts';
import { postgres } from './postgres/index.ts';
import { publication } from './publication/index.ts';
import { reconcile } from './reconcile/index.ts';
import { sharedLimit } from './shared-limit/index.ts';
import { upstream } from './upstream/index.ts';

/** All extras, in the order in which documents list their settings, doors and commands. */
export const EXTRAS: readonly Extra[] = [
  lookup,
  changes,
  reconcile,
  lists,
  mcp,
  exports,
  publication,
  postgres,
  upstream,
  sharedLimit,
  operating,
];
