import { computeAges } from '../../model/index.ts';
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
  const texts = [
    family(COMPUTED.duration, durationSamples(metrics)),
    family(COMPUTED.delay, histogramSamples(NO_LABELS, metrics.delays(), DELAY_BOUNDS)),
    labelled(COMPUTED.loopTime, Object.entries(metrics.loopTime())),
    labelled(COMPUTED.cpu, [
      ['user', user / 1e6],
      ['system', system / 1e6],
    ]),
    family(COMPUTED.memory, one(process.memoryUsage.rss())),
    family(COMPUTED.uptime, one(process.uptime())),
    family(COMPUTED.workers, one(metrics.workers.length)),
    family(COMPUTED.workersWanted, one(metrics.workersWanted)),
    ...(await dataFamilies(metrics, health)),
    ...Object.entries(metrics.families).map(([name, stored]) => storedFamily(metrics, name, stored)),
  ];
  return texts.join('');
}

function durationSamples(metrics: Metrics): Sample[] {
  return metrics.durations().flatMap(({ method, path, status, ...durations }) => {
    const labels = { http_request_method: method, http_route: path, http_response_status_code: status };
    return histogramSamples(labels, durations, DURATION_BOUNDS);
  });
}

function storedFamily(metrics: Metrics, name: string, stored: StoredFamily): string {
  if (stored.values !== undefined) return labelled(stored, metrics.totalsByLabel(name));
  if (stored.type === 'counter') return family(stored, one(metrics.total(name)));
  // The gauges of a worker that has ended do not count.
  const gauges = metrics.workers.map((worker) => [worker, metrics.gauge(name, worker)] as const);
  if (stored.labels.includes('worker')) return labelled(stored, gauges);
  return family(stored, one(gauges.reduce((sum, [, value]) => sum + value, 0)));
}

async function dataFamilies(metrics: Metrics, health: Health): Promise<string[]> {
  const { status } = await health.readiness();
  const facts = await health.facts();
  const countries = Object.entries(facts?.countries ?? {});
  const registers = Object.entries(facts?.registers ?? {});
  return [
    family(COMPUTED.ready, one(status === 200 ? 1 : 0)),
    labelled(COMPUTED.generation, metrics.generations()),
    labelled(
      COMPUTED.age,
      countries.map(([country, { as_of_last: date }]) => [country, health.secondsSince(date)]),
    ),
    labelled(
      COMPUTED.registerAge,
      registers.map(([register, { as_of_last: date, published }]) => [register, health.secondsSince(date, published)]),
    ),
    family(
      COMPUTED.registerOverdue,
      registers.flatMap(([register, of]) =>
        computeAges(of, health.today()).flatMap(({ which, days, daysMax }) =>
          one(Math.max(0, days - daysMax), { register, which }),
        ),
      ),
    ),
    labelled(
      COMPUTED.companies,
      countries.map(([country, { active }]) => [country, active]),
    ),
  ];
}

function one(value: number, labels = NO_LABELS): readonly Sample[] {
  return [['', labels, value]];
}

function histogramSamples(labels: Labels, { counts, sum }: Histogram, bounds: readonly number[]): Sample[] {
  return [
    ...counts.map((count, i): Sample => ['_bucket', { ...labels, le: bounds[i] ?? '+Inf' }, count]),
    ['_sum', labels, sum],
    ['_count', labels, counts.at(-1) ?? 0],
  ];
}

/** Returns a metric with a line for each value of its label for which there is a number. */
function labelled(metric: MetricFamily, numbers: Iterable<readonly [string | number, number | undefined]>): string {
  const [label = ''] = metric.labels;
  const samples = [...numbers].flatMap(([value, number]) =>
    number === undefined ? [] : one(number, { [label]: value }),
  );
  return family(metric, samples);
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
  return value.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}
