import type { Backend } from '../../backend/index.ts';
import type { Operations } from '../../operations/index.ts';
import type { Clock } from '../clock.ts';
import type { ServiceConfig } from '../config.ts';
import type { Compression } from './compression.ts';
import type { ResponseWriter } from '../response-writer.ts';
import type { Health } from '../telemetry/health.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface Dependencies {
  readonly backend: Backend;
  readonly operations: Operations;
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly writer: ResponseWriter;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly compression: Compression;
}
