import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from './request-fields.ts';

const NONE = { host: undefined, forwardedFor: undefined, ifNoneMatch: undefined };

for (const [claim, raw, want] of [
  ['nothing of nothing', [], NONE],
  ['a field in any letters', ['HoSt', 'a.example'], { ...NONE, host: 'a.example' }],
  ['an empty field', ['X-Forwarded-For', ''], { ...NONE, forwardedFor: '' }],
  ['several of one name as one, in their order', ['If-None-Match', '"a"', 'if-none-match', '"b"'], { ...NONE, ifNoneMatch: '"a", "b"' }], // prettier-ignore
  ['each its own', ['If-None-Match', '*', 'Host', 'h', 'X-Forwarded-For', '1.2.3.4'], { host: 'h', forwardedFor: '1.2.3.4', ifNoneMatch: '*' }], // prettier-ignore
  ['nothing of other names as long', ['Hose', 'h', 'X-Forwarded-Foo', 'a', 'If-None-Natch', 'b'], NONE],
  ['nothing of values that look like names', ['Accept', 'Host', 'Referer', 'host'], NONE],
] as const) {
  test(`readFields() finds ${claim}`, () => {
    assert.deepEqual(readFields(raw), want);
  });
}
