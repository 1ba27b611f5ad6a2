/** What docs/operating/databases.md says about logical replication: it stops at the next load, and how to leave it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { openPostgresBackend } from '../../../extras/postgres/postgres-backend.ts';
import { runProgram } from '../../fixtures/programs.ts';
import { until } from '../../fixtures/until.ts';
import { has } from '../../parts.ts';
import { ROOT } from '../../house/printed.ts';
import { buildLines, mill, millId, millName, mills } from '../../searching/generations.ts';
import { INSTALLED } from './postgres-programs.ts';
import { PostgresServer } from './postgres-server.ts';

const WHAT = 'A logical replica';
const SECRET = 7;
const KEEP = { keepSeconds: 0 };

if (has('postgresql', WHAT) && process.env['POSTGRES_TEST_URL'] === undefined)
  test(`${WHAT} keeps the load that it has, restricted values included, until it is loaded itself`, async (t) => {
    const [publisher, replica] = [await PostgresServer.start(['wal_level=logical']), await PostgresServer.start()];
    const folder = mkdtempSync(join(tmpdir(), 'openfirma-logical-'));
    t.after(async () => {
      await Promise.all([publisher.remove(), replica.remove()]);
      rmSync(folder, { recursive: true });
    });
    const [from, to] = [await publisher.database(), await replica.database()];
    const first = await buildLines(folder, 'first', mills(0, 60));
    const lines = [
      ...mills(0, SECRET),
      ...mills(SECRET + 1, 60),
      mill(SECRET, { lifecycle: { status: 'restricted' } }),
    ];
    const second = await buildLines(folder, 'second', lines, { previous: first });
    const backend = openPostgresBackend(to);
    t.after(() => backend.close());
    const shown = async (): Promise<string> =>
      Buffer.from((await backend.company(millId(SECRET)))?.json ?? []).toString();

    await loadSnapshot(first, from, KEEP);
    runProgram('sh', ['-c', '"$0" --schema-only --dbname "$2" | "$1" --quiet "$3"', INSTALLED.find('pg_dump'), INSTALLED.find('psql'), from, to]); // prettier-ignore
    await publisher.query('CREATE PUBLICATION companies FOR ALL TABLES', from);
    const { host, pathname } = new URL(from);
    const publishing = `host=${decodeURIComponent(host)} user=postgres dbname=${pathname.slice(1)}`;
    await replica.query(`CREATE SUBSCRIPTION companies CONNECTION '${publishing}' PUBLICATION companies`, to);
    const uncopied = `SELECT FROM pg_subscription_rel WHERE srsubstate <> 'r'`;
    await until('the replica has the tables', async () => (await replica.query(uncopied, to)).length === 0);
    assert.ok((await shown()).includes(millName(SECRET)));

    await loadSnapshot(second, from, KEEP);
    const log = join(dirname(replica.data), 'log');
    await until(
      () => readFileSync(log, 'utf8').slice(-1500),
      () => /relation "openfirma\.\w+_2" does not exist/.test(readFileSync(log, 'utf8')),
    );
    await backend.refresh();
    assert.ok((await shown()).includes(millName(SECRET)));

    const page = readFileSync(join(ROOT, 'docs/operating/databases.md'), 'utf8').replaceAll('\n', ' ');
    for (const [server, address, command] of [
      [replica, to, 'DROP SUBSCRIPTION NAME'],
      [publisher, from, 'DROP PUBLICATION NAME'],
    ] as const) {
      assert.ok(page.includes(`\`${command}\``), command);
      await server.query(command.replace('NAME', 'companies'), address);
    }
    await loadSnapshot(second, to, KEEP);
    await backend.refresh();
    assert.match(await shown(), /"status":"restricted"\}\}$/);
    assert.deepEqual(await publisher.query('SELECT slot_name FROM pg_replication_slots', from), []);
  });
