/** The match index of a snapshot updated by change files returns the same results as the index of the build that made the files. */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import { changeRecorder } from '../../../extras/changes/recorder.ts';
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FICTION, Random, companyName } from '../../../tools/sample/index.ts';
import { buildSnapshot } from '../../../src/build/index.ts';
import { applyChanges } from '../../../extras/changes/apply.ts';
import type { RegisterLine } from '../../../src/model/index.ts';
import { SnapshotReader, verifySnapshot } from '../../../src/snapshot/index.ts';
import { folder } from '../../fixtures/folder.ts';

/** Returns a generation of companies of all countries, some with former and other names, and decisions about some. */
function randomLines(random: Random): RegisterLine[] {
  const lines: RegisterLine[] = [];
  for (let n = 0; n < 70; n++) {
    const country = FICTION[n % FICTION.length] ?? assert.fail();
    const own = (): string => `${random.pick(country.roots)} ${random.pick(country.trades)}`;
    const name = companyName(country, own(), random.pick(country.forms)[0]);
    if (random.chance(0.1)) continue;
    lines.push({
      key: `test:${n}`,
      name: random.chance(0.7) ? `${random.pick(country.roots)} ${n}` : name,
      identifiers: [{ scheme: 'national_registry_number', value: `N${n}`, country_scope: country.code }],
      ...(random.chance(0.3) ? { former_names: [{ name: own(), kind: 'former' }] } : {}),
      ...(random.chance(0.2) ? { other_names: [{ name: `${own()} ${n}`, kind: 'trade' }] } : {}),
    });
  }
  return lines;
}

/** Returns a name of a line with a word dropped, moved or misspelt. */
function questionOf({ name = '', former_names: former = [], other_names: other = [] }: RegisterLine, random: Random) {
  const asked = random.pick([name, ...[...former, ...other].map((one) => one.name)]);
  const at = random.int(asked.length);
  const words = asked.split(' ');
  return random.pick([asked, asked.slice(0, at) + asked.slice(at + 1), words.toReversed().join(' '), words[0] ?? '']);
}

test('a snapshot that is brought forward answers messy names as the build does, whether it had a match index before or not', async (t) => {
  const at = folder(t);
  const random = new Random(246);
  const [input, out] = [join(at, 'lines.ndjson'), join(at, 'built.snapshot')];
  const build = async (match: boolean): Promise<readonly RegisterLine[]> => {
    const lines = randomLines(random);
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const previous = existsSync(out) ? { previous: out } : {};
    await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      changes: changeRecorder(),
      inputs: [input],
      out,
      acceptLoss: FICTION.map(({ code }) => code),
      match,
      ...previous,
    });
    return lines;
  };
  const copies = [];
  let lines: readonly RegisterLine[] = [];
  for (const [generation, match] of [false, true, true].entries()) {
    lines = await build(match);
    const copy = join(at, `${generation}.snapshot`);
    copyFileSync(out, copy);
    copies.push(copy);
  }
  const files = readdirSync(join(at, 'changes')).map((name) => join(at, 'changes', name));
  const want = SnapshotReader.open(out);
  const questions = Array.from({ length: 100 }, () => questionOf(random.pick(lines), random));
  const answers = (reader: SnapshotReader): unknown[] =>
    questions.map(
      (name, i) => MATCH_INDEX.search(reader)?.candidates(name, i % 3 === 0 ? 'FI' : undefined, 10) ?? assert.fail(),
    );
  for (const copy of copies.slice(0, -1)) {
    await applyChanges({ to: copy, files });
    await verifySnapshot(copy, { nameIndex: MATCH_INDEX });
    const reader = SnapshotReader.open(copy);
    assert.deepEqual(answers(reader), answers(want));
    await reader.close();
    assert.ok(readFileSync(copy).equals(readFileSync(out)), 'it is the same file');
  }
  assert.ok(answers(want).flat().length > 100, 'most questions have candidates');
  await want.close();
});
