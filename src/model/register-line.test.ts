import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { deriveCompanyId, quoteValue } from './index.ts';
import { firstInvalidField } from './shapes.ts';

const PAGE = readFileSync(new URL('../../docs/register-line.md', import.meta.url), 'utf8');

const ID = 'co_00000000000000000000000001';
const LEI = { scheme: 'lei', value: '549300AAAAAAAAAAAA01' };
const SOURCE = { system: 'Example register' };
const ID_RULE = 'must be a company ID: co_, a digit 0-7 and 25 characters 0-9 a-z without i, l, o, u, got';

suite('The examples of docs/register-line.md', () => {
  const examples = [...PAGE.matchAll(/```json\n([^]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
  const wrong = [...PAGE.matchAll(/^\| `(\{.*\})` \| `(.*?)` \| `(.*)` \|$/gm)];
  const derived = [...PAGE.matchAll(/^\| `(\w+)` \| (?:`(\w+)`)? \| `(.*)` \| `(co_\w+)` \|$/gm)];

  test('are all there', () => {
    assert.ok(examples.length >= 8, `${examples.length} lines`);
    assert.equal(wrong.length, PAGE.match(/^\| `\{/gm)?.length);
    assert.ok(wrong.length >= 15, `${wrong.length} wrong lines`);
    assert.equal(derived.length, 3);
  });

  for (const example of examples) {
    test(`${example.slice(0, 60)} is a register line`, () => {
      assert.equal(firstInvalidField(JSON.parse(example)), undefined);
    });
  }

  for (const [, line = '', field, reason] of wrong) {
    test(`${line} is rejected as the page says`, () => {
      assert.deepEqual(firstInvalidField(JSON.parse(line)), { field, reason });
    });
  }

  for (const [, scheme = '', scope = '', value = '', id] of derived) {
    test(`${value} gives the id on the page`, () => {
      const naturalKey =
        scheme === 'key'
          ? ({ kind: 'key', key: value } as const)
          : ({ kind: 'identifier', scheme, scope, comparedValue: value } as const);
      assert.equal(deriveCompanyId(naturalKey), id);
    });
  }
});

const officer = (more: object): object => ({ id: ID, officers: [{ name: 'Alma Zirbel', source: SOURCE, ...more }] });
const source = (more: object): object => officer({ source: { ...SOURCE, ...more } });
const lifecycle = (value: object): object => ({ id: ID, lifecycle: value });
const tin = (value: string): object => ({ identifiers: [{ scheme: 'tin', value }] });
const long = 'x'.repeat(4001);
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const CODE = { scheme: 'WZ 2008', code: '16.23', is_primary: true };
const NO_TIME = '2026-11-20T04:00:00';

const UNKNOWN = 'is not a field of the register line';
const MISSING = 'is required and missing';
const NOTHING = 'is empty: a line needs an id, a key or at least one identifier';
const KEY_RULE = 'must be a register, a colon and its key, such as ro-onrc:J40/1/2020, got';
const DAY_RULE = 'must be a calendar day such as 2026-11-20, got';
const TIME_RULE = 'must be a point in time with a zone, such as 2026-11-20T04:00:00Z, got';
const SCOPE_RULE = 'must be a country such as FI or a part of one such as DE-BY, got';
const SCHEME_RULE = 'must be one of national_registry_number, lei, eu_vat_number, vat_number, tin, got';
const STATUS_RULE = 'must be one of active, redirected, split, tombstoned, restricted, got';

