import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OFFICER_FIELDS } from './fields.ts';
import type { Change } from './filing.ts';
import { State } from './replay.ts';

const MAIN = 'MainCircumstances 0011';

function add(day: number, id: string, value: string, field = 'Managers', section = MAIN): Change {
  return { at: at(day), section, field, operation: 'Add', id, value: { text: value } };
}

function erase(day: number, field = 'Managers', section = MAIN, id?: string): Change {
  return { at: at(day), section, field, operation: 'Erase', ...(id !== undefined && { id }) };
}

const at = (day: number): string => `202601${String(day).padStart(2, '0')}000000`;

const readNames = (changes: readonly Change[], field = 'Managers'): (string | undefined)[] =>
  new State(changes).records(field).map(({ value }) => value.text);

const FOLDED: readonly (readonly [claim: string, changes: readonly Change[], want: readonly string[]])[] = [
  ['keeps what entries of different days add to a list', [add(1, '1', 'A'), add(2, '2', 'B')], ['A', 'B']],
  ['ends all of a field with an erasure that names no record', [add(1, '1', 'A'), add(2, '2', 'B'), erase(3)], []],
  ['keeps what the entry of an erasure adds, in whichever order', [add(1, '1', 'A'), add(2, '2', 'B'), erase(2)], ['B']],
  ['keeps what is added after an erasure', [erase(2), add(1, '1', 'A'), add(3, '2', 'B')], ['B']],
  ['ends only the records that an erasure names', [add(1, '1', 'A'), add(1, '2', 'B'), erase(2, 'Managers', MAIN, '1')], ['B']],
  ['replaces a record that is added again', [add(1, '1', 'A'), add(2, '1', 'B')], ['B']],
  ['keeps the other section of a kind', [add(1, '1', 'A'), erase(2, 'Managers', 'MainCircumstances 0022')], ['A']],
  ['keeps other fields', [add(1, '1', 'A'), erase(2, 'Procurators')], ['A']],
  ['ends all of a section that closes', [add(1, '1', 'A'), { at: at(2), section: MAIN, field: '', operation: 'Close' }], []],
  ['counts a change that is there twice once', [add(1, '1', 'A'), erase(2), add(1, '1', 'A'), erase(2), add(3, '2', 'B')], ['B']],
]; // prettier-ignore
for (const [claim, changes, want] of FOLDED) {
  test(`the replay ${claim}`, () => {
    assert.deepEqual(readNames(changes), want);
    assert.deepEqual(readNames(changes.toReversed()), want);
  });
}

test('a field with one value holds the last that was entered', () => {
  const changes = [add(2, '9', 'B', 'Company'), add(1, '7', 'A', 'Company'), add(2, '10', 'C', 'Company')];
  assert.deepEqual(new State(changes).value('Company'), { text: 'C' });
  assert.deepEqual(new State(changes).names.map(({ value }) => value.text), ['A', 'B', 'C']); // prettier-ignore
});

const STATES: readonly (readonly [claim: string, changes: readonly Change[], want: string | undefined])[] = [
  ['none without a field of one', [add(1, '1', 'A')], undefined],
  ['that of its liquidators', [add(1, '1', 'A', 'Liquidators')], 'Ликвидация'],
  ['insolvency before liquidation', [add(1, '1', '', 'OpenProccedings'), add(2, '2', '', 'TermsOfLiquidation')], 'Несъстоятелност'],
  ['the latest word of insolvency', [add(1, '1', '', 'OpenProccedings'), add(2, '2', '', 'DeclareBankrupt')], 'Обявяване в несъстоятелност'],
  ['none after the end of the proceedings', [add(1, '1', '', 'OpenProccedings'), add(2, '2', '', 'SuspendProceedings')], undefined],
  ['liquidation where only insolvency is over', [add(1, '1', '', 'OpenProccedings'), add(2, '2', '', 'SuspendProceedings'), add(1, '3', '', 'TermsOfLiquidation')], 'Ликвидация'],
  ['none after a company continues its business', [add(1, '1', '', 'TermsOfLiquidation'), add(2, '2', '', 'ContinuingTradeActivity')], undefined],
  ['none of an erased field', [add(1, '1', '1', 'AddemptionOfTrader'), erase(2, 'AddemptionOfTrader')], undefined],
  ['none of a flag that is not set', [add(1, '1', '0', 'AddemptionOfTrader')], undefined],
  ['deletion before all', [add(1, '1', '1', 'AddemptionOfTrader'), add(2, '2', '', 'DeclareBankrupt')], 'Заличаване на търговеца'],
]; // prettier-ignore
for (const [claim, changes, want] of STATES) {
  test(`the state of a company is ${claim}`, () => assert.equal(new State(changes).status()?.word, want));
}

/** Few values of each kind, so that entries collide. */
const CHANGE: fc.Arbitrary<Change> = fc
  .record({
    day: fc.integer({ min: 1, max: 6 }),
    section: fc.constantFrom(MAIN, 'B1_Procura 0022'),
    field: fc.constantFrom('Managers', 'Procurators', 'Company', 'ChairMan'),
    operation: fc.constantFrom('Add', 'Add', 'Erase', 'Close'),
    id: fc.constantFrom('1', '2', '3'),
    namesRecord: fc.boolean(),
  })
  .map(({ day, section, field, operation, id, namesRecord }): Change => {
    if (operation === 'Close') return { at: at(day), section, field: '', operation };
    if (operation === 'Erase') return erase(day, field, section, namesRecord ? id : undefined);
    return add(day, id, `${section} ${field} ${id} of ${day}`, field, section);
  });

/**
 * Whether a record is in force, without a replay: it is the last addition under its id, no later entry erased it, its section was not
 * closed by the same or a later entry, and, in a field with one value, no other record replaced it.
 */
function holds(one: Change, changes: readonly Change[]): boolean {
  if (one.operation !== 'Add') return false;
  return changes.every((other) => {
    if (other.section !== one.section) return true;
    if (other.operation === 'Close') return other.at < one.at;
    if (other.field !== one.field) return true;
    const isOfRecord = other.id === undefined || other.id === one.id;
    if (other.operation === 'Erase') return !isOfRecord || other.at <= one.at;
    const isList = OFFICER_FIELDS.get(one.field)?.record !== undefined;
    if (isList) return other.id !== one.id || other.at <= one.at;
    return other.at < one.at || (other.at === one.at && (other.id ?? '') <= (one.id ?? ''));
  });
}

/** Sections are part of the values, so that a value identifies its record. */
const readValue = ({ value }: Pick<Change, 'value'>): string => value?.text ?? '';

test('the replay of any history in any order leaves what an oracle says', () => {
  fc.assert(
    fc.property(fc.array(CHANGE, { maxLength: 25 }), fc.infiniteStream(fc.nat()), (changes, random) => {
      const shuffled = changes
        .map((change) => ({ change, rank: random.next().value }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ change }) => change);
      const state = new State([...shuffled, ...changes.slice(0, 5)]);
      const found = new Set(
        ['Managers', 'Procurators', 'Company', 'ChairMan'].flatMap((field) => state.records(field).map(readValue)),
      );
      assert.deepEqual(found, new Set(changes.filter((one) => holds(one, changes)).map(readValue)));
    }),
    { numRuns: 500 },
  );
});
