import { getHeapStatistics } from 'node:v8';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** How often the delay is measured: seldom enough to cost nothing (a two-thousandth of a core), and a stall of 50 ms is seen. */
const TICK_MS = 20;
/** How often everything else is. */
const MEASURE_MS = 1000;

/**
 * Measures the event loop and the heap of this thread, and reports that it lives, until what it returns is called. The delay is how late
 * a timer is. Exported as a histogram, because histograms of several workers can be added. OpenTelemetry exports percentiles,
 * which cannot be added.
 */
export function measureEventLoop(metrics: Metrics, health: Health): () => void {
  let last = performance.now();
  let measured = performance.eventLoopUtilization();
  const tick = setInterval(() => {
    const now = performance.now();
    metrics.delayed(Math.max(0, now - last - TICK_MS) / 1000);
    last = now;
  }, TICK_MS);
  metrics.measureBy(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    metrics.set('heapUsed', used);
    metrics.set('heapLimit', limit);
  });
  const measure = (): void => {
    const utilization = performance.eventLoopUtilization();
    metrics.looped((utilization.active - measured.active) / 1000, (utilization.idle - measured.idle) / 1000);
    measured = utilization;
    metrics.measure();
    void health.reportAlive();
  };
  const timer = setInterval(measure, MEASURE_MS);
  measure();
  for (const one of [tick, timer]) one.unref();
  return () => [tick, timer].forEach((one) => clearInterval(one));
}
