import { agesOf } from '../../model/index.ts';
import { COMPUTED, DELAY_BOUNDS, DURATION_BOUNDS, type MetricFamily, type StoredFamily } from './catalog.ts';
import type { Health } from './health.ts';
import type { Histogram, Metrics } from './metrics.ts';

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string | number | undefined>>;
/** One line: the suffix of its name, its labels, its value. */
type Sample = readonly [suffix: string, labels: Labels, value: number];

const NO_LABELS: Labels = {};

/** Returns every metric of all workers, in the text format of Prometheus. */
export async function exposition(metrics: Metrics, health: Health): Promise<string> {
  metrics.measure();
  await health.reportAlive();
  const { user, system } = process.cpuUsage();
  const loop = metrics.loopTime();
  const texts = [
    family(COMPUTED.duration, durationSamples(metrics)),
    family(COMPUTED.delay, histogramSamples(NO_LABELS, metrics.delays(), DELAY_BOUNDS)),
    family(COMPUTED.loopTime, [
      ['', { nodejs_eventloop_state: 'active' }, loop.active],
      ['', { nodejs_eventloop_state: 'idle' }, loop.idle],
    ]),
    family(COMPUTED.cpu, [
      ['', { cpu_mode: 'user' }, user / 1e6],
      ['', { cpu_mode: 'system' }, system / 1e6],
    ]),
    family(COMPUTED.memory, one(process.memoryUsage.rss())),
    family(COMPUTED.uptime, one(process.uptime())),
    family(COMPUTED.workers, one(metrics.workers.length)),
    family(COMPUTED.workersWanted, one(metrics.workersWanted)),
    ...(await dataFamilies(metrics, health)),
    ...Object.entries(metrics.families).map(([name, stored]) => family(stored, storedSamples(metrics, name, stored))),
  ];
  return texts.join('');
}

function durationSamples(metrics: Metrics): Sample[] {
  return metrics
    .durations()
    .flatMap(({ method, route, status, ...durations }) =>
      histogramSamples(
        { http_request_method: method, http_route: metrics.pathOf(route), http_response_status_code: status },
        durations,
        DURATION_BOUNDS,
      ),
    );
}

function storedSamples(metrics: Metrics, name: string, { type, labels, values }: StoredFamily): readonly Sample[] {
  const [label = ''] = labels;
  if (values !== undefined) return metrics.totalsByLabel(name).map(([value, total]) => ['', { [label]: value }, total]);
  if (type === 'counter') return one(metrics.total(name));
  // The gauges of a worker that has ended do not count.
  const gauges = metrics.workers.map((worker): Sample => ['', { worker }, metrics.gauge(name, worker)]);
  return label === 'worker' ? gauges : one(gauges.reduce((sum, [, , value]) => sum + value, 0));
}

async function dataFamilies(metrics: Metrics, health: Health): Promise<string[]> {
  const { status } = await health.readiness();
  const facts = await health.facts();
  const countries = Object.entries(facts?.countries ?? {});
  const registers = Object.entries(facts?.registers ?? {});
  const age = (labels: Labels, ...dates: readonly (string | undefined)[]): readonly Sample[] => {
    const seconds = health.secondsSince(...dates);
    return seconds === undefined ? [] : [['', labels, seconds]];
  };
  return [
    family(COMPUTED.ready, one(status === 200 ? 1 : 0)),
    family(
      COMPUTED.generation,
      [...metrics.generations()].map(([generation, count]) => ['', { generation }, count]),
    ),
    family(
      COMPUTED.age,
      countries.flatMap(([country, { as_of_last: date }]) => age({ country }, date)),
    ),
    family(
      COMPUTED.registerAge,
      registers.flatMap(([register, { as_of_last: date, published }]) => age({ register }, date, published)),
    ),
    family(
      COMPUTED.registerOverdue,
      registers.flatMap(([register, of]) =>
        agesOf(of, health.today()).map(({ which, days, daysMax }): Sample => [
          '',
          { register, which },
          Math.max(0, days - daysMax),
        ]),
      ),
    ),
    family(
      COMPUTED.companies,
      countries.map(([country, { active }]) => ['', { country }, active]),
    ),
  ];
}

function one(value: number): readonly Sample[] {
  return [['', NO_LABELS, value]];
}

function histogramSamples(labels: Labels, { counts, sum }: Histogram, bounds: readonly number[]): Sample[] {
  return [
    ...counts.map((count, i): Sample => ['_bucket', { ...labels, le: bounds[i] ?? '+Inf' }, count]),
    ['_sum', labels, sum],
    ['_count', labels, counts.at(-1) ?? 0],
  ];
}

/** Returns a metric with its lines; a metric without lines is still described. */
function family({ name, type, help }: MetricFamily, samples: readonly Sample[]): string {
  const lines = samples.map(([suffix, labels, value]) => `${name}${suffix}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escaped(String(value))}"`],
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
