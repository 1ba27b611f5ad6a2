import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { compileCheck } from './line-check.ts';
import { RegisterLine } from './register-line.ts';

const CHARS_MAX = 60;
const LINE = {
  id: 'co_00000000000000000000000001',
  index: true,
  name: 'Kone Oy',
  as_of_date: '2026-11-20',
  state: 'active',
  address: { lines: ['Unit 1', 'Plaza 2'], country_code: 'FI' },
  record_url: 'https://register.example/1',
  former_names: [{ name: 'Kone', kind: 'former', from: '2001-02-03' }],
  identifiers: [{ scheme: 'lei', value: '549300AAAAAAAAAAAA01' }],
  classifications: [{ scheme: 'WZ 2008', code: '16.23', is_primary: true }],
  officers: [
    { name: 'Alma Zirbel', roles: ['CEO'], source: { system: 'Register', observed_at: '2026-11-20T04:00:00Z' } },
  ],
  lifecycle: { status: 'split', successor_ids: ['co_00000000000000000000000002'] },
};

/** Whether no text in a value is too long or has a half surrogate pair, and no list is too long. */
function isWithinLimits(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= CHARS_MAX && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, member]) => isWithinLimits(member) && !(name === 'lines' && Array.isArray(member) && member.length > 3),
  );
}

const otherValue = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    'FI',
    'fi',
    'DE-BY',
    '2026-02-30',
    '2024-02-29',
    '2026-11-20T04:00:00',
    'ftp://x',
    'closed',
    '\ud800',
  ),
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    7,
    [],
    {},
    ['a', 'b', 'c', 'd'],
    [''],
    [{}],
    'x'.repeat(CHARS_MAX + 1),
  ),
  fc.jsonValue(),
);

/** Replaces, adds or removes a member anywhere in a copy of the line. */
function changed(steps: readonly number[], name: string | undefined, value: unknown): unknown {
  const line: unknown = structuredClone(LINE);
  let at = line as Record<string, unknown>;
  for (const step of steps) {
    const below = Object.values(at).filter((one) => typeof one === 'object' && one !== null);
    const next = below[step % (below.length + 1)];
    if (next === undefined) break;
    at = next as Record<string, unknown>;
  }
  const names = Object.keys(at);
  const member = (Array.isArray(at) ? undefined : name) ?? names[(steps[0] ?? 0) % names.length] ?? '';
  if (value === undefined && steps.length % 2 === 0) delete at[member];
  else at[member] = value;
  return line;
}

test('the check of lines says what the schema and the limits say, for any change of a line', () => {
  const limits = { textCharsMax: CHARS_MAX, itemsMax: new Map([['lines', 3]]) };
  const check = compileCheck(RegisterLine, limits);
  const schema = Compile(RegisterLine);
  assert.equal(check(LINE), true);
  const name = fc.constantFrom(undefined, undefined, 'name', 'scheme', 'lines', 'url', 'is_primary', 'unknown');
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 4 }), name, otherValue, (steps, member, value) => {
      const line = changed(steps, member, value);
      assert.equal(check(line), schema.Check(line) && isWithinLimits(line));
    }),
    { numRuns: 2000 },
  );
});

test('the check of lines refuses a schema with rules that it does not know', () => {
  const limits = { textCharsMax: CHARS_MAX, itemsMax: new Map() };
  for (const schema of [
    { type: 'string', maxLength: 1 },
    { type: 'number' },
    { type: 'object' },
    { type: 'string', format: 'x' },
  ])
    assert.throws(() => compileCheck(schema, limits), /the check of lines/);
});
