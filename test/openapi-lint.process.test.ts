import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { DOOR_NAMES } from '../src/contract/index.ts';
import { folder } from './folder.ts';
import { TestService, openSample } from './service.ts';

const CLI = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
/** It asks nobody for a newer version and tells nobody that it ran. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

for (const name of ['openapi.json', 'openapi-3.1.json', ...DOOR_NAMES.map((door) => `${door}/openapi.json`)])
  test(`Redocly CLI finds nothing wrong with the served ${name}, by every rule that redocly.yaml does not explain`, async (t) => {
    const sample = await openSample();
    t.after(() => sample.close());
    const service = new TestService(sample.backend, {
      maintainer: 'Example Registers',
      contact: 'mailto:help@example.test',
      doors: DOOR_NAMES,
    });
    t.after(() => service.app.close());
    const at = folder(t);
    writeFileSync(join(at, 'openapi.json'), (await service.send(`/about/api/${name}`)).body);
    const args = [CLI, 'lint', 'openapi.json', '--config', join(import.meta.dirname, 'redocly.yaml'), '--format=json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: at,
      encoding: 'utf8',
      env: { ...process.env, ...QUIET },
    });
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] };
    assert.deepEqual(problems, []);
    assert.deepEqual([totals, status], [{ errors: 0, warnings: 0, ignored: 0 }, 0], stderr);
  });
