import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLogLine } from './log.ts';

const HEAD = { level: 'info', time: '2026-11-22T10:11:12.123Z' };
const ERROR = { type: 'Error', message: 'no', stack: 'Error: no\n    at one (a.ts:1:2)\nat two \u001b[2J' };

for (const [claim, fields, want] of [
  [
    'fields follow the message',
    { status: 200, route: 'none', msg: 'answered' },
    'INFO  answered status=200 route=none\n',
  ],
  ['a message may be missing', { a: true }, 'INFO   a=true\n'],
  ['a value with blanks is quoted', { reason: 'it is "cut"', msg: 'm' }, 'INFO  m reason="it is \\"cut\\""\n'],
  ['a line break in a value begins no line', { reason: 'a\nb', msg: 'c\r\nd' }, 'INFO  c\\r\\nd reason="a\\nb"\n'],
  [
    'a terminal acts on nothing',
    { reason: '\u001b[2J\u009b\u2028', msg: '\u007f' },
    'INFO  \\u007f reason="\\u001b[2J\\u009b\\u2028"\n',
  ],
  [
    'a stack is indented',
    { err: ERROR, msg: 'm' },
    'INFO  m\n    Error: no\n    at one (a.ts:1:2)\n    at two \\u001b[2J\n',
  ],
] as const) {
  test(`as text: ${claim}`, () =>
    assert.equal(formatLogLine(JSON.stringify({ ...HEAD, ...fields })), `${HEAD.time} ${want}`));
}
