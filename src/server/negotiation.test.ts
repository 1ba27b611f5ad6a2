import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNegotiator } from './negotiation.ts';

const LONG = 'a/b, '.repeat(200);

for (const [claim, headers, type, coding] of [
  ['nothing', {}, 'application/json', 'identity'],
  ['a page', { accept: 'text/html' }, 'text/html', 'identity'],
  ['a coding', { 'accept-encoding': 'gzip' }, 'application/json', 'gzip'],
  ['a page, in more than is read', { accept: `text/html, ${LONG}` }, 'application/json', 'identity'],
  ['a coding, in more than is read', { 'accept-encoding': `gzip, ${LONG}` }, 'application/json', 'identity'],
] as const)
  test(`a client that accepts ${claim}`, () => {
    const negotiator = createNegotiator({ headers });
    assert.equal(negotiator.mediaType(['application/json', 'text/html']), type);
    assert.equal(negotiator.encodings()[0], coding);
  });
