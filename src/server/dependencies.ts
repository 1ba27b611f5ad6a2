import type { Backend } from '../backend/index.ts';
import type { Clock } from './clock.ts';
import type { ServiceConfig } from './config.ts';
import type { Cursors } from './operations/cursor.ts';
import type { ResponseWriter } from './response-writer.ts';

/** The parts that handlers work with. */
export interface Dependencies {
  readonly backend: Backend;
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly writer: ResponseWriter;
  readonly cursors: Cursors;
}
