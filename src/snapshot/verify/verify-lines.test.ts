import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { ID_1, ID_2, ID_3, LEI, TIN, ask, build, nrn, type Asked } from '../../../test/searching/asked-snapshots.ts';
import { InputError } from '../../model/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { Sorter } from '../../files/index.ts';
import { verifySnapshot, withoutRows, type SnapshotReader } from '../index.ts';

let directory = '';
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'openfirma-lines-'));
});
after(() => rmSync(directory, { recursive: true }));

const refused =
  (...parts: (string | RegExp)[]) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof InputError, String(error));
    assert.doesNotMatch(error.message, /\n/);
    for (const part of parts) assert.ok(error.message.search(part) >= 0, error.message);
    return true;
  };

const mill: RegisterLine = {
  id: ID_1,
  name: 'Kvarn Å AB',
  legal_form: 'Osakeyhtiö',
  country_code: 'SE',
  identifiers: [nrn('0112038-9'), LEI, TIN],
};
const other: RegisterLine = { id: ID_2, name: 'Other Oy', identifiers: [nrn('7')] };
const third: RegisterLine = { id: ID_3, name: 'Third Oy', identifiers: [nrn('8')] };
const without = (line: RegisterLine, ...fields: (keyof RegisterLine)[]): RegisterLine =>
  Object.fromEntries(Object.entries(line).filter(([field]) => !fields.some((one) => one === field)));

suite('A snapshot of other lines than those that went in is found out', () => {
  const gone = { status: 'tombstoned' } as const;
  const secret = { status: 'restricted' } as const;
  const to = (canonical_id: string): RegisterLine => ({ id: ID_1, lifecycle: { status: 'redirected', canonical_id } });
  const into = (...ids: string[]): RegisterLine => ({ ...mill, lifecycle: { status: 'split', successor_ids: ids } });
  const cases: [claim: string, wentIn: RegisterLine, inFile: RegisterLine | undefined, message: RegExp][] = [
    [
      'a name',
      mill,
      { ...mill, name: 'Kvarn Å ABC' },
      /the name of "co_0+1" should be "Kvarn Å AB", is "Kvarn Å ABC"$/,
    ],
    ['no name', mill, without(mill, 'name'), /the name of .* is null$/],
    ['another field', mill, { ...mill, legal_form: 'X' }, /the legal_form of .* should be "Osakeyhtiö", is "X"$/],
    [
      'an identifier less',
      mill,
      { ...mill, identifiers: [nrn('0112038-9'), TIN] },
      /should hold {"scheme":"lei","value":"549300AAAAAAAAAAAA01"}, of this scheme hold \[\]$/,
    ],
    [
      'an identifier written in another way',
      mill,
      { ...mill, identifiers: [nrn('01120389'), LEI, TIN] },
      /should hold .*"0112038-9".*, of this scheme hold .*"01120389"/,
    ],
    [
      'an identifier of another scope',
      mill,
      { ...mill, identifiers: [nrn('0112038-9'), LEI, { ...TIN, country_scope: 'NO' }] },
      /should hold .*"tin"/,
    ],
    [
      'an identifier of another scheme',
      mill,
      { ...mill, identifiers: [nrn('0112038-9'), LEI, { ...TIN, scheme: 'vat_number' }] },
      /should hold .*"tin"/,
    ],
    ['a company less', mill, undefined, /the company "co_0+1" is missing from the snapshot$/],
    [
      'a restricted company shown',
      { ...mill, lifecycle: secret },
      mill,
      /the lifecycle of "co_0+1" should be {"status":"restricted"}, is {"status":"active"}$/,
    ],
    ['a tombstoned company shown', { ...mill, lifecycle: gone }, mill, /should be {"status":"tombstoned"}, is/],
    ['an active company gone', mill, { ...mill, lifecycle: gone }, /should be {"status":"active"}, is/],
    ['a redirect that leads elsewhere', to(ID_2), to(ID_3), /should be .*0002"}, is .*0003"}$/],
    ['a split one with another successor', into(ID_2), into(ID_2, ID_3), /should be .*0002"\]}, is .*0002",/],
    ['a split one with an identifier less', into(ID_2), { ...into(ID_2), identifiers: [LEI] }, /should hold .*0112038/],
  ];
  for (const [claim, wentIn, inFile, message] of cases) {
    test(claim, async () => {
      const { sample } = await build(directory, [[other, third], [wentIn]]);
      const { path } = await build(directory, [[other, third, ...(inFile === undefined ? [] : [inFile])]]);
      await verifySnapshot(path);
      await assert.rejects(
        ask({ path, sample }),
        refused(/^Cannot build: the snapshot contradicts line 1 of "input 1": /, message),
      );
    });
  }
});

