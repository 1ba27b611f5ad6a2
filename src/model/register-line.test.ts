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
    test(`${line} is refused as the page says`, () => {
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
const long = 'x'.repeat(4001);
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const CODE = { scheme: 'WZ 2008', code: '16.23', is_primary: true };

suite('A line is refused with its field and the reason', () => {
  const REFUSED: readonly [claim: string, line: unknown, field: string, reason: string][] = [
    ['null', null, '', 'must be an object, got null'],
    ['a list', [], '', 'must be an object, got []'],
    ['a text', 'Konera', '', 'must be an object, got "Konera"'],
    ['a field of the answer', { id: ID, object: 'company' }, 'object', 'is not a field of the register line'],
    ['an id of another form', { id: 'CO_1' }, 'id', `${ID_RULE} "CO_1"`],
    ['a number for a text', { id: ID, name: 5 }, 'name', 'must be a string, got 5'],
    [
      'a point in time for a day',
      { id: ID, as_of_date: '2026-11-20T00:00:00Z' },
      'as_of_date',
      'must be a calendar day such as 2026-11-20, got "2026-11-20T00:00:00Z"',
    ],
    [
      'a key without a register',
      { key: ':1' },
      'key',
      'must be a register, a colon and its key, such as ro-onrc:J40/1/2020, got ":1"',
    ],
    [
      'a key without a value',
      { key: 'ro-onrc:' },
      'key',
      'must be a register, a colon and its key, such as ro-onrc:J40/1/2020, got "ro-onrc:"',
    ],
    [
      'an empty list of identifiers',
      { identifiers: [] },
      'identifiers',
      'is empty: a line needs an id, a key or at least one identifier',
    ],
    [
      'one identifier without a list',
      { identifiers: LEI },
      'identifiers',
      `must be an array, got ${JSON.stringify(LEI)}`,
    ],
    [
      'an unknown scheme',
      { identifiers: [LEI, { ...LEI, scheme: 'duns' }] },
      'identifiers[1].scheme',
      'must be one of national_registry_number, lei, eu_vat_number, vat_number, tin, got "duns"',
    ],
    [
      'a value of a modifier letter',
      { identifiers: [{ scheme: 'tin', value: 'ʼ' }] },
      'identifiers[0].value',
      'must contain a letter or a digit, got "ʼ"',
    ],
    [
      'a scope of three letters',
      { identifiers: [{ ...LEI, country_scope: 'FIN' }] },
      'identifiers[0].country_scope',
      'must be a country such as FI or a part of one such as DE-BY, got "FIN"',
    ],
    [
      'an activity that does not say whether it is the main one',
      { id: ID, classifications: [{ scheme: 'WZ 2008', code: '1' }] },
      'classifications[0].is_primary',
      'is required and missing',
    ],
    ['yes for true', { id: ID, officers_has_more: 'yes' }, 'officers_has_more', 'must be true or false, got "yes"'],
    [
      'an officer without a name',
      { id: ID, officers: [{ source: SOURCE }] },
      'officers[0].name',
      'is required and missing',
    ],
    ['a source without a system', officer({ source: {} }), 'officers[0].source.system', 'is required and missing'],
    ['an empty list of roles', officer({ roles: [] }), 'officers[0].roles', 'must not be empty, got []'],
    [
      'an address that is none',
      officer({ source: { ...SOURCE, url: 'prh' } }),
      'officers[0].source.url',
      'must be an address such as https://example.org/, got "prh"',
    ],
    [
      'a time without a zone',
      officer({ source: { ...SOURCE, published_at: '2026-11-20T04:00:00' } }),
      'officers[0].source.published_at',
      'must be a point in time with a zone, such as 2026-11-20T04:00:00Z, got "2026-11-20T04:00:00"',
    ],
    [
      'an officer of the answer',
      officer({ object: 'company_officer' }),
      'officers[0].object',
      'is not a field of the register line',
    ],
    ['a lifecycle without a status', { id: ID, lifecycle: {} }, 'lifecycle.status', 'is required and missing'],
    [
      'an unknown status',
      { id: ID, lifecycle: { status: 'gone' } },
      'lifecycle.status',
      'must be one of active, redirected, split, tombstoned, restricted, got "gone"',
    ],
    [
      'an active record that leads elsewhere',
      { id: ID, lifecycle: { status: 'active', canonical_id: ID } },
      'lifecycle.canonical_id',
      'is not allowed where the status is "active"',
    ],
    [
      'a split into nothing',
      { id: ID, lifecycle: { status: 'split' } },
      'lifecycle.successor_ids',
      'needs at least one id where the status is "split"',
    ],
    [
      'successors of a restricted record',
      { id: ID, lifecycle: { status: 'restricted', successor_ids: [ID] } },
      'lifecycle.successor_ids',
      'is not allowed where the status is "restricted"',
    ],
    [
      'a successor that is no id',
      { id: ID, lifecycle: { status: 'split', successor_ids: [ID, 'x'] } },
      'lifecycle.successor_ids[1]',
      `${ID_RULE} "x"`,
    ],
    [
      'half a surrogate pair',
      { id: ID, name: 'Konera \ud83d' },
      'name',
      'must be Unicode text, got a half surrogate pair in "Konera \\ud83d"',
    ],
  ];
  for (const [claim, line, field, reason] of REFUSED) {
    test(claim, () => assert.deepEqual(firstInvalidField(line), { field, reason }));
  }

  test('the list of refusals covers at least 25 lines', () => assert.ok(REFUSED.length >= 25));
});

suite('The bounds of a line', () => {
  const BOUNDS: readonly [field: string, within: unknown, beyond: unknown, reason: string][] = [
    ['name', { id: ID, name: long.slice(1) }, { id: ID, name: long }, 'characters, got 4001'],
    ['key', { key: `a:${long.slice(3)}` }, { key: `a:${long.slice(2)}` }, 'characters, got 4001'],
    [
      'officers[0].source.title',
      officer({ source: { ...SOURCE, title: long.slice(1) } }),
      officer({ source: { ...SOURCE, title: long } }),
      'characters, got 4001',
    ],
    ['officers[0].roles[1]', officer({ roles: ['a', 'b'] }), officer({ roles: ['a', long] }), 'characters, got 4001'],
    [
      'identifiers[0].value',
      { identifiers: [{ ...LEI, value: '1'.repeat(256) }] },
      { identifiers: [{ ...LEI, value: '1'.repeat(257) }] },
      'characters, got 257',
    ],
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
      { id: ID, lifecycle: { status: 'split', successor_ids: times(1000, ID) } },
      { id: ID, lifecycle: { status: 'split', successor_ids: times(1001, ID) } },
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
