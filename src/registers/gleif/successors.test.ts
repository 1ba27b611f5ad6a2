import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ImportReport } from '../../importer/index.ts';
import { deriveCompanyId, type RegisterLine } from '../../model/index.ts';
import { HeldRecords } from './successors.ts';

const idOf = (lei: string): string =>
  deriveCompanyId({ kind: 'identifier', scheme: 'lei', scope: '', comparedValue: lei });

interface Node {
  readonly annulled: boolean;
  readonly successors: readonly string[];
}

/** Resolves held records named A, B, C …; every name beyond them that is lower case exists as a plain record. */
function resolve(nodes: Record<string, Node>): Map<string, RegisterLine> {
  const held = new HeldRecords(new ImportReport({ id: 'gleif' }));
  for (const [lei, { annulled, successors }] of Object.entries(nodes)) {
    const line: RegisterLine = { identifiers: [{ scheme: 'lei', value: lei }] };
    held.hold({ lei, ordinary: annulled ? undefined : line, succeeded: line, successors });
  }
  const lines = [...held.lines((lei) => lei === lei.toLowerCase())];
  return new Map(lines.map((line) => [line.identifiers?.[0]?.value ?? '', line]));
}

const merged = (...successors: string[]): Node => ({ annulled: false, successors });
const annulled = (...successors: string[]): Node => ({ annulled: true, successors });

/** What each record becomes: `=` ordinary, `-` gone, else the names it leads to. */
const CASES: [string, Record<string, Node>, Record<string, string>][] = [
  ['one successor is a redirect', { A: merged('x') }, { A: 'x' }],
  ['two successors are a split', { A: merged('x', 'y') }, { A: 'x y' }],
  ['a split keeps the successors that exist', { A: merged('x', 'MISSING') }, { A: 'split x' }],
  ['a chain leads step by step', { A: merged('B'), B: merged('C'), C: merged('x') }, { A: 'B', B: 'C', C: 'x' }],
  ['a missing successor leaves an ordinary record', { A: merged('MISSING') }, { A: '=' }],
  ['an annulled record without one is gone', { A: annulled('MISSING') }, { A: '-' }],
  [
    'what leads to a gone record is missing its successor',
    { A: merged('B'), B: annulled('MISSING') },
    { A: '=', B: '-' },
  ],
  ['a chain of annulled records holds', { A: annulled('B'), B: annulled('x') }, { A: 'B', B: 'x' }],
  ['a record is not its own successor', { A: merged('A') }, { A: '=' }],
  [
    'all members of a loop are ordinary',
    { A: merged('B'), B: merged('C'), C: merged('A') },
    { A: '=', B: '=', C: '=' },
  ],
  [
    'what leads into a loop is a redirect',
    { A: merged('B'), B: merged('C'), C: merged('B') },
    { A: 'B', B: '=', C: '=' },
  ],
];
for (const [claim, nodes, want] of CASES) {
  test(`HeldRecords: ${claim}`, () => {
    const lines = resolve(nodes);
    for (const [lei, fate] of Object.entries(want)) {
      const lifecycle = lines.get(lei)?.lifecycle;
      const names = fate.replace('split ', '').split(' ').map(idOf);
      if (fate === '-') assert.ok(!lines.has(lei));
      else if (fate === '=') assert.ok(lines.has(lei) && lifecycle === undefined);
      else if (fate.includes(' ')) assert.deepEqual(lifecycle, { status: 'split', successor_ids: names });
      else assert.deepEqual(lifecycle, { status: 'redirected', canonical_id: names[0] });
    }
  });
}

test('HeldRecords: a chain longer than the limit is cut, not followed', () => {
  const names = Array.from({ length: 100 }, (_, i) => `N${i}`);
  const nodes = Object.fromEntries(names.map((name, i) => [name, merged(names[i + 1] ?? 'x')]));
  const lines = resolve(nodes);
  assert.equal(lines.get('N0')?.lifecycle, undefined);
  assert.equal(lines.get('N99')?.lifecycle?.status, 'redirected');
});

test('HeldRecords: whatever the records say, no line leads nowhere or in a circle, in any order', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const target = fc.constantFrom(...names, 'x', 'MISSING');
  const node = fc.record({
    annulled: fc.boolean(),
    successors: fc.uniqueArray(target, { minLength: 1, maxLength: 3 }),
  });
  const graph = fc.tuple(...names.map(() => node));
  fc.assert(
    fc.property(graph, fc.shuffledSubarray(names, { minLength: names.length }), (list, order) => {
      const nodes = Object.fromEntries(names.map((name, i) => [name, list[i] ?? merged('x')]));
      const lines = resolve(nodes);
      const leads = (name: string): string[] => {
        const { canonical_id: one, successor_ids: many } = lines.get(name)?.lifecycle ?? {};
        return [one, ...(many ?? [])]
          .filter((id) => id !== undefined)
          .map((id) => [...names, 'x'].find((n) => idOf(n) === id) ?? '');
      };
      const walk = (name: string, path: readonly string[]): void => {
        assert.ok(!path.includes(name), `circle at ${name}`);
        assert.ok(name === 'x' || lines.has(name), `nothing at ${name}`);
        for (const next of leads(name)) walk(next, [...path, name]);
      };
      for (const name of lines.keys()) walk(name, []);
      const shuffled = resolve(Object.fromEntries(order.map((name) => [name, nodes[name] ?? merged('x')])));
      for (const name of names) assert.deepEqual(shuffled.get(name), lines.get(name));
    }),
  );
});
