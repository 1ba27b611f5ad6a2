import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { InputError } from '../../src/model/index.ts';
import { createKey, readKey, readPublicKeys } from './keys.ts';
import { readPublication, signPublication, signedBytes, verifyPublication, type Publication } from './manifest.ts';

const GENERATION = '2tstf4k96nr0wjz2bbwr5g18cc';
const SNAPSHOT = { path: `snapshots/${GENERATION}-aaaaaaaa`, size: 4242, sha256: 'a'.repeat(64) };
const CHANGES = {
  path: `changes/${'0'.repeat(26)}-${GENERATION}-bbbbbbbb.ndjson.gz`,
  size: 42,
  sha256: 'b'.repeat(64),
};

const PUBLICATION: Publication = {
  counter: 7,
  generation: GENERATION,
  expires_at: '2026-11-29T10:11:12.123Z',
  key: '0123456789abcdef',
  files: [SNAPSHOT, CHANGES],
};

suite('keys', () => {
  test('a new key can be read, its private part only by the owner', async (t) => {
    const at = join(folder(t), 'new', 'key');
    const made = await createKey(at);
    const { id, text } = await readKey(at);
    assert.deepEqual([id, text], [made.id, made.text]);
    assert.match(id, /^[0-9a-f]{16}$/);
    assert.match(text, /^ed25519:[\w-]{43}$/);
    assert.equal(readFileSync(join(at, 'public.txt'), 'utf8'), `${text}\n`);
    if (process.platform !== 'win32') assert.equal(statSync(join(at, 'private.pem')).mode & 0o777, 0o600);
  });

  test('a new key does not replace the key of a folder', async (t) => {
    const at = folder(t);
    const { id } = await createKey(at);
    await assert.rejects(createKey(at), /Cannot make a key in ".+": it has one; give another folder$/);
    assert.equal((await readKey(at)).id, id);
    assert.equal((await readPublicKeys(join(at, 'public.txt'))).keys().toArray()[0], id);
  });

  test('a private key that all users can read is refused, and the error for an invalid key does not reveal it', async (t) => {
    const at = folder(t);
    await createKey(at);
    const path = join(at, 'private.pem');
    if (process.platform !== 'win32') {
      chmodSync(path, 0o604);
      await assert.rejects(readKey(at), /every user of this machine can read it/);
      chmodSync(path, 0o600);
    }
    writeFileSync(path, 'a secret of another program');
    await assert.rejects(readKey(at), (error: Error) => {
      assert.match(error.message, /it is not an Ed25519 key in PEM$/);
      assert.ok(!String(error.stack).includes('another program') && error.cause === undefined);
      return true;
    });
    await assert.rejects(readKey(join(at, 'none')), /Cannot read the key ".+": no such file or directory$/);
  });

  test('public keys are read from a list or from a file with comments', async (t) => {
    const at = folder(t);
    const [one, two] = [await createKey(join(at, '1')), await createKey(join(at, '2'))];
    const ids = [one.id, two.id];
    assert.deepEqual([...(await readPublicKeys(`${one.text}, ${two.text}`)).keys()], ids);
    writeFileSync(join(at, 'keys'), `# ${one.id}, until January\n${one.text}\n\n${two.text}\n`);
    assert.deepEqual([...(await readPublicKeys(join(at, 'keys'))).keys()], ids);
    for (const [text, reason] of [
      [`${one.text},`.slice(0, -3), /in SNAPSHOT_KEYS: "ed25519:.+" is not a key; a key is "ed25519:" and 32 bytes/],
      [`${one.text},rsa:abc`, /"rsa:abc" is not a key/],
      [join(at, 'absent'), /Cannot read the public keys in ".+absent": no such file or directory$/],
    ] as const)
      await assert.rejects(readPublicKeys(text), reason);
    writeFileSync(join(at, 'keys'), '# none\n');
    await assert.rejects(readPublicKeys(join(at, 'keys')), /there are 0; give 1 to 100$/);
  });
});

