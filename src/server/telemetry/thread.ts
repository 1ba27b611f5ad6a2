import { getHeapStatistics } from 'node:v8';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

const MEASURE_MS = 1000;

/**
 * Measures the load and the heap of this thread, and reports that the thread is alive, every second. Returns the function that stops this.
 */
export function measureThread(metrics: Metrics, health: Health): () => void {
  let measured = performance.eventLoopUtilization();
  metrics.addMeasurement(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    metrics.setGauge('heapUsed', used);
    metrics.setGauge('heapLimit', limit);
  });
  const measure = (): void => {
    const utilization = performance.eventLoopUtilization();
    metrics.addLoopTime((utilization.active - measured.active) / 1000, (utilization.idle - measured.idle) / 1000);
    measured = utilization;
    metrics.measure();
    void health.reportAlive();
  };
  const timer = setInterval(measure, MEASURE_MS).unref();
  measure();
  return () => clearInterval(timer);
}
