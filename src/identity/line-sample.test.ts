import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError, NO_DETAILS } from '../model/index.ts';
import type { CompanyRecord, RegisterLine } from '../model/index.ts';
import { LineSample } from './index.ts';

const LINES: RegisterLine[] = Array.from({ length: 5000 }, (_, i) => ({
  name: `Mill ${i}`,
  identifiers: [{ scheme: 'national_registry_number', value: String(i), country_scope: 'FI' }],
  officers: [{ name: 'Aino', source: { system: 'x' } }],
  // One in a hundred states a lifecycle.
  ...(i % 100 === 0 ? { lifecycle: { status: 'restricted' as const } } : {}),
}));

const company = (id: string): CompanyRecord => ({
  id,
  lifecycle: { status: 'active' },
  profile: {},
  identifiers: [],
  classifications: [],
  officers: [],
  officersHasMore: false,
  numberForms: [],
  details: NO_DETAILS,
  keys: [],
  fingerprints: [],
});

/** Returns the sample of lines. Each line is a separate company. */
function createSample(lines: readonly RegisterLine[]): ReturnType<LineSample['resolved']> {
  const sample = new LineSample();
  for (const [i, line] of lines.entries()) {
    sample.add({ line, bytes: Buffer.from(JSON.stringify(line)), lineNumber: i + 1 }, 'x', i);
  }
  for (const [i, { name = '' }] of lines.entries()) sample.assign({ company: company(name), lines: [i] });
  return sample.resolved();
}

test('a sample is a thousand lines, and all that state a lifecycle where these are fewer', () => {
  const sample = createSample(LINES);
  assert.equal(sample.filter(({ line }) => line.lifecycle === undefined).length, 1000);
  assert.equal(sample.filter(({ line }) => line.lifecycle !== undefined).length, 50);
  assert.equal(createSample(LINES.slice(0, 30)).length, 30);
});

test('a sample does not depend on the order of the lines, and each line keeps its company and its place', () => {
  const names = (lines: RegisterLine[]): (string | undefined)[] => createSample(lines).map(({ line }) => line.name);
  assert.deepEqual(names(LINES.toReversed()), names(LINES));
  for (const { line, id, lineNumber } of createSample(LINES)) {
    assert.equal(id, line.name);
    assert.equal(LINES[lineNumber - 1]?.name, line.name);
    assert.ok(!('officers' in line));
  }
});

test('the first line of a company is known from the others', () => {
  const sample = new LineSample();
  for (const [number, line] of LINES.slice(1, 4).entries()) {
    sample.add({ line, bytes: Buffer.from(JSON.stringify(line)), lineNumber: number + 1 }, 'x', number);
  }
  sample.assign({ company: company('a'), lines: [2, 0] });
  sample.assign({ company: company('b'), lines: [1] });
  const resolved = sample.resolved().toSorted((a, b) => a.lineNumber - b.lineNumber);
  assert.deepEqual(
    resolved.map(({ id, isFirst }) => [id, isFirst]),
    [
      ['a', false],
      ['b', true],
      ['a', true],
    ],
  );
});

test('a line that belongs to no company is an error with its place', () => {
  const sample = new LineSample();
  const line: RegisterLine = { id: 'co_00000000000000000000000001' };
  sample.add({ line, bytes: Buffer.from('x'), lineNumber: 7 }, 'mills.ndjson', 0);
  sample.assign({ company: company('a'), lines: [1] });
  assert.throws(
    () => sample.resolved(),
    (error) => error instanceof InputError && error.message.includes('line 7 of "mills.ndjson"'),
  );
});

test('lines that a full sample does not want are not in it, and a company with one line has its values first', () => {
  const [all, wanted] = [new LineSample(), new LineSample()];
  for (const [number, line] of LINES.entries()) {
    if (line.lifecycle !== undefined) continue;
    const read = { line, bytes: Buffer.from(JSON.stringify(line)), lineNumber: number + 1 };
    all.add(read, 'x', number);
    if (wanted.wants(read.bytes)) wanted.add(read, 'x', number);
  }
  for (const sample of [all, wanted])
    for (const [number, { name = '' }] of LINES.entries()) sample.assignWhole(number, name);
  assert.deepEqual(wanted.resolved(), all.resolved());
  for (const { line, id, isFirst } of all.resolved()) assert.deepEqual([id, isFirst], [line.name, true]);
});