suite('current.json', () => {
  test('is signed over exactly these bytes', () => {
    const lines = [
      'openfirma-publication 3',
      'counter 7',
      `generation ${GENERATION}`,
      'expires_at 2026-11-29T10:11:12.123Z',
      'key 0123456789abcdef',
      ...[SNAPSHOT, CHANGES].map(({ path, size, sha256 }) => `file ${sha256} ${size} ${path}`),
    ];
    assert.equal(signedBytes(PUBLICATION).toString(), lines.map((line) => `${line}\n`).join(''));
  });

  test('is what docs/operating/followers.md specifies', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operating', 'followers.md'), 'utf8');
    for (const name of ['format', ...Object.keys(PUBLICATION), 'signature'])
      assert.ok(page.includes(`| \`${name}\` |`), name);
    for (const line of signedBytes(PUBLICATION).toString().trimEnd().split('\n'))
      assert.ok(page.includes(`\n${line.split(' ')[0]} `), line);
    assert.ok(page.includes('openfirma-publication 3'));
  });

  test('is read as it was signed, and valid only with its key', async (t) => {
    const at = folder(t);
    const [key, other] = [await createKey(join(at, '1')), await createKey(join(at, '2'))];
    const publication = { ...PUBLICATION, key: key.id };
    const read = readPublication(signPublication(publication, key), 'x');
    assert.deepEqual(read.publication, publication);
    verifyPublication(read, new Map([[key.id, key]]), 'x');
    const believes = (given: typeof read, ...known: (typeof key)[]): void =>
      verifyPublication(given, new Map(known.map((one) => [one.id, one])), 'x');
    assert.throws(() => believes(read, other), /signed by the key "[0-9a-f]+"; known are "[0-9a-f]+"$/);
    const changes: Partial<Publication>[] = [
      { counter: 8 },
      { generation: '0'.repeat(26) },
      { expires_at: '2027-11-29T10:11:12.123Z' },
      { files: [SNAPSHOT] },
      { files: [{ ...SNAPSHOT, size: 4243 }, CHANGES] },
      { files: [{ ...SNAPSHOT, sha256: 'c'.repeat(64) }, CHANGES] },
      { files: [SNAPSHOT, { ...CHANGES, path: 'changes/x' }] },
    ];
    for (const change of changes) {
      const { signature } = read;
      assert.throws(
        () => believes({ publication: { ...publication, ...change }, signature }, key),
        /signature is wrong$/,
      );
    }
    const signature = sign(null, signedBytes(publication), other.privateKey).toString('base64url');
    assert.throws(() => believes({ publication, signature }, key), /Cannot use "x": its signature is wrong$/);
  });

  const good = { format: 3, ...PUBLICATION, signature: 'A'.repeat(86) };
  const files = (...more: object[]): string => JSON.stringify({ ...good, files: [SNAPSHOT, ...more] });
  const rows: readonly (readonly [claim: string, text: string, reason: RegExp])[] = [
    ['no JSON', '<html>', /^Cannot use "x": it is not JSON$/],
    ['a list', '[]', /not a JSON object/],
    ['the format before', JSON.stringify({ ...good, format: 2 }), /it has format 2; this program reads format 3; its publisher empties the folder, and publishes once with --counter 8$/],
    ['a field that is not signed', JSON.stringify({ ...good, url: 'https://…' }), /the unknown field "url"/],
    ['a counter of 0', JSON.stringify({ ...good, counter: 0 }), /in it, "counter" is 0, which is not allowed/],
    ['a counter as text', JSON.stringify({ ...good, counter: '7' }), /"counter" is "7"/],
    ['a counter that is not exact', JSON.stringify({ ...good, counter: 2 ** 53 }), /"counter"/],
    ['a line feed', JSON.stringify({ ...good, generation: `${good.generation}\nkey x` }), /"generation"/],
    ['a day that does not exist', JSON.stringify({ ...good, expires_at: '2026-02-30T00:00:00.000Z' }), /"expires_at" is "2026-02-30/],
    ['no files', JSON.stringify({ ...good, files: [] }), /"files"/],
    ['a snapshot of another generation', JSON.stringify({ ...good, generation: '0'.repeat(26) }), /its first file is not the snapshot of its generation$/],
    ['a path that leads out', files({ ...CHANGES, path: 'changes/../../x' }), /in a file, "path" is "changes\/..\/..\/x", which is not allowed$/],
    ['a path of its own', files({ ...CHANGES, path: '/etc/passwd' }), /"path" is "\/etc\/passwd"/],
    ['a hidden path', files({ ...CHANGES, path: 'changes/.x' }), /"path" is "changes\/.x"/],
    ['a file with a field that is not signed', files({ ...CHANGES, url: 'https://…' }), /a file has the unknown field "url"$/],
    ['no size', files({ ...CHANGES, size: undefined }), /"size"/],
    ['a short digest', files({ ...CHANGES, sha256: 'abc' }), /"sha256"/],
    ['a padded signature', JSON.stringify({ ...good, signature: `${'A'.repeat(86)}==` }), /"signature"/],
  ]; // prettier-ignore
  for (const [claim, text, reason] of rows) {
    test(`is refused with ${claim}`, () => {
      assert.throws(
        () => readPublication(text, 'x'),
        (error) => error instanceof InputError && reason.test(error.message) && !error.message.includes('\n'),
      );
    });
  }
});
