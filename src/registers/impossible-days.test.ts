/** Every register imports its fixtures as if it had not existed yet: then every line passes the guard of days, and has none. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { RegisterLine } from '../model/index.ts';
import { imported } from './fixture-import.ts';
import { fixtureCases } from './fixtures.ts';
import { REGISTERS } from './index.ts';

/** Returns the days of a line by their fields, but the ends of terms, which may lie ahead. */
function daysOf(line: RegisterLine): [field: string, day: string][] {
  const named = [line.former_names, line.other_names].flat();
  const days: readonly (readonly [string, string | undefined])[] = [
    ['as_of_date', line.as_of_date],
    ['registered_on', line.registered_on],
    ['closed_on', line.closed_on],
    ...named.flatMap((name) => [['names', name?.from] as const, ['names', name?.until] as const]),
    ...(line.officers ?? []).map(({ appointed_on: from }) => ['officers.appointed_on', from] as const),
  ];
  return days.flatMap(([field, day]) => (day === undefined ? [] : [[field, day]]));
}

const cases = [...REGISTERS.keys()].flatMap(fixtureCases);

for (const { register: id, inputs, expected } of cases) {
  const register = REGISTERS.get(id);
  if (register === undefined) continue;
  const wanted = readFileSync(expected, 'utf8').trim().split('\n').flatMap((text) => daysOf(JSON.parse(text) as RegisterLine)); // prettier-ignore
  const fields = new Set(wanted.map(([field]) => field));

  test(`${id} drops days before it can have existed: ${inputs.length} inputs`, async (t) => {
    const { lines, report } = await imported(t, { ...register, firstDay: '2999-01-01' }, inputs);
    for (const line of lines) assert.deepEqual(daysOf(line), []);
    const noted = Object.keys(report.noted).join('\n');
    for (const field of ['registered_on', 'closed_on', 'officers.appointed_on'])
      if (fields.has(field))
        assert.match(noted, new RegExp(`^${field} is before the register can have existed, skipped$`, 'm'));
  });
}

for (const id of ['fi-prh', 'gb-companies-house', 'gleif', 'ie-cro', 'no-brreg', 'ua-edr']) {
  const register = REGISTERS.get(id);
  const [{ inputs } = { inputs: [] }] = fixtureCases(id);
  if (register === undefined) continue;
  test(`${id} drops the days that are later than its files`, async (t) => {
    const { lines, report } = await imported(t, register, inputs, { published: '1700-01-01' });
    const days = lines.flatMap(daysOf).filter(([field]) => !field.startsWith('officers'));
    for (const [field, day] of days) assert.ok(day <= '1700-01-02', `${field} ${day}`);
    assert.match(Object.keys(report.noted).join('\n'), /^registered_on is later than the file, skipped$/m);
  });
}