suite('A wrong reader or writer is found out', () => {
  const absent = { json: Buffer.alloc(0), next: undefined };
  /** A reader whose searches never find a company. */
  const losing =
    (lost: string) =>
    (reader: SnapshotReader): Partial<Asked> => ({
      search: (...asked) => {
        const { json, next } = reader.search(...asked);
        return { json: withoutRows(json, (id) => id === lost).json, next };
      },
    });
  const searches: [claim: string, isLost: (query: string, country: string | undefined) => boolean, message: RegExp][] =
    [
      [
        'no name is found',
        (query) => query === 'Kvarn Å AB',
        /"Kvarn Å AB" in all countries should find "co_0+1", finds n/,
      ],
      ['no number is found', (query) => query === 'T-1', /"T-1" in all countries should find/],
      ['nothing in the country of the register', (_, country) => country === 'FI', /"Kvarn Å AB" in FI should find/],
      ['nothing in that of the head office', (_, country) => country === 'SE', /"Kvarn Å AB" in SE should find/],
    ];
  for (const [claim, isLost, message] of searches) {
    test(claim, async () => {
      const built = await build(directory, [[mill]]);
      await ask(built);
      const wrong = (reader: SnapshotReader): Partial<Asked> => ({
        search: (query, country, ...where) =>
          isLost(query, country) ? absent : reader.search(query, country, ...where),
      });
      await assert.rejects(ask(built, wrong), refused(message));
    });
  }

  test('others are found instead: the first of them is named', async () => {
    const built = await build(directory, [[mill], [{ ...other, name: 'Kvarn Å AB & Co' }]]);
    await assert.rejects(ask(built, losing(ID_1)), refused(/should find "co_0+1", finds others, first "co_0+2"$/));
  });

  test('one of many companies with the same name and number prefix is missing, on the first page or far after it', async () => {
    const lines = ['1', ...Array.from({ length: 600 }, (_, i) => `1${1000 + i}`)].map((value) => ({
      name: 'Holding',
      identifiers: [nrn(value, 'LI')],
    }));
    const built = await build(directory, [lines]);
    await ask(built);
    const ids = built.sample.map(({ id }) => id).toSorted();
    assert.equal(ids.length, lines.length);
    for (const lost of [ids[0], ids[250], ids[600]]) {
      const sample = built.sample.filter(({ id }) => id === lost);
      const wrong = losing(lost ?? '');
      await assert.rejects(ask({ ...built, sample }, wrong), refused(`should find "${lost}", finds others, first`));
    }
  });

  const hidden: RegisterLine = { ...mill, lifecycle: { status: 'restricted' } };
  const withheld: [claim: string, wrong: (reader: SnapshotReader) => Partial<Asked>, message: RegExp][] = [
    [
      'a search finds it',
      () => ({ search: () => ({ json: Buffer.from(`{"id":"${ID_1}","name":"Kvarn"}`), next: undefined }) }),
      /should not find "co_0+1", which is restricted$/,
    ],
    [
      'it shows a value',
      (reader) => ({
        company: (id) => Buffer.from((reader.company(id)?.toString('utf8') ?? '').replace('}}', '},"name":"Kvarn"}')),
      }),
      /which is restricted, should show nothing, shows name$/,
    ],
    [
      'it shows an officer',
      () => ({ officers: (companyId) => ({ companyId, json: Buffer.from('{}'), hasMore: false }) }),
      /should show nothing, shows officers$/,
    ],
  ];
  for (const [claim, wrong, message] of withheld) {
    test(`of a restricted company, ${claim}: the message has no value`, async () => {
      const built = await build(directory, [[hidden]]);
      await ask(built);
      await assert.rejects(ask(built, wrong), (error) => {
        assert.doesNotMatch(String(error), /Kvarn|0112038/);
        return refused(message)(error);
      });
    });
  }

  test('an id has the rank of another company', async () => {
    const built = await build(directory, [[mill], [other]]);
    const wrong = (reader: SnapshotReader): Partial<Asked> => ({
      company: (id) => reader.company(id === ID_1 ? ID_2 : ID_1),
    });
    await assert.rejects(ask(built, wrong), refused(/the id "co_\w+" returns the company "co_/));
  });

  test('companies are written in another order than their names have', async (t) => {
    const lines = Array.from({ length: 400 }, (_, i) => ({ name: `Mill ${i}`, identifiers: [nrn(`${i}`)] }));
    const backwards = function* backwards(this: Sorter): ReturnType<Sorter['sorted']> {
      const rows = Array.from(this.sorted(), ({ key, value }) => ({
        key: Buffer.from(key),
        value: Buffer.from(value),
      }));
      yield* rows.toReversed();
    };
    // A writer sorts the names first.
    const onWriting = (): unknown => t.mock.method(Sorter.prototype, 'sorted', backwards, { times: 1 });
    const built = await build(directory, [lines], { onWriting: () => void onWriting() });
    await assert.rejects(ask(built), refused(/a search for "Mill \d+" in all countries should find "co_\w+"/));
  });
});
