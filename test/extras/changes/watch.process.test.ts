/** `openfirma changes` with a watch list in a file, as cron runs it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { ChangeList } from '../../../extras/changes/schemas.ts';
import { ResidentCommand, type Ended } from '../../fixtures/resident-command.ts';
import { buildLines, mill, millId, mills } from '../../searching/generations.ts';

suite('openfirma changes', () => {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-watch-'));
  const resident = new ResidentCommand();
  const moved = { id: millId(1), lifecycle: { status: 'redirected' as const, canonical_id: millId(2) } };
  const build = async (...lines: Parameters<typeof buildLines>[2]): Promise<string> =>
    await buildLines(at, 'a.snapshot', [...mills(3, 50), ...lines], { previous: join(at, 'a.snapshot') });
  const run = async (...args: string[]): Promise<Ended> =>
    await resident.run(['changes', 'a.snapshot', '--watch', 'ids.txt', ...args], at);
  const outcome = ({ status, stdout, stderr }: Ended): [number, string, string] => [
    status,
    stdout.replaceAll(/^\S+Z /gm, ''),
    stderr,
  ];

  before(async () => {
    writeFileSync(join(at, 'ids.txt'), `\u{feff}# suppliers\n${millId(1)}, Kvarn "ett"; rm -rf\r\n\n ${millId(7)}`);
    await buildLines(at, 'a.snapshot', [...mills(3, 50), mill(1), mill(2)]);
    await build(mill(1), mill(2, { name: 'Kvarn två' }));
  });
  after(() => {
    resident.close();
    rmSync(at, { recursive: true });
  });

  test('prints nothing without changes, and exits with 0', async () => {
    assert.deepEqual(outcome(await run('--position', 'p')), [0, '', '']);
  });

  test('reports the changes since the last run once, in lines, with notes and the redirect, and exits with 3', async () => {
    await build(moved, mill(1), mill(2, { name: 'Kvarn tvåa' }));
    const one = `${millId(1)} "Kvarn \\"ett\\"; rm -rf"`;
    const want = [
      `${one} "Kvarn tvåa" redirected`,
      `${millId(2)} "Kvarn tvåa" changed (name: "Kvarn tvåa"); ${one} was redirected`,
    ];
    const [status, stdout, stderr] = outcome(await run('--position', 'p'));
    assert.deepEqual([status, stdout.trim().split('\n').toSorted(), stderr], [3, want.toSorted(), '']);
    assert.deepEqual(outcome(await run('--position', 'p')), [0, '', '']);
  });

  test('has the list of the door as JSON, and names IDs that were never published', async () => {
    const never = `co_${'0'.repeat(26)}`;
    writeFileSync(join(at, 'others.txt'), `${millId(2)}\n${never}\n`);
    const ended = await resident.run(['changes', 'a.snapshot', '--watch', 'others.txt', '--json'], at);
    const { data, unknown_ids: unknown, has_more: hasMore } = JSON.parse(ended.stdout) as ChangeList;
    assert.deepEqual(
      data.map(({ company_id: id, event }) => [id, event]),
      [[millId(2), 'changed'], [millId(2), 'changed']],
    ); // prettier-ignore
    assert.deepEqual([ended.status, unknown, hasMore, ended.stderr], [3, [never], false, `${never} was never published\n`]); // prettier-ignore
  });

  test('gives a program its arguments as they are, and the report as standard input; a failure keeps the position', async () => {
    const script = `require('fs').writeFileSync('got', JSON.stringify([process.argv.slice(1), require('fs').readFileSync(0, 'utf8')])); process.exit(Number(process.argv[1]))`;
    const words = ['$(touch pwned); "x"', "it's"];
    const exec = async (code: string): Promise<Ended> =>
      await run('--position', 'q', '--exec', process.execPath, '--', '-e', script, code, ...words);
    const failed = await exec('5');
    assert.deepEqual(outcome(failed), [1, '', `openfirma: Cannot report the changes: "${process.execPath}" ended with status 5\n`]); // prettier-ignore
    assert.deepEqual(outcome(await exec('0')), [3, '', '']);
    const [given, report] = JSON.parse(readFileSync(join(at, 'got'), 'utf8')) as [string[], string];
    assert.deepEqual(given, ['0', ...words]);
    assert.match(report, /redirected\n/);
    rmSync(join(at, 'got'));
    assert.deepEqual(outcome(await exec('0')), [0, '', ''], 'the program runs only if something changed');
  });

  for (const [args, fault] of [
    [
      ['--since', 'yesterday'],
      /^openfirma: Cannot list the changes of "a.snapshot": Parameter "since" must be a time such as/,
    ],
    [['--since', '2026-01-01'], /"since" leads to changes that are not kept \(changes are kept since/],
    [
      ['--watch', 'bad.txt'],
      /^openfirma: Cannot watch "bad.txt": line 2 begins with "42", which is not a company ID\n$/,
    ],
    [
      ['--watch', 'empty.txt'],
      /^openfirma: Cannot watch "empty.txt": it must have 1 to 10000 company IDs, and has 0\n$/,
    ],
    [['--exec', './nowhere'], /^openfirma: Cannot run "\.\/nowhere": /],
    [['--', 'word'], /^openfirma: Cannot use "word": only the program of --exec takes arguments\n$/],
  ] as const)
    // prettier-ignore
    test(`changes ${args.join(' ')} fails in one line`, async () => {
      writeFileSync(join(at, 'bad.txt'), `${millId(1)}\n42\n`);
      writeFileSync(join(at, 'empty.txt'), '# none\n');
      const { status, stdout, stderr } = await run(...args);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, fault);
    });
});
