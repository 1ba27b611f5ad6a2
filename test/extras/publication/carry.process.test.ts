/** A publication that is carried by the line for rsync of the manual, after each publication, by `--exec`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSound } from '../../../extras/publication/killed-publishes-fixture.ts';
import { createKey } from '../../../extras/publication/keys.ts';
import { folder } from '../../fixtures/folder.ts';
import { COMMAND, environment } from '../../fixtures/serving.ts';
import { findBlocks } from '../../house/printed.ts';
import { has } from '../../parts.ts';
import { buildLines, mills } from '../../searching/generations.ts';

const filesIn = (at: string): string[] => readdirSync(at, { recursive: true, withFileTypes: true }).flatMap((entry) => entry.isFile() ? join(entry.parentPath, entry.name).slice(at.length) : []).toSorted(); // prettier-ignore

if (has('rsync', 'a publication that rsync carries'))
  test('rsync carries a publication, current.json last and removals after it', async (t) => {
    const at = folder(t);
    const [from, to] = [join(at, 'published'), join(at, 'carried')];
    mkdirSync(to);
    const key = await createKey(join(at, 'key'));
    const line = findBlocks('docs/operating/followers.md', 'sh').find((block) => block.startsWith('rsync ')) ?? '';
    const [files = '', rest = ''] = line.replaceAll('web:/srv/published/', `${to}/`).replaceAll('/srv/published/', `${from}/`).split(' && '); // prettier-ignore
    const [first, both] = [join(at, 'first'), join(at, 'both')];
    writeFileSync(first, `#!/bin/sh -e\n${files}\n`, { mode: 0o755 });
    writeFileSync(both, `#!/bin/sh -e\n${files}\n${rest}\n`, { mode: 0o755 });
    let snapshot = '';
    const put = async (count: number, script: string): Promise<void> => {
      snapshot = await buildLines(at, 's', mills(0, count), snapshot === '' ? {} : { previous: snapshot });
      const args = ['publish', '--to', from, '--keep', '1', '--exec', script, snapshot];
      const { status, stderr } = spawnSync(COMMAND, args, { encoding: 'utf8', env: environment({ PUBLISH_KEY: join(at, 'key') }) }); // prettier-ignore
      assert.equal(status, 0, stderr);
    };
    await put(20, both);
    assert.deepEqual([readSound(to, key).counter, filesIn(to)], [1, filesIn(from)]);
    await put(21, first);
    assert.equal(readSound(to, key).counter, 1, 'the publication before is whole');
    await put(22, both);
    assert.equal(readSound(to, key).counter, 3);
    assert.deepEqual(filesIn(to), filesIn(from));
    assert.deepEqual(readFileSync(join(to, 'current.json')), readFileSync(join(from, 'current.json')));
  });
