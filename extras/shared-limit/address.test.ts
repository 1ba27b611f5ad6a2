import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError } from '../../src/model/index.ts';
import { nameOf, parseStoreAddress } from './address.ts';

for (const [text, servers, others] of [
  ['redis://store', 'store:6379', {}],
  ['rediss://store.example:6380/', 'store.example:6380', { isEncrypted: true }],
  ['redis://10.0.0.1:7000/15', '10.0.0.1:7000', { database: 15 }],
  ['redis://[::1]', '[::1]:6379', {}],
  ['redis+sentinel://a,b:7001,[fd00::1]:7002/limits', 'limits at a:26379,b:7001,[fd00::1]:7002', { service: 'limits' }],
  [
    'rediss+sentinel://u:p@a/limits/2',
    'limits at a:26379',
    { service: 'limits', isEncrypted: true, user: 'u', password: 'p', database: 2 },
  ],
  ['redis://user@store', 'store:6379', { user: 'user' }],
  ['redis://:secret@store', 'store:6379', { password: 'secret' }],
  ['redis://user:a#b/c@d@store', 'store:6379', { user: 'user', password: 'a#b/c@d' }],
  ['redis://user:a%40b%3A%2F:c@store/0', 'store:6379', { user: 'user', password: 'a@b:/:c' }],
] as const) {
  test(`"${text}" names ${servers}`, () => {
    const { servers: _, ...rest } = parseStoreAddress(text);
    assert.equal(nameOf(parseStoreAddress(text)), servers);
    assert.deepEqual(rest, {
      service: undefined,
      isEncrypted: false,
      user: undefined,
      password: undefined,
      database: 0,
      ...others,
    });
  });
}

for (const [text, reason] of [
  ['http://store', /must be of the form redis:/],
  ['redis:store', /must be of the form redis:/],
  ['redis://', /names no host/],
  ['redis://hunter2@', /names no host/],
  ['redis://:hunter2@/0', /names no host/],
  ['redis://store:0', /"store:0" must be HOST or HOST:PORT/],
  ['redis://store:65536', /"store:65536" must be/],
  ['redis://store:port', /"store:port" must be/],
  ['redis+sentinel://a,,b/n', /"" must be HOST/],
  ['redis+sentinel://a', /must name the service/],
  ['redis+sentinel://a/n/1/2', /got "1\/2"/],
  ['redis://fd00::1', /"fd00::1" must be/],
  ['redis://store/limits', /the path must be the number of a database, got "limits"/],
  ['redis://store/1/2', /got "1\/2"/],
  ['redis://store/-1', /got "-1"/],
  ['redis://a,b', /must be one host; clusters are not supported/],
  ['redis://store?db=1', /without "\?" and "#"/],
  ['redis://user:hunter2%@store', /percent-encoded/],
  ['redis://user:hunter2#3@store/x', /got "x"/],
] as const) {
  test(`"${text}" is refused in one line without the password`, () => {
    assert.throws(
      () => parseStoreAddress(text),
      (error) => {
        assert.ok(error instanceof InputError);
        assert.match(error.message, reason);
        assert.match(error.message, /^Cannot use the rate limit store "/);
        assert.doesNotMatch(error.message, /hunter2|\n/);
        return true;
      },
    );
  });
}
