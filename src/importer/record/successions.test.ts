import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveCompanyId, foldNumber, type RegisterLine } from '../../model/index.ts';
import { ImportReport } from '../report.ts';
import { Successions } from './successions.ts';

const deriveId = (lei: string): string =>
  deriveCompanyId({ kind: 'identifier', scheme: 'lei', scope: '', comparedValue: foldNumber(lei) });

interface Node {
  readonly annulled: boolean;
  readonly successors: readonly string[];
}

/** Returns the lines of held records A, B, C …; a successor in lower case has a line. */
function resolve(nodes: Record<string, Node>): Map<string, RegisterLine> {
  const held = new Successions(new ImportReport({ id: 'toys' }), { scheme: 'lei' });
  for (const successor of Object.values(nodes).flatMap(({ successors }) => successors)) {
    held.name(successor);
    if (successor === successor.toLowerCase()) held.written(successor);
  }
  for (const [lei, { annulled, successors }] of Object.entries(nodes)) {
    const line: RegisterLine = { identifiers: [{ scheme: 'lei', value: lei }] };
    const isSplit = successors.length > 1;
    held.hold(lei, { ordinary: annulled ? undefined : line, succeeded: line, successors, isSplit });
  }
  const lines = [...held.lines()];
  return new Map(lines.map((line) => [line.identifiers?.[0]?.value ?? '', line]));
}

const merged = (...successors: string[]): Node => ({ annulled: false, successors });
const annulled = (...successors: string[]): Node => ({ annulled: true, successors });

/** The expected result of each record: `=` is an ordinary line, `-` is no line; else the successors of the line. */
const CASES: [string, Record<string, Node>, Record<string, string>][] = [
  ['one successor is a redirect', { A: merged('x') }, { A: 'x' }],
  ['two successors are a split', { A: merged('x', 'y') }, { A: 'x y' }],
  ['a split keeps the successors that exist', { A: merged('x', 'MISSING') }, { A: 'split x' }],
  ['a chain leads step by step', { A: merged('B'), B: merged('C'), C: merged('x') }, { A: 'B', B: 'C', C: 'x' }],
  ['a missing successor leaves an ordinary record', { A: merged('MISSING') }, { A: '=' }],
  ['an annulled record without one is gone', { A: annulled('MISSING') }, { A: '-' }],
  [
    'the successor of a record is missing if it is gone',
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
    'a record that leads into a loop is a redirect',
    { A: merged('B'), B: merged('C'), C: merged('B') },
    { A: 'B', B: '=', C: '=' },
  ],
];
for (const [claim, nodes, want] of CASES) {
  test(`Successions: ${claim}`, () => {
    const lines = resolve(nodes);
    for (const [lei, fate] of Object.entries(want)) {
      const lifecycle = lines.get(lei)?.lifecycle;
      const names = fate.replace('split ', '').split(' ').map(deriveId);
      if (fate === '-') assert.ok(!lines.has(lei));
      else if (fate === '=') assert.ok(lines.has(lei) && lifecycle === undefined);
      else if (fate.includes(' ')) assert.deepEqual(lifecycle, { status: 'split', successor_ids: names });
      else assert.deepEqual(lifecycle, { status: 'redirected', canonical_id: names[0] });
    }
  });
}

test('Successions: a chain longer than the limit is cut, not followed', () => {
  const names = Array.from({ length: 100 }, (_, i) => `N${i}`);
  const nodes = Object.fromEntries(names.map((name, i) => [name, merged(names[i + 1] ?? 'x')]));
  const lines = resolve(nodes);
  assert.equal(lines.get('N0')?.lifecycle, undefined);
  assert.equal(lines.get('N99')?.lifecycle?.status, 'redirected');
});

test('Successions: no line leads nowhere or in a circle, for all records in any order', () => {
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
          .map((id) => [...names, 'x'].find((n) => deriveId(n) === id) ?? '');
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
