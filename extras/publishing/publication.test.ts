import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { InputError } from '../../src/model/index.ts';
import { createKey, readKey, readPublicKeys } from '../changes/keys.ts';
import {
  digestOfText,
  readPublication,
  signPublication,
  signedBytes,
  verifyPublication,
  type Publication,
} from './publication.ts';

const PUBLICATION: Publication = {
  counter: 7,
  generation: 'abc-1_Z',
  size: 4242,
  sha256: 'a'.repeat(64),
  date: '2026-11-22T10:11:12.123Z',
  expires_at: '2026-11-29T10:11:12.123Z',
  key: '0123456789abcdef',
  generations: ['abc-1_Z', 'before'],
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
      'openfirma-publication 2',
      'counter 7',
      'generation abc-1_Z',
      'size 4242',
      `sha256 ${'a'.repeat(64)}`,
      'date 2026-11-22T10:11:12.123Z',
      'expires_at 2026-11-29T10:11:12.123Z',
      'key 0123456789abcdef',
      'previous -',
      'generations abc-1_Z before',
    ];
    assert.equal(signedBytes(PUBLICATION).toString(), lines.map((line) => `${line}\n`).join(''));
    const previous = digestOfText('before');
    lines[8] = `previous ${previous}`;
    assert.equal(signedBytes({ ...PUBLICATION, previous }).toString(), lines.map((line) => `${line}\n`).join(''));
  });

  test('is what docs/operating/followers.md specifies', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operating', 'followers.md'), 'utf8');
    for (const name of ['format', ...Object.keys(PUBLICATION), 'previous', 'signature'])
      assert.ok(page.includes(`| \`${name}\` |`), name);
    for (const line of signedBytes(PUBLICATION).toString().trimEnd().split('\n').slice(1))
      assert.ok(page.includes(`\n${line.split(' ')[0]} `), line);
    assert.ok(page.includes('openfirma-publication 2'));
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
      { generation: 'abc-1_Y' },
      { size: 4243 },
      { sha256: 'b'.repeat(64) },
      { date: '2026-11-22T10:11:12.124Z' },
      { expires_at: '2027-11-29T10:11:12.123Z' },
      { previous: 'c'.repeat(64) },
      { generations: ['abc-1_Z'] },
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

  const good = { format: 2, ...PUBLICATION, signature: 'A'.repeat(86) };
  const rows: readonly (readonly [claim: string, text: string, reason: RegExp])[] = [
    ['no JSON', '<html>', /^Cannot use "x": it is not JSON$/],
    ['a list', '[]', /not a JSON object/],
    ['the format before', JSON.stringify({ ...good, format: 1 }), /it has format 1; this program reads format 2/],
    ['a field that is not signed', JSON.stringify({ ...good, url: 'https://…' }), /the unknown field "url"/],
    ['a counter of 0', JSON.stringify({ ...good, counter: 0 }), /in it, "counter" is 0, which is not allowed/],
    ['a counter as text', JSON.stringify({ ...good, counter: '7' }), /"counter" is "7"/],
    ['a counter that is not exact', JSON.stringify({ ...good, counter: 2 ** 53 }), /"counter"/],
    ['a path', JSON.stringify({ ...good, generation: '../x' }), /"generation" is "..\/x"/],
    ['a line feed', JSON.stringify({ ...good, date: `${good.date}\nkey x` }), /"date"/],
    [
      'a day that does not exist',
      JSON.stringify({ ...good, date: '2026-02-30T00:00:00.000Z' }),
      /"date" is "2026-02-30/,
    ],
    ['no expiry', JSON.stringify({ ...good, expires_at: undefined }), /"expires_at"/],
    ['no size', JSON.stringify({ ...good, size: undefined }), /"size"/],
    ['a short digest', JSON.stringify({ ...good, sha256: 'abc' }), /"sha256"/],
    ['no generations', JSON.stringify({ ...good, generations: [] }), /"generations"/],
    ['a padded signature', JSON.stringify({ ...good, signature: `${'A'.repeat(86)}==` }), /"signature"/],
  ];
  for (const [claim, text, reason] of rows) {
    test(`is refused with ${claim}`, () => {
      assert.throws(
        () => readPublication(text, 'x'),
        (error) => error instanceof InputError && reason.test(error.message) && !error.message.includes('\n'),
      );
    });
  }
});
