import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { InputError, NO_DETAILS } from '../model/index.ts';
import { SnapshotReader, createOfficersReader, verifySnapshot } from './index.ts';
import { RECORDS, company, id, officer, write } from './record-fixture.ts';

suite('A snapshot', () => {
  let directory = '';
  let path = '';
  let reader: SnapshotReader;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-snapshot-'));
    ({ path } = await write(directory, 'a.snapshot', RECORDS));
    reader = SnapshotReader.open(path);
  });
  after(async () => {
    await reader.close();
    rmSync(directory, { recursive: true });
  });

  const json = (n: number): unknown => JSON.parse(reader.company(id(n))?.toString('utf8') ?? 'null');
  const company1 = {
    name: 'Å "Kvarn"\nAB',
    country_code: 'SE',
    as_of_date: '2026-11-01',
    classifications: [{ scheme: 'NACE Rev. 2', code: '01.11', is_primary: true }],
    identifiers: RECORDS[0]?.identifiers,
  };
  const cases: [claim: string, n: number, want: unknown][] = [
    [
      'serves an active company with its identifiers',
      1,
      { id: id(1), object: 'company', lifecycle: { status: 'active' }, ...company1 },
    ],
    [
      'serves the canonical profile under a redirected id',
      2,
      { id: id(2), object: 'company', lifecycle: { status: 'redirected', canonical_id: id(1) }, ...company1 },
    ],
    [
      'serves a split company as last published, with its successors',
      3,
      {
        id: id(3),
        object: 'company',
        lifecycle: { status: 'split', successor_ids: [id(1), id(6)] },
        name: 'Halved Ltd',
        identifiers: [{ scheme: 'tin', value: 'T"1' }],
      },
    ],
    [
      'serves only the state of a tombstoned company',
      4,
      { id: id(4), object: 'company', lifecycle: { status: 'tombstoned' } },
    ],
    [
      'serves only the state of a restricted company',
      5,
      { id: id(5), object: 'company', lifecycle: { status: 'restricted' } },
    ],
    ['leaves absent fields out', 6, { id: id(6), object: 'company', lifecycle: { status: 'active' } }],
    [
      'withholds the values of a restricted company from a redirect to it',
      7,
      { id: id(7), object: 'company', lifecycle: { status: 'redirected', canonical_id: id(5) } },
    ],
    [
      'serves a split profile under an id redirected to it',
      8,
      {
        id: id(8),
        object: 'company',
        lifecycle: { status: 'redirected', canonical_id: id(3) },
        name: 'Halved Ltd',
        identifiers: [{ scheme: 'tin', value: 'T"1' }],
      },
    ],
    ['knows no company that was never published', 99, null],
  ];
  for (const [claim, n, want] of cases) test(claim, () => assert.deepEqual(json(n), want));

  test('writes the fields of a company in the order of the specification', () => {
    assert.deepEqual(Object.keys(json(1) as object), [
      'id',
      'object',
      'lifecycle',
      'name',
      'country_code',
      'as_of_date',
      'classifications',
      'identifiers',
    ]);
  });

  const officerCases: [claim: string, n: number, limit: number, today: string, names: string[], hasMore: boolean][] = [
    [
      'an officer who resigns today is not current, one who resigns tomorrow is',
      1,
      9,
      '2026-11-21',
      ['Bo', 'Cia', 'Dag'],
      false,
    ],
    ['currentness is judged on the day of asking', 1, 9, '2026-11-20', ['Aino', 'Bo', 'Cia', 'Dag'], false],
    ['officers beyond the limit are announced', 1, 2, '2026-11-21', ['Bo', 'Cia'], true],
    ['a limit that just suffices announces none', 1, 3, '2026-11-21', ['Bo', 'Cia', 'Dag'], false],
    ['a redirected company has the officers of its canonical record', 2, 9, '2026-11-21', ['Bo', 'Cia', 'Dag'], false],
    ['a split company has none', 3, 9, '2026-11-21', [], false],
    ['a tombstoned company has none', 4, 9, '2026-11-21', [], false],
    ['a restricted company has none', 5, 9, '2026-11-21', [], false],
    ['a company without officers in a block without any has none', 300, 9, '2026-11-21', [], false],
  ];
  for (const [claim, n, limit, today, names, hasMore] of officerCases) {
    test(claim, () => {
      const officers = reader.officers(id(n), limit, today);
      assert.ok(officers !== undefined);
      const list = JSON.parse(`[${officers.json.toString('utf8')}]`) as { name: string; object: string }[];
      assert.deepEqual(
        list.map(({ name }) => name),
        names,
      );
      assert.ok(list.every((one) => one.object === 'company_officer' && !('kind' in one)));
      assert.equal(officers.hasMore, hasMore);
      assert.equal(officers.companyId, n === 2 ? id(1) : id(n));
    });
  }

  const toDetails = { number: RECORDS[0]?.identifiers[0], details: RECORDS[0]?.details };
  const detailCases: [claim: string, n: number, want: unknown][] = [
    [
      'an active company has its details and its strongest number',
      1,
      { lifecycle: { status: 'active' }, ...toDetails },
    ],
    [
      'a redirected id has those of the canonical record, and its own last name',
      2,
      { lifecycle: { status: 'redirected', canonical_id: id(1) }, nameBefore: 'Gamla Kvarn AB', ...toDetails },
    ],
    [
      'a split record has none',
      3,
      { lifecycle: { status: 'split', successor_ids: [id(1), id(6)] }, details: NO_DETAILS },
    ],
    ['a tombstoned record has none', 4, { lifecycle: { status: 'tombstoned' }, details: NO_DETAILS }],
    ['a restricted record has none', 5, { lifecycle: { status: 'restricted' }, details: NO_DETAILS }],
    [
      'a company of which no register publishes any has none',
      6,
      { lifecycle: { status: 'active' }, details: NO_DETAILS },
    ],
    [
      'an id that leads to a restricted record has none',
      7,
      { lifecycle: { status: 'redirected', canonical_id: id(5) }, details: NO_DETAILS },
    ],
    ['an id that was never published is unknown', 99, undefined],
  ];
  for (const [claim, n, want] of detailCases) test(claim, () => assert.deepEqual(reader.details(id(n)), want));

  test('exports the kinds of officers, which are not served', async () => {
    const exported = SnapshotReader.open(path);
    const stored = createOfficersReader(exported);
    assert.deepEqual(stored(id(1), '2026-11-21'), RECORDS[0]?.officers.slice(1));
    for (const n of [2, 3, 4, 5, 6, 99, 300]) assert.deepEqual(stored(id(n), '2026-11-21'), [], `company ${n}`);
    await exported.close();
  });

  test('holds nothing of a restricted record but its id and state', async () => {
    const secret = company(5, {
      profile: { name: 'Zyxwv Secret' },
      identifiers: [{ scheme: 'tin', value: 'QQSECRETQQ' }],
      officers: [officer('Hidden Person')],
      lifecycle: { status: 'restricted' },
    });
    const { path: file } = await write(directory, 'restricted.snapshot', [secret, company(1, { name: 'Open' })]);
    const bytes = readFileSync(file);
    for (const word of ['Zyxwv', 'zyxwv', 'QQSECRETQQ', 'Hidden']) assert.equal(bytes.indexOf(word), -1, word);
  });

  test('is the same for the same companies in any order', async () => {
    const { metadata } = await write(directory, 'reversed.snapshot', RECORDS.toReversed());
    assert.deepEqual(metadata, reader.metadata);
  });

  test('changes its generation with any value', async () => {
    const changed = RECORDS.map((record) =>
      record.id === id(101) ? Object.assign({}, record, { officersHasMore: true }) : record,
    );
    const { metadata } = await write(directory, 'changed.snapshot', changed);
    assert.notEqual(metadata.generation, reader.metadata.generation);
  });

  test('with no company at all is a sound one', async () => {
    const { path: file } = await write(directory, 'empty.snapshot', []);
    assert.equal((await verifySnapshot(file)).records, 0);
    const empty = SnapshotReader.open(file);
    assert.deepEqual(empty.search('abc', undefined, 10, 0), {
      json: Buffer.alloc(0),
      next: undefined,
    });
    await empty.close();
  });

  test('refuses two companies with one id', async () => {
    await assert.rejects(write(directory, 'twice.snapshot', [company(1), company(1)]), (error) => {
      return error instanceof InputError && error.message.includes(id(1));
    });
  });

  test('holds a company with more of everything than a byte or two could count', async () => {
    const many = company(1, {
      name: 'Many',
      identifiers: Array.from({ length: 300 }, (_, i) => ({ scheme: 'tin' as const, value: `7${i}` })),
      officers: Array.from({ length: 70_000 }, (_, i) => officer(`Officer ${i}`)),
    });
    const { path: file } = await write(directory, 'many.snapshot', [many]);
    await verifySnapshot(file);
    const read = SnapshotReader.open(file);
    assert.equal(read.search('7299', undefined, 10, 0).json.includes('Many'), true);
    assert.equal(read.officers(id(1), 69_999, '2026-11-21')?.hasMore, true);
    assert.equal(read.officers(id(1), 70_000, '2026-11-21')?.hasMore, false);
    await read.close();
  });
});
