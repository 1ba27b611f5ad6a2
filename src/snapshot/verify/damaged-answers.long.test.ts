/** Damages a snapshot at random, and compares what a reader returns with what it returned before the damage. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Random } from '../../../tools/sample/index.ts';
import { InputError, VarintReader } from '../../model/index.ts';
import { DamagedError } from '../file/page-sums.ts';
import { Table } from '../file/table.ts';
import { SnapshotReader } from '../index.ts';
import { RECORDS, id, write } from '../record-fixture.ts';
import { rewritten } from './rewritten-fixture.ts';

/** Maximum number of rows and numbers that are read for all questions: sound files need a tenth of it. */
const STEPS_MAX = 2_000_000;
/** Maximum number of bytes of one response: sound ones have a hundredth of it. */
const RESPONSE_BYTES_MAX = 4_000_000;

const TODAY = '2026-11-28';
const IDS = [1, 2, 3, 4, 5, 6, 7, 8, 100, 101, 163, 164, 300, 499, 9999].map(id);
const QUERIES = ['row', 'row 00', 'row 0399', 'kvarn', 'a kvarn', '1', '10', '011', '0112038', '54930', 'zzz', '139'];

/** All questions, as functions that return a text. */
const QUESTIONS: readonly ((reader: SnapshotReader) => string)[] = [
  ...QUERIES.flatMap((query) =>
    [undefined, 'NO', 'FI'].flatMap((country) => [
      (reader: SnapshotReader) => formatPage(reader.search(query, country, 25, 0)),
      (reader: SnapshotReader) => formatPage(reader.search(query, country, 3, 17)),
    ]),
  ),
  ...QUERIES.map((query) => (reader: SnapshotReader) => JSON.stringify([...reader.counts(query).countries])),
  ...IDS.flatMap((one) => [
    (reader: SnapshotReader) => reader.company(one)?.toString() ?? 'none',
    (reader: SnapshotReader) => JSON.stringify(reader.officers(one, 2, TODAY)?.json.toString() ?? 'none'),
    (reader: SnapshotReader) => JSON.stringify(reader.details(one) ?? 'none'),
    (reader: SnapshotReader) => JSON.stringify(reader.sameAddress(one, 5) ?? 'none'),
  ]),
  (reader) => JSON.stringify(reader.withNumbers(['01120389', '10', '139', 'T1'], 10)),
];

function formatPage({ json, next }: ReturnType<SnapshotReader['search']>): string {
  return `${json.toString()} ${next}`;
}

/** Asks all questions; a fault is a text, too. */
async function readResponses(path: string): Promise<string[]> {
  let reader: SnapshotReader;
  try {
    reader = SnapshotReader.open(path);
  } catch (error) {
    assert.ok(error instanceof InputError, String(error));
    return QUESTIONS.map(() => DAMAGED);
  }
  const responses = QUESTIONS.map((question) => {
    try {
      return question(reader);
    } catch (error) {
      assert.ok(error instanceof Error);
      return error instanceof DamagedError ? DAMAGED : `${FAULT} ${error.message}`;
    }
  });
  await reader.close();
  return responses;
}

const DAMAGED = 'damaged';
const FAULT = 'fault:';

suite('A damaged snapshot', () => {
  let directory = '';
  let path = '';
  let sound: readonly string[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-damaged-'));
    ({ path } = await write(directory, 'a.snapshot', RECORDS));
    sound = await readResponses(path);
  });
  after(() => rmSync(directory, { recursive: true }));

  test('gives the response of the sound one or says that it is damaged, whatever bytes changed', async () => {
    const bytes = readFileSync(path);
    const damaged = join(directory, 'damaged.snapshot');
    const seen = { same: 0, damaged: 0 };
    for (let seed = 1; seed <= 1500; seed++) {
      const random = new Random(seed);
      const changed = Buffer.from(bytes);
      const count = seed % 3 === 0 ? 4000 : 1 + (seed % 3);
      for (let i = 0; i < count; i++) {
        const at = random.int(changed.length - 64);
        changed[at] = (changed[at] ?? 0) ^ (1 + random.int(255));
      }
      writeFileSync(damaged, changed);
      for (const [i, response] of (await readResponses(damaged)).entries()) {
        if (response === sound[i]) seen.same++;
        else assert.equal(response, DAMAGED, `seed ${seed}, question ${i}`);
        if (response === DAMAGED) seen.damaged++;
      }
    }
    assert.ok(seen.same > 1000 && seen.damaged > 1000, JSON.stringify(seen));
  });

  test('whose checksums were computed again ends every question within bounds, with a fault or a response', async (t) => {
    const steps = countSteps(t);
    const changed = join(directory, 'changed.snapshot');
    for (let seed = 1; seed <= 1500; seed++) {
      const random = new Random(seed);
      writeFileSync(changed, readFileSync(path));
      await rewritten(changed, (tables) => {
        const names = [
          'rows',
          'sparseIndex',
          'numbers',
          'ids',
          'officers',
          'details',
          'addresses',
          'movedNumbers',
        ] as const;
        const table = tables[names[seed % names.length] ?? 'rows'];
        for (const [key, value] of table.rows()) {
          if (value.length === 0 || random.int(4) !== 0) continue;
          const edited = Buffer.from(value);
          for (let i = 1 + random.int(3); i > 0; i--) edited[random.int(edited.length)] = random.int(256);
          table.put(key, edited);
        }
      });
      steps.count = 0;
      for (const response of await readResponses(changed))
        assert.ok(response.length < RESPONSE_BYTES_MAX, `seed ${seed}`);
    }
  });
});

/** Counts the rows and numbers that are read, and fails when there are too many. */
function countSteps(t: { after(work: () => void): void }): { count: number } {
  const steps = { count: 0 };
  const seek = Reflect.get(Table.prototype, 'seek');
  const next = Reflect.get(VarintReader.prototype, 'next');
  const count = (): void => {
    if (++steps.count > STEPS_MAX) throw new Error('The questions take too many steps');
  };
  Table.prototype.seek = function counted(row: number): void {
    count();
    seek.call(this, row);
  };
  VarintReader.prototype.next = function counted(): number {
    count();
    return next.call(this);
  };
  t.after(() => {
    Table.prototype.seek = seek;
    VarintReader.prototype.next = next;
  });
  return steps;
}
