import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { parse } from 'yaml';
import { dataFindings } from '../../extras/operating/doctor/data.ts';
import { readInstallation } from '../../extras/operating/doctor/installation.ts';
import { formatFinding } from '../../extras/operating/finding.ts';
import type { Backend } from '../../src/backend/index.ts';
import { readConfig } from '../../src/cli/settings.ts';
import { overdueText, readMetadata } from '../../src/cli/snapshot-file.ts';
import { runImport } from '../../src/importer/index.ts';
import { findRegister } from '../../src/registers/index.ts';
import { Health, Metrics } from '../../src/server/index.ts';
import { exposition } from '../../src/server/telemetry/exposition.ts';
import { createSiteFacts } from '../../src/site/site-facts.ts';
import { statusDocument, statusPage } from '../../src/site/pages/status.ts';
import { folder } from '../fixtures/folder.ts';
import { ResidentCommand } from '../fixtures/resident-command.ts';
import { parseMetrics } from './prometheus-text.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TODAY = '2026-11-28';
const CLOCK = { monotonicMs: () => 1000, wallMs: () => Date.parse(`${TODAY}T00:00:00Z`) };

const resident = new ResidentCommand();
after(() => resident.close());

/** Builds a snapshot of one fixture file, which an operator downloaded on a day; returns its folder and path. */
async function buildFixture(t: TestContext, id: string, file: string, published: string, hasReport = true) {
  const root = folder(t);
  const [output, snapshot] = [join(root, 'lines.ndjson'), join(root, 'openfirma.snapshot')];
  const input = join(ROOT, 'src/registers', id, 'fixtures', file);
  await runImport(findRegister(id), { output, inputs: [input], maxRejects: 0, published });
  if (!hasReport) rmSync(`${output}.report.json`);
  const { status, stderr } = await resident.run(['build', '--out', snapshot, output], root);
  assert.equal(status, 0, stderr);
  return { root, snapshot };
}

/** What each place says of the register in a snapshot: by how many days it is overdue, or that it is not. */
async function collectAges(id: string, { root, snapshot }: { readonly root: string; readonly snapshot: string }) {
  const data = await readMetadata(snapshot);
  const facts = data.registers[id];
  assert.ok(facts);
  const { registers } = JSON.parse(Buffer.from(statusDocument(data, TODAY).body).toString()) as {
    registers: { id: string; overdue?: { newest?: number }; ended_on?: string }[];
  };
  const site = createSiteFacts({ baseUrl: 'https://a.test', siteUrl: 'https://b.test', dataProvider: 'Example' });
  const page = Buffer.from(statusPage(site, data, TODAY).body).toString();
  const metrics = new Metrics(CLOCK.monotonicMs);
  const health = new Health(metrics, CLOCK);
  const unused = (): never => assert.fail('only facts are requested');
  const backend: Backend = { facts: () => data, search: unused, company: unused, officers: unused, close: unused };
  health.serve(backend);
  const samples = parseMetrics(await exposition(metrics, health)).get('openfirma_register_overdue')?.samples ?? [];
  const at = { ...(await readInstallation(root, readConfig({}))), snapshot };
  const findings = await dataFindings(at, TODAY);
  return {
    json: registers[0]?.overdue?.newest,
    ended: registers[0]?.ended_on,
    mark: /<span class="quiet">(overdue|ended)<\/span>/.exec(page)?.[1],
    metric: samples.map(({ value }) => value),
    command: overdueText(facts, TODAY).length,
    doctor: findings.map(formatFinding).find((text) => text.includes(id)) ?? '',
  };
}

test('a register of 2022 that is renewed daily is overdue everywhere', async (t) => {
  const built = await buildFixture(t, 'ee-ariregister', 'lihtandmed-2022-01-07.csv', '2022-01-07');
  const { doctor, ...said } = await collectAges('ee-ariregister', built);
  assert.deepEqual(said, { json: 1776, ended: undefined, mark: 'overdue', metric: [1776], command: 1 });
  assert.match(doctor, /^WARNING +ee-ariregister: .*1786 days ago; 10 are allowed/);
});

test('lines without the report of their import are judged alike', async (t) => {
  const built = await buildFixture(t, 'ee-ariregister', 'lihtandmed-2022-01-07.csv', '2022-01-07', false);
  const { doctor, ...said } = await collectAges('ee-ariregister', built);
  assert.deepEqual(said, { json: 1776, ended: undefined, mark: 'overdue', metric: [1776], command: 1 });
  assert.match(doctor, /^WARNING +ee-ariregister: /);
});

test('the same register a day after its download is overdue nowhere', async (t) => {
  const built = await buildFixture(t, 'ee-ariregister', 'lihtandmed-2022-01-07.csv', '2026-11-27');
  const { doctor, ...said } = await collectAges('ee-ariregister', built);
  assert.deepEqual(said, { json: undefined, ended: undefined, mark: undefined, metric: [0], command: 0 });
  assert.match(doctor, /^ok +ee-ariregister: /);
});

test('a register that its publisher no longer renews is ended, and overdue nowhere', async (t) => {
  const built = await buildFixture(t, 'de-offeneregister', 'companies-1.jsonl', '2019-02-05');
  const { doctor, ...said } = await collectAges('de-offeneregister', built);
  assert.deepEqual(said, { json: undefined, ended: '2019-02-05', mark: 'ended', metric: [], command: 0 });
  assert.match(doctor, /^ok +de-offeneregister: .*the last edition of the register is of 2019-02-05/);
});

test('the alert of old registers is raised by the metric of overdue days, and by no age of its own', () => {
  const { groups } = parse(readFileSync(join(ROOT, 'docs/operating/alerts.yaml'), 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules).filter(({ expr }) => expr.includes('openfirma_register_'));
  assert.deepEqual(rules.map(({ alert, expr }) => [alert, expr]), [['OpenfirmaRegisterOverdue', 'openfirma_register_overdue > 0']]); // prettier-ignore
});
