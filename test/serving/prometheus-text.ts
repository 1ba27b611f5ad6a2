/**
 * A strict parser of the text format of Prometheus, from its description. Stricter than Prometheus: every metric must have HELP and TYPE,
 * all its lines must be together, and its name must follow the conventions.
 */
import assert from 'node:assert/strict';

/** One line of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric and its lines. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const HELP = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\\n]|\\\\|\\n)*)$/;
const TYPE = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|Inf)$|^NaN$/i;

/** Returns the metrics of a text by name. Throws if the text breaks a rule of the format. */
export function parseMetrics(text: string): ReadonlyMap<string, Family> {
  assert.ok(text.endsWith('\n'), 'the last line ends with a line feed');
  const families = new Map<string, Family & { samples: Sample[] }>();
  let current: (Family & { samples: Sample[] }) | undefined;
  const lines = text.slice(0, -1).split('\n');
  for (let i = 0; i < lines.length; i++) {
    const help = HELP.exec(lines[i] ?? '');
    if (help === null) {
      assert.ok(current !== undefined, `"${lines[i]}" belongs to no metric`);
      current.samples.push(readSample(lines[i] ?? '', current));
      continue;
    }
    const [, name = '', helpText = ''] = help;
    const type = TYPE.exec(lines[++i] ?? '');
    assert.equal(type?.[1], name, `after HELP of ${name} comes its TYPE`);
    assert.ok(!families.has(name), `${name} comes once`);
    current = { name, help: helpText, type: type?.[2] ?? '', samples: [] };
    families.set(name, current);
  }
  for (const family of families.values()) checkFamily(family);
  return families;
}

/** Returns the value of the line with exactly these labels; NaN if there is none. */
export function findValue(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ''));
  return family?.samples.find((sample) => sample.name === name && toKey(sample.labels) === toKey(labels))?.value ?? NaN;
}

function readSample(line: string, { name: metric, type }: Family): Sample {
  const parts = SAMPLE.exec(line);
  assert.ok(parts !== null, `"${line}" is a line of a metric`);
  const [, name = '', labelText, number = ''] = parts;
  const allowed = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => metric + suffix) : [metric];
  assert.ok(allowed.includes(name), `"${line}" is below ${metric}`);
  assert.match(number, NUMBER, line);
  return { name, labels: readLabels(labelText ?? '', line), value: Number(number.replace(/Inf/i, 'Infinity')) };
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    LABEL.lastIndex = at;
    const label = LABEL.exec(text);
    assert.ok(label !== null, `labels of "${line}"`);
    const [, name = '', value = ''] = label;
    assert.ok(!Object.hasOwn(labels, name), `the label ${name} comes once in "${line}"`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
  }
  return labels;
}

/** Checks a name by the rules of `promtool check metrics`. */
function checkName({ name, type, help }: Family): void {
  const isCounter = type === 'counter';
  assert.equal(name.endsWith('_total'), isCounter, `the names of counters, and no others, end in _total: ${name}`);
  assert.doesNotMatch(name, /_(?:counter|gauge|summary|histogram)(?:_|$)/, 'a name does not contain a type');
  assert.doesNotMatch(name, /_(?:count|sum|bucket|info)$/, 'the ends of lines of histograms end no name');
  assert.match(name, /^[a-z0-9_]+$/, 'a name has words of lower case');
  assert.doesNotMatch(name, /_(?:ms|milliseconds|minutes|hours|days|kilobytes|percent)(?:_|$)/, 'units are base units');
  assert.notEqual(help, '', name);
}

function checkFamily(family: Family): void {
  const { name, type, samples } = family;
  checkName(family);
  const keys = samples.map((sample) => sample.name + toKey(sample.labels));
  assert.equal(new Set(keys).size, keys.length, `no line of ${name} comes twice`);
  if (type !== 'gauge') for (const { value } of samples) assert.ok(value >= 0, `${name} is never negative`);
  if (type !== 'histogram') return;
  const series = Map.groupBy(samples, ({ labels }) =>
    toKey(Object.fromEntries(Object.entries(labels).filter(([label]) => label !== 'le'))),
  );
  for (const [labels, lines] of series) {
    const buckets = lines.filter((line) => line.name === `${name}_bucket`);
    const bounds = buckets.map((line) => Number((line.labels['le'] ?? '').replace('+Inf', 'Infinity')));
    const counts = buckets.map(({ value }) => value);
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
      `bounds of ${name}${labels} ascend`,
    );
    assert.equal(bounds.at(-1), Infinity, `${name}${labels} ends with +Inf`);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      `${name}${labels} is cumulative`,
    );
    const count = lines.filter((line) => line.name === `${name}_count`).map(({ value }) => value);
    assert.deepEqual(count, [counts.at(-1)], `the count of ${name}${labels} is that of its last bucket`);
    assert.equal(lines.filter((line) => line.name === `${name}_sum`).length, 1, `${name}${labels} has a sum`);
  }
}

function toKey(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
