import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COUNTRIES, type RegisterLine } from '../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE, officersOf, proofOf } from './index.ts';

test('the coverage tells of each of the 35 countries, and of no other', () => {
  assert.equal(COUNTRY_COVERAGE.size, 35);
  assert.deepEqual([...COUNTRY_COVERAGE.keys()].toSorted(), [...COUNTRIES.keys()].toSorted());
});

test('the coverage tells of each register that can be imported, and of no other', () => {
  assert.deepEqual([...REGISTER_COVERAGE.keys()].toSorted(), [...REGISTERS.keys()].toSorted());
});

for (const [code, { registers, other }] of COUNTRY_COVERAGE) {
  test(`the coverage of ${code} names its own register first, GLEIF last, and what is missing where there is none`, () => {
    const own = [...REGISTERS.values()].filter(({ country }) => country === code).map(({ id }) => id);
    assert.deepEqual(registers, [...own, 'gleif']);
    assert.equal(other === undefined, own.length > 0);
    if (other !== undefined) assert.equal(new URL(other.address).protocol, 'https:');
  });
}

for (const [id, { officers }] of REGISTER_COVERAGE) {
  test(`the coverage of ${id} says "none" exactly where its open files name no officers`, () => {
    assert.equal(!officers.startsWith('none'), REGISTERS.get(id)?.hasOfficers);
  });
}

for (const [id, { hasOfficers, hasOfficersOnRequest, officersReuse }] of REGISTERS) {
  test(`${id} says what may be done with its officers exactly where it has some, and names their system`, () => {
    assert.equal(officersReuse !== undefined, hasOfficers || hasOfficersOnRequest === true);
    const fixtures = join(import.meta.dirname, id, 'fixtures');
    const lines = globSync('**/expected*.ndjson', { cwd: fixtures }).flatMap((file) =>
      readFileSync(join(fixtures, file), 'utf8').trim().split('\n'),
    );
    const systems = new Set(
      lines.flatMap((line) => ((JSON.parse(line) as RegisterLine).officers ?? []).map(({ source }) => source.system)),
    );
    assert.deepEqual([...systems], officersReuse === undefined ? [] : [officersReuse.system]);
  });
}

test('28 registers of 27 countries and GLEIF are told of, each with its rhythm and with how it was proven', () => {
  const countries = [...REGISTERS.values()].flatMap(({ country }) => country ?? []);
  assert.equal(new Set(countries).size, 27);
  assert.equal(REGISTERS.size, 29);
  for (const [id, told] of REGISTER_COVERAGE) {
    assert.notEqual(told.rhythm, '', id);
    assert.match(proofOf(told), /^(genuine file|genuine records|layout only)$/, id);
  }
});

test('Germany and the United Kingdom give their officers on request, and no other country does', () => {
  const onRequest = [...REGISTERS.values()].filter((register) => officersOf(register) === 'on request');
  assert.deepEqual(
    onRequest.map(({ id }) => id),
    ['de-offeneregister', 'gb-companies-house'],
  );
});
