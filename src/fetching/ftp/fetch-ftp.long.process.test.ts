import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { ftpServer, type Misbehaviour } from '../../../test/fetching/ftp-server.ts';
import { has } from '../../../test/parts.ts';
import { readFetched, type Download } from '../../importer/index.ts';
import { fetchFile, lookUpWith } from '../index.ts';
import type { Limits } from '../limits.ts';
import { clientFor } from '../server-fixture.ts';

const BODY = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * i) % 251));
const REVERSED = Buffer.from(BODY.toReversed());
const MODIFIED = new Date('2026-03-04T14:00:00Z');
const NAME = 'stock.bin';

const CREDENTIALS = {
  declared: { settings: ['FTP_USER', 'FTP_PASSWORD'], how: 'ask for an account' },
  names: 'OPENFIRMA_TOY_FTP_USER and OPENFIRMA_TOY_FTP_PASSWORD',
};

/** A server with one file, and a function that fetches the file. */
async function serverWith(
  t: TestContext,
  wrong: Misbehaviour = {},
  { limits = {}, password = 'mot@de:passe' }: { limits?: Partial<Limits>; password?: string } = {},
) {
  const served = folder(t);
  const into = folder(t);
  const publish = (body: Buffer, modified = MODIFIED): void => {
    writeFileSync(join(served, NAME), body);
    utimesSync(join(served, NAME), modified, modified);
  };
  publish(BODY);
  const server = await ftpServer(t, served, wrong);
  const values = new Map([
    ['FTP_USER', 'lecteur'],
    ['FTP_PASSWORD', password],
  ]);
  const { client, said } = clientFor(t, server.base, { limits, credentials: { ...CREDENTIALS, values } });
  const url = `${server.base}${NAME}`;
  const fetchIt = (more: Partial<Download> = {}) => fetchFile({ name: NAME, url, ...more }, { into, client });
  return { ...server, client, said, url, publish, fetchIt, into, served, path: join(into, NAME) };
}

/** Limits with which no attempt counts as progress. */
const NO_PROGRESS = { limits: { progressBytes: 1e9 } };

