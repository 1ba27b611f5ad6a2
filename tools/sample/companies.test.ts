import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mod97 } from './index.ts';
import {
  COUNTRIES,
  IDENTIFIER_SCHEMES,
  LIFECYCLE_STATUSES,
  foldName,
  type RegisterLine,
} from '../../src/model/index.ts';
import { firstInvalidField } from '../../src/model/shapes.ts';
import { deriveId } from '../../test/fixtures/derived-id.ts';

const lines = (): RegisterLine[] =>
  readFileSync(join(import.meta.dirname, 'companies.ndjson'), 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as RegisterLine);

const findId = (line: RegisterLine): string => line.id ?? deriveId(line);
const officersOf = (line: RegisterLine): NonNullable<RegisterLine['officers']> => line.officers ?? [];
const listScopes = (line: RegisterLine): string[] => (line.identifiers ?? []).flatMap((i) => i.country_scope ?? []);

test('every line of the sample is a register line', () => {
  const faults = lines().flatMap((line, i) => {
    const fault = firstInvalidField(line);
    return fault === undefined ? [] : [`line ${i + 1}: ${fault.field} ${fault.reason}`];
  });
  assert.deepEqual(faults, []);
});

test('the sample covers the 35 countries, unevenly', () => {
  const sizes = new Map<string, number>();
  for (const line of lines()) {
    const country = listScopes(line)[0]?.slice(0, 2);
    if (country !== undefined) sizes.set(country, (sizes.get(country) ?? 0) + 1);
  }
  assert.deepEqual([...sizes.keys()].toSorted(), [...COUNTRIES.keys()]);
  assert.ok(Math.min(...sizes.values()) >= 8);
  assert.ok(Math.max(...sizes.values()) >= 180);
  assert.ok(lines().length >= 1000);
});

test('the sample shows every identifier scheme and every lifecycle state', () => {
  const schemes = new Set(lines().flatMap((line) => (line.identifiers ?? []).map((i) => i.scheme)));
  const states = new Set(lines().map((line) => line.lifecycle?.status ?? 'active'));
  assert.deepEqual([...schemes].toSorted(), [...IDENTIFIER_SCHEMES].toSorted());
  assert.deepEqual([...states].toSorted(), [...LIFECYCLE_STATUSES].toSorted());
});

test('every redirect and every split of the sample leads to companies of the sample', () => {
  const ids = new Set(lines().map(findId));
  const targets = lines().flatMap(({ lifecycle }) => lifecycle?.successor_ids ?? lifecycle?.canonical_id ?? []);
  assert.ok(targets.length >= 6);
  assert.deepEqual(
    targets.filter((target) => !ids.has(target)),
    [],
  );
  assert.equal(ids.size, lines().length, 'two lines have one id');
});

test('every LEI of the sample has valid check digits and an issuer prefix that does not exist', () => {
  const leis = lines().flatMap((line) => (line.identifiers ?? []).flatMap((i) => (i.scheme === 'lei' ? i.value : [])));
  assert.ok(leis.length > 200);
  assert.equal(new Set(leis).size, leis.length);
  for (const lei of leis) {
    assert.match(lei, /^FICT00[0-9A-Z]{12}[0-9]{2}$/);
    assert.equal(mod97(lei), 1, lei);
  }
});

