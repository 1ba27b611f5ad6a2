import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { OPENAPI_FILES } from '../../src/contract/index.ts';
import { DOOR_NAMES, listDeclarations } from '../fixtures/doors.ts';
import { folder } from '../fixtures/folder.ts';
import { TestService, openSample } from '../fixtures/service.ts';

const CLI = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
/** Disables the look-up of newer versions, and telemetry. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
/** Statuses for which the door `mcp` sends errors of JSON-RPC, as its transport requires, not problems. */
const REFUSED = ['406', '415'];
const IGNORED = Object.fromEntries(
  Object.keys(OPENAPI_FILES).flatMap((file) =>
    ['mcp', 'everything'].map((at) => [
      `${at}/${file}`,
      { 'operation-4xx-problem-details-rfc7807': REFUSED.map((code) => `#/paths/~1mcp/post/responses/${code}`) },
    ]),
  ),
);
const FOLDERS = ['', 'everything/', ...DOOR_NAMES.map((door) => `${door}/`)];
const DOCUMENTS = Object.keys(OPENAPI_FILES).flatMap((file) => FOLDERS.map((at) => at + file));

test('Redocly CLI finds nothing wrong with each served OpenAPI document, by every rule that redocly.yaml does not explain', async (t) => {
  const sample = await openSample();
  t.after(() => sample.close());
  const service = new TestService(sample.backend, {
    maintainer: 'Example Registers',
    contact: 'mailto:help@example.test',
    doors: listDeclarations(...DOOR_NAMES),
  });
  t.after(() => service.app.close());
  const at = folder(t);
  for (const name of DOCUMENTS) {
    const { status, body } = await service.send(`/about/api/${name}`);
    assert.equal(status, 200, name);
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), body);
  }
  copyFileSync(join(import.meta.dirname, 'redocly.yaml'), join(at, 'redocly.yaml'));
  // JSON is YAML.
  writeFileSync(join(at, '.redocly.lint-ignore.yaml'), JSON.stringify(IGNORED));
  const args = [CLI, 'lint', ...DOCUMENTS, '--format=json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: at,
    encoding: 'utf8',
    env: { ...process.env, ...QUIET },
  });
  // Splits the output, which has one report after the other.
  const reports = stdout.split(/(?<=^\})(?=\{)/m).map((text) => JSON.parse(text) as { totals: object; problems: [] });
  assert.deepEqual(reports.flatMap(({ problems }) => problems), []); // prettier-ignore
  const clean = DOCUMENTS.map((name) => ({
    errors: 0,
    warnings: 0,
    ignored: name in IGNORED ? REFUSED.length : 0,
  }));
  assert.deepEqual([reports.map(({ totals }) => totals), status], [clean, 0], stderr);
});