suite('A download by FTP', { skip: !has('pyftpdlib', 'fetching by FTP') }, () => {
  test('keeps the file with a record that has its address without secrets, its date and its length', async (t) => {
    const { fetchIt, path, url, into } = await serverWith(t);
    assert.deepEqual(await fetchIt(), { path, changed: true });
    assert.deepEqual(readFileSync(path), BODY);
    const record = await readFetched(path);
    assert.deepEqual(
      { ...record, fetched_at: '' },
      { url, fetched_at: '', bytes: BODY.length, is_length_stated: true, last_modified: MODIFIED.toUTCString() },
    );
    assert.deepEqual(readdirSync(into).toSorted(), [NAME, `${NAME}.fetched.json`]);
    assert.doesNotMatch(readFileSync(`${path}.fetched.json`, 'utf8'), /lecteur|passe/);
  });

  test('downloads a file again only if its length or date differs from the server', async (t) => {
    const { fetchIt, path, commands, publish } = await serverWith(t);
    await fetchIt();
    assert.deepEqual(await fetchIt(), { path, changed: false });
    assert.equal(commands.filter((line) => line.startsWith('RETR')).length, 1);
    publish(REVERSED, new Date('2026-11-01T00:00:00Z'));
    assert.deepEqual(await fetchIt(), { path, changed: true });
    assert.deepEqual(readFileSync(path), REVERSED);
  });

  const broken: [claim: string, wrong: Misbehaviour, limits?: Partial<Limits>][] = [
    ['where the data connection breaks, again and again', { cuts: 4, after: 500_000, how: 'reset' }],
    ['where both connections break', { cuts: 2, after: 700_000, how: 'drop' }],
    ['where the server says that a part is the whole', { cuts: 2, after: 900_000, how: 'end' }],
    ['where the server falls silent', { cuts: 1, after: 900_000, how: 'silence' }, { idleTimeoutMs: 3000 }],
  ];
  for (const [claim, wrong, limits = {}] of broken) {
    test(`resumes at the received bytes, ${claim}`, async (t) => {
      const { fetchIt, path, commands, said } = await serverWith(t, wrong, { limits });
      await fetchIt();
      assert.deepEqual(readFileSync(path), BODY);
      const restarts = commands.filter((line) => line.startsWith('REST')).map((line) => Number(line.slice(5)));
      assert.ok(restarts.length > 0 && restarts.every((byte, i) => byte > 0 && byte >= (restarts[i - 1] ?? 0)));
      assert.equal(said.length, wrong.cuts);
      assert.ok(said.every((line) => line.includes('{FTP_PASSWORD}') && !line.includes('passe')));
    });
  }

  test('breaks more than a hundred times if each attempt makes progress', async (t) => {
    const limits = { progressBytes: 10_000, attempts: 5, attemptBytes: 10_000 };
    const { fetchIt, path, said } = await serverWith(t, { cuts: 40, after: 50_000, how: 'reset' }, { limits });
    await fetchIt();
    assert.deepEqual(readFileSync(path), BODY);
    assert.equal(said.length, 40);
  });

  test('is given up after attempts without progress, and the next run resumes it', async (t) => {
    const { fetchIt, path, commands, into } = await serverWith(
      t,
      { cuts: 6, after: 400_000, how: 'reset' },
      NO_PROGRESS,
    );
    await assert.rejects(
      fetchIt(),
      /^InputError: Cannot download "ftp:\/\/\{FTP_USER\}:\{FTP_PASSWORD\}@127.*; tried 6 times$/,
    );
    assert.ok(!existsSync(path) && readdirSync(into).includes(`.${NAME}.partial`));
    await fetchIt();
    assert.deepEqual(readFileSync(path), BODY);
    assert.deepEqual(
      commands.findLast((line) => line.startsWith('REST')),
      `REST ${6 * 400_000}`,
    );
  });

  test('starts again if the file has changed since the connection broke', async (t) => {
    const { fetchIt, path, commands, publish } = await serverWith(
      t,
      { cuts: 6, after: 400_000, how: 'reset' },
      NO_PROGRESS,
    );
    await assert.rejects(fetchIt(), /tried 6 times/);
    publish(REVERSED, new Date('2026-11-01T00:00:00Z'));
    const before = commands.length;
    await fetchIt();
    assert.deepEqual(readFileSync(path), REVERSED);
    assert.ok(!commands.slice(before).some((line) => line.startsWith('REST')));
  });

  test('opens data connections to the same host, whatever address the server names', async (t) => {
    const { fetchIt, path } = await serverWith(t, { masquerade: '203.0.113.9' });
    await fetchIt();
    assert.deepEqual(readFileSync(path), BODY);
  });

  const restarted: [claim: string, wrong: Misbehaviour][] = [
    ['that cannot resume', { cuts: 2, after: 900_000, how: 'reset', unknown: ['REST'] }],
    ['that says it resumes and does not', { cuts: 2, after: 900_000, how: 'reset', ignoresRest: true }],
  ];
  for (const [claim, wrong] of restarted) {
    test(`is complete from a server ${claim}: it starts again`, async (t) => {
      const { fetchIt, path } = await serverWith(t, wrong);
      await fetchIt();
      assert.deepEqual(readFileSync(path), BODY);
    });
  }

  test('has no date from a server without dates, and is current by its length', async (t) => {
    const { fetchIt, path } = await serverWith(t, { unknown: ['MDTM'], cuts: 1, after: 900_000, how: 'reset' });
    await fetchIt();
    assert.equal((await readFetched(path))?.last_modified, undefined);
    assert.equal((await fetchIt()).changed, false);
  });

  const refused: [claim: string, wrong: Misbehaviour, more: Partial<Download>, password: string, message: RegExp][] = [
    ['with a wrong password names the settings', {}, {}, 'faux', /530 .*; check OPENFIRMA_TOY_FTP_USER and OPENFIRMA_TOY_FTP_PASSWORD$/],
    ['of a file that is not there says so', {}, { url: 'nichts' }, 'mot@de:passe', /the server answered 550 /],
    ['of a server that does not tell the length says so', { unknown: ['SIZE'] }, {}, 'mot@de:passe', /the server answered 502 /],
    ['longer than declared says so', {}, { bytesMax: 1000 }, 'mot@de:passe', /announces 3000000 bytes; its declaration allows 1000/],
  ]; // prettier-ignore
  for (const [claim, wrong, more, password, message] of refused) {
    test(`${claim}, at once and without the password`, async (t) => {
      const { fetchIt, base, said } = await serverWith(t, wrong, { password });
      const changed = more.url === undefined ? more : { url: `${base}${more.url}` };
      await assert.rejects(fetchIt(changed), (error: Error) => {
        assert.match(error.message, message);
        assert.ok(!error.message.includes(password));
        return true;
      });
      assert.deepEqual(said, []);
    });
  }

  test('connects only to hosts of the declaration', async (t) => {
    const { fetchIt } = await serverWith(t);
    await assert.rejects(
      fetchIt({ url: 'ftp://{FTP_USER}:{FTP_PASSWORD}@localhost/stock.bin' }),
      /the declaration does not name the host of a secret$/,
    );
    await assert.rejects(
      fetchIt({ url: 'ftp://10.1.2.3/stock.bin' }),
      /the host "10.1.2.3" is not on the public internet$/,
    );
  });

  test('finds the files of a folder, with their lengths', async (t) => {
    const { client, base, served } = await serverWith(t, { masquerade: '203.0.113.9' });
    writeFileSync(join(served, 'lisez moi.txt'), 'a');
    const files = await lookUpWith(client).ftp(base);
    const [stock, notes] = files.toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
    assert.deepEqual(stock, {
      name: NAME,
      url: `${base}${NAME}`,
      bytes: BODY.length,
    });
    assert.equal(notes?.url, `${base}lisez%20moi.txt`);
  });
});