/** Facts of which the sample must have an example. */
const SHOWN: readonly (readonly [claim: string, holds: (line: RegisterLine) => boolean])[] = [
  ['a part of a country as jurisdiction', (line) => listScopes(line).some((scope) => scope.includes('-'))],
  [
    'a head office in another country',
    (line) => line.country_code !== undefined && !listScopes(line).includes(line.country_code),
  ],
  ['a head office outside the 35', (line) => line.country_code !== undefined && !COUNTRIES.has(line.country_code)],
  ['no country of the head office', (line) => line.country_code === undefined],
  ['no name', (line) => line.name === undefined && line.lifecycle === undefined],
  ['a name that folds to nothing', (line) => line.name !== undefined && foldName(line.name) === ''],
  ['a very long name', (line) => (line.name?.length ?? 0) > 300],
  ['a very short name', (line) => line.name?.length === 4],
  ['a name that begins with a digit', (line) => /^\d/.test(line.name ?? '')],
  ['an apostrophe', (line) => /['’]/.test(line.name ?? '')],
  ['an ampersand', (line) => line.name?.includes('&') === true],
  ['full stops between letters', (line) => line.name?.startsWith('H.L.F.') === true],
  ['Greek letters', (line) => /\p{Script=Greek}/u.test(line.name ?? '')],
  ['Cyrillic letters', (line) => /\p{Script=Cyrillic}/u.test(line.name ?? '')],
  ['decomposed letters', (line) => line.name !== undefined && line.name.normalize('NFC') !== line.name],
  ['a chain of two redirects', (line) => redirectsTo(line, (next) => next.lifecycle?.status === 'redirected')],
  ['a split in two', (line) => line.lifecycle?.successor_ids?.length === 2],
  ['a summary', (line) => line.summary?.startsWith('Invented company') === true],
  ['two versions of a classification', (line) => new Set(line.classifications?.map((c) => c.scheme)).size === 2],
  ['a label', (line) => line.classifications?.some((c) => c.label !== undefined) === true],
  ['a code without a label', (line) => line.classifications?.some((c) => c.label === undefined) === true],
  ['no primary activity', (line) => line.classifications?.every((c) => !c.is_primary) === true],
  ['no officers', (line) => line.officers === undefined],
  ['more officers than one answer holds', (line) => officersOf(line).length > 100],
  ['more officers than the line', (line) => line.officers_has_more === true],
  ['an officer with several roles', (line) => officersOf(line).some((officer) => (officer.roles?.length ?? 0) > 1)],
  ['an officer without a role', (line) => officersOf(line).some((officer) => officer.roles === undefined)],
  ['an officer without dates', (line) => officersOf(line).some((officer) => officer.appointed_on === undefined)],
  ['an officer who has left', (line) => officersOf(line).some((officer) => (officer.resigned_on ?? '9') < '2026')],
  ['an officer who will leave', (line) => officersOf(line).some((officer) => (officer.resigned_on ?? '0') > '2090')],
  ['a company as officer', (line) => officersOf(line).some((officer) => officer.name.endsWith(' LIMITED'))],
];

for (const [claim, holds] of SHOWN) {
  test(`the sample shows ${claim}`, () => assert.ok(lines().some(holds)));
}

test('the sample repeats a name in one country and across countries', () => {
  const countries = lines()
    .filter((line) => line.name === 'Nordlysmyr Handel AS')
    .map((line) => listScopes(line)[0]);
  assert.deepEqual(countries, ['NO', 'NO', 'NO', 'SE', 'DK', 'IS']);
});

/** The letters beyond `a` to `z` that each language of the 35 countries needs. */
const LETTERS = [
  'BG ъщжю|CH äöüé|BE ëéê|CY αβλξ|CZ ěščřžýáíéďťňůú|DE äöüß|DK æøå|EE õäöüšž|ES ñáéíóúü·|FI äöå|FR çéèêëîïôàâœÿ',
  'GB ŵŷ|GR άέήίόύώξψ|HR đšžčć|HU őűáéíóöúü|IE áéíóú|IS þðæöáéíóúý|IT àèìòù|LT ąčęėįšųūž|LU äëé|LV āčēģīķļņšūž',
  'MD ăâîșț|MT ċġħż|NL ëï|NO æøå|PL ąćęłńóśźż|PT ãõçáéâêó|RO ăâîșț|RS ђјљњћџđžčć|SE åäö|SI čšž|SK ľĺŕôäňťďž|UA іїєґ',
].flatMap((row) => row.split('|').map((entry) => entry.split(' ')));

for (const [country = '', letters = ''] of LETTERS) {
  test(`the names of ${country} in the sample use ${letters}`, () => {
    const ofCountry = lines().filter((line) => listScopes(line).some((scope) => scope.startsWith(country)));
    const names = ofCountry.flatMap((line) =>
      [line.name ?? '', officersOf(line).map((officer) => officer.name)].flat(),
    );
    const used = new Set(names.join('').normalize('NFC').toLowerCase());
    assert.equal(
      Array.from(letters)
        .filter((letter) => !used.has(letter))
        .join(''),
      '',
    );
  });
}

function redirectsTo(line: RegisterLine, isWanted: (next: RegisterLine) => boolean): boolean {
  const target = line.lifecycle?.canonical_id;
  return target !== undefined && lines().some((next) => findId(next) === target && isWanted(next));
}
