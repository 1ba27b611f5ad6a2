import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listCodes, removeCareOfNames } from '../importer/index.ts';
import { COUNTRIES, DETAIL_FIELDS, type RegisterLine } from '../model/index.ts';
import { fixtureCases } from './fixtures.ts';
import { COUNTRY_COVERAGE, REGISTERS, describeOfficers, formatProof } from './index.ts';

/** Returns the lines that the fixtures of a register give. */
function expectedLines(id: string): RegisterLine[] {
  return fixtureCases(id).flatMap(({ expected }) =>
    readFileSync(expected, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : (JSON.parse(line) as RegisterLine))),
  );
}

test('the coverage has each of the 35 countries, and no other', () => {
  assert.equal(COUNTRY_COVERAGE.size, 35);
  assert.deepEqual([...COUNTRY_COVERAGE.keys()].toSorted(), [...COUNTRIES.keys()].toSorted());
});

for (const [code, { registers, other }] of COUNTRY_COVERAGE) {
  test(`the coverage of ${code} names its own register first, GLEIF last, and what is missing without one`, () => {
    const own = [...REGISTERS.values()].filter(({ country }) => country === code).map(({ id }) => id);
    assert.deepEqual(registers, [...own, 'gleif']);
    assert.equal(other === undefined, own.length > 0);
    if (other !== undefined) assert.equal(new URL(other.address).protocol, 'https:');
  });
}

for (const [id, { coverage, hasOfficers }] of REGISTERS) {
  test(`the coverage of ${id} says "none" exactly where its open files name no officers`, () => {
    assert.equal(!coverage.officers.startsWith('none'), hasOfficers);
  });
}

for (const [id, { hasOfficers, hasOfficersOnRequest, officersReuse }] of REGISTERS) {
  test(`${id} says what may be done with its officers exactly where it has some, and names their system`, () => {
    assert.equal(officersReuse !== undefined, hasOfficers || hasOfficersOnRequest === true);
    const systems = new Set(
      expectedLines(id).flatMap(({ officers = [] }) => officers.map(({ source }) => source.system)),
    );
    assert.deepEqual([...systems], officersReuse === undefined ? [] : [officersReuse.system]);
  });
}

test('each register has its update frequency and its proof in words', () => {
  for (const [id, { coverage }] of REGISTERS) {
    assert.notEqual(coverage.rhythm, '', id);
    assert.match(formatProof(coverage), /^(genuine file|genuine records|layout only)$/, id);
  }
});

/** The days after which the newest data of a register are overdue, by the words for the update frequency of its publisher. */
const OVERDUE_AFTER: Readonly<Record<string, number>> = {
  'three times a day': 10,
  daily: 10,
  'daily differences over a stock of about once a year': 10,
  'monthly, with daily differences': 10,
  continuous: 10,
  'continuous; a crawl takes some eight hours': 14,
  weekly: 21,
  'twice a month': 30,
  monthly: 45,
};

for (const [id, { coverage, updateFrequency }] of REGISTERS) {
  test(`${id} is overdue when the words for its update frequency say so`, () => {
    const words = coverage.rhythm;
    const days = 'endedOn' in updateFrequency ? undefined : updateFrequency.newestDays;
    assert.equal(days, OVERDUE_AFTER[words], words);
    assert.equal(days === undefined, words === 'never renewed');
  });
}

test('Germany and the United Kingdom give their officers on request, and no other country does', () => {
  const onRequest = [...REGISTERS.values()].filter((register) => describeOfficers(register) === 'on request');
  assert.deepEqual(
    onRequest.map(({ id }) => id),
    ['de-offeneregister', 'gb-companies-house'],
  );
});

/** Lists with codes that are never looked up: roles other than liquidators, and files whose words are read instead. */
const READ_IN_PART = new Set(['at-firmenbuch FKEN', 'bg-tr DeedStatus']);

for (const [id, { codes, states = {} }] of REGISTERS) {
  for (const [list, table] of Object.entries(states)) {
    test(`${id} reads every code of ${list} as a state, or says why it means none`, () => {
      const known = READ_IN_PART.has(`${id} ${list}`) ? [] : listCodes(codes[list] ?? []);
      for (const code of known) assert.ok(table[code] !== undefined, code);
      for (const [code, { state, because }] of Object.entries(table)) assert.ok(state ?? because, code);
    });
  }
}

for (const [id, { companyUrl, coverage }] of REGISTERS) {
  const lines = expectedLines(id);

  test(`${id} gives the details that its coverage names, and no others`, () => {
    const given = DETAIL_FIELDS.filter((field) => lines.some((line) => line[field] !== undefined));
    assert.deepEqual(given, coverage.details);
  });

  test(`${id} has an address of https for pages of companies, with a place for one number, where it has one`, () => {
    if (companyUrl === undefined) return;
    assert.equal(new URL(companyUrl).protocol, 'https:');
    assert.equal(companyUrl.split('{number}').length, 2);
  });

  test(`${id} links a company to the page of one of its numbers`, () => {
    for (const { record_url: address, identifiers = [], number_forms: forms = [], key = '' } of lines) {
      if (address === undefined) continue;
      const numbers = [...identifiers.map(({ value }) => value), ...forms, key.slice(key.indexOf(':') + 1)];
      const written = numbers.flatMap((number) => [number, number.replaceAll(/[^\p{L}\d]/gu, '')]);
      const links = written.map((number) => companyUrl?.replace('{number}', encodeURIComponent(number)));
      assert.ok(links.includes(address), `${address} for ${numbers.join(', ')}`);
    }
  });

  test(`${id} gives European numbers of its country`, () => {
    const country = REGISTERS.get(id)?.country ?? '';
    const form = new RegExp(`^${country === 'GR' ? 'EL' : country}[A-Z0-9]*\\.\\S`);
    for (const { euid } of lines) if (euid !== undefined) assert.match(euid, form);
  });

  test(`${id} gives no name behind c/o in an address`, () => {
    for (const { address } of lines) {
      for (const text of [address?.street, address?.text, ...(address?.lines ?? [])]) {
        assert.equal(text, removeCareOfNames(text));
      }
    }
  });
}
