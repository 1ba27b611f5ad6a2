/** The first night with real data as README prints it: files are served over HTTP on this machine, and no flag names a path. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';
import { freePort } from '../fixtures/programs.ts';
import { environment, startService, stopService } from '../fixtures/serving.ts';
import { ROOT, findBlocks, splitCommands } from './printed.ts';

const PUBLISHERS = join(ROOT, 'test/fetching/publishers.ts');
const MAIN = join(ROOT, 'src/cli/main.ts');

test('README: refresh writes what serve serves and doctor checks', async (t) => {
  const bin = folder(t);
  const at = folder(t);
  const program = join(bin, 'openfirma');
  // The addresses of the registers lead to the server that this import starts.
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --import "${PUBLISHERS}" "${MAIN}" "$@"\n`, {
    mode: 0o755,
  });
  const settings = { PORT: String(await freePort()) };
  const env = environment(settings);
  const run = (command: string) =>
    spawnSync('sh', ['-eu', '-c', command], {
      cwd: at,
      env: { ...env, PATH: `${bin}:${env['PATH']}` },
      encoding: 'utf8',
    });

  const block = findBlocks('README.md', 'sh').find((one) => one.includes('openfirma refresh')) ?? '';
  const [configure = '', refresh = '', serve, doctor = ''] = splitCommands(block);
  assert.equal(serve, 'openfirma serve');
  for (const command of [configure, refresh]) {
    const { status, stderr } = run(command);
    assert.equal(status, 0, stderr);
  }
  const running = await startService(at, [], settings, program);
  try {
    const answer = await fetch(`${running.address}/v1/search?q=keksitty`);
    assert.equal(((await answer.json()) as { data: unknown[] }).data.length, 1);
    const { stdout, stderr } = run(doctor);
    for (const found of [
      /^ok +service: ready at /m,
      /^ok +data: \d+ companies,/m,
      / fi-prh: \d+ compan/,
      / gleif: \d+ compan/,
    ])
      assert.match(stdout, found, stderr);
  } finally {
    await stopService(running);
  }
});