suite('A line is refused with its field and the reason', () => {
  const unmarked = [{ scheme: 'WZ 2008', code: '1' }];
  const REFUSED: readonly [line: unknown, field: string, reason: string][] = [
    [null, '', 'must be an object, got null'],
    [[], '', 'must be an object, got []'],
    ['Konera', '', 'must be an object, got "Konera"'],
    [{ id: ID, object: 'company' }, 'object', UNKNOWN],
    [{ id: 'CO_1' }, 'id', `${ID_RULE} "CO_1"`],
    [{ id: ID, name: 5 }, 'name', 'must be a string, got 5'],
    [{ id: ID, as_of_date: `${NO_TIME}Z` }, 'as_of_date', `${DAY_RULE} "${NO_TIME}Z"`],
    [{ key: ':1' }, 'key', `${KEY_RULE} ":1"`],
    [{ key: 'ro-onrc:' }, 'key', `${KEY_RULE} "ro-onrc:"`],
    [{ identifiers: [] }, 'identifiers', NOTHING],
    [{ identifiers: LEI }, 'identifiers', `must be an array, got ${JSON.stringify(LEI)}`],
    [{ identifiers: [LEI, { ...LEI, scheme: 'duns' }] }, 'identifiers[1].scheme', `${SCHEME_RULE} "duns"`],
    [tin('ʼ'), 'identifiers[0].value', 'must contain a letter or a digit, got "ʼ"'],
    [{ identifiers: [{ ...LEI, country_scope: 'FIN' }] }, 'identifiers[0].country_scope', `${SCOPE_RULE} "FIN"`],
    [{ id: ID, classifications: unmarked }, 'classifications[0].is_primary', MISSING],
    [{ id: ID, officers_has_more: 'yes' }, 'officers_has_more', 'must be true or false, got "yes"'],
    [{ id: ID, officers: [{ source: SOURCE }] }, 'officers[0].name', MISSING],
    [officer({ source: {} }), 'officers[0].source.system', MISSING],
    [officer({ kind: 'person' }), 'officers[0].kind', 'must be one of natural_person, organisation, got "person"'],
    [officer({ roles: [] }), 'officers[0].roles', 'must not be empty, got []'],
    [source({ url: 'prh' }), 'officers[0].source.url', 'must be an address such as https://example.org/, got "prh"'],
    [source({ published_at: NO_TIME }), 'officers[0].source.published_at', `${TIME_RULE} "${NO_TIME}"`],
    [officer({ object: 'company_officer' }), 'officers[0].object', UNKNOWN],
    [lifecycle({}), 'lifecycle.status', MISSING],
    [lifecycle({ status: 'gone' }), 'lifecycle.status', `${STATUS_RULE} "gone"`],
    [
      lifecycle({ status: 'active', canonical_id: ID }),
      'lifecycle.canonical_id',
      'is not allowed where the status is "active"',
    ],
    [lifecycle({ status: 'split' }), 'lifecycle.successor_ids', 'needs at least one id where the status is "split"'],
    [
      lifecycle({ status: 'restricted', successor_ids: [ID] }),
      'lifecycle.successor_ids',
      'is not allowed where the status is "restricted"',
    ],
    [lifecycle({ status: 'split', successor_ids: [ID, 'x'] }), 'lifecycle.successor_ids[1]', `${ID_RULE} "x"`],
    [{ id: ID, name: 'Konera \ud83d' }, 'name', 'must be Unicode text, got a half surrogate pair in "Konera \\ud83d"'],
  ];
  for (const [line, field, reason] of REFUSED) {
    test(`${JSON.stringify(line)}: ${field} ${reason}`, () =>
      assert.deepEqual(firstInvalidField(line), { field, reason }));
  }

  test('the list of refusals covers at least 25 lines', () => assert.ok(REFUSED.length >= 25));
});

suite('The bounds of a line', () => {
  const BOUNDS: readonly [field: string, within: unknown, beyond: unknown, reason: string][] = [
    ['name', { id: ID, name: long.slice(1) }, { id: ID, name: long }, 'characters, got 4001'],
    ['key', { key: `a:${long.slice(3)}` }, { key: `a:${long.slice(2)}` }, 'characters, got 4001'],
    ['officers[0].source.title', source({ title: long.slice(1) }), source({ title: long }), 'characters, got 4001'],
    ['officers[0].roles[1]', officer({ roles: ['a', 'b'] }), officer({ roles: ['a', long] }), 'characters, got 4001'],
    ['identifiers[0].value', tin('1'.repeat(256)), tin('1'.repeat(257)), 'characters, got 257'],
    ['identifiers', { identifiers: times(100, LEI) }, { identifiers: times(101, LEI) }, 'entries, got 101'],
    [
      'classifications',
      { id: ID, classifications: times(100, CODE) },
      { id: ID, classifications: times(101, CODE) },
      'entries, got 101',
    ],
    [
      'officers',
      { id: ID, officers: times(10_000, { name: 'Alma Zirbel', source: SOURCE }) },
      { id: ID, officers: times(10_001, { name: 'Alma Zirbel', source: SOURCE }) },
      'entries, got 10001',
    ],
    ['officers[0].roles', officer({ roles: times(100, 'a') }), officer({ roles: times(101, 'a') }), 'entries, got 101'],
    [
      'lifecycle.successor_ids',
      lifecycle({ status: 'split', successor_ids: times(1000, ID) }),
      lifecycle({ status: 'split', successor_ids: times(1001, ID) }),
      'entries, got 1001',
    ],
  ];
  for (const [field, within, beyond, reason] of BOUNDS) {
    test(`hold for ${field}`, () => {
      assert.equal(firstInvalidField(within), undefined);
      const fault = firstInvalidField(beyond);
      assert.equal(fault?.field, field);
      const most = Number(/got (\d+)$/.exec(reason)?.[1]) - 1;
      assert.equal(fault?.reason, `must have at most ${most} ${reason}`);
    });
  }

  test('keep a message on one short line, whatever the value is', () => {
    assert.equal(quoteValue('a\nb'), '"a\\nb"');
    assert.equal(quoteValue(long).length, 81);
  });
});

test('quoteValue() never cuts a character in half', () => {
  for (let blanks = 0; blanks < 4; blanks++) {
    const quoted = quoteValue(' '.repeat(blanks) + '😀'.repeat(100));
    assert.ok(quoted.isWellFormed(), quoted);
  }
});
