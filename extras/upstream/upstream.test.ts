import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError } from '../../src/model/index.ts';
import { BackendError } from '../../src/backend/index.ts';
import { parseUpstreamAddress } from './address.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { createRefusal, parseCode, parseRetryAfter, type Reply } from './faults.ts';

for (const [text, origin, path] of [
  ['https://api.example', 'https://api.example', ''],
  ['https://api.example/', 'https://api.example', ''],
  ['https://api.example:8443/registry//', 'https://api.example:8443', '/registry'],
  ['https://10.0.0.7/registry/open', 'https://10.0.0.7', '/registry/open'],
  ['http://localhost:8080', 'http://localhost:8080', ''],
  ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080', '/x'],
  ['http://[::1]:8080', 'http://[::1]:8080', ''],
] as const) {
  test(`the address ${text} is taken`, () => {
    assert.deepEqual(parseUpstreamAddress(text), { origin, path, shown: origin + path });
  });
}

for (const [claim, text, reason] of [
  ['over a network without TLS', 'http://api.example', /http is only for this machine/],
  ['of a private network without TLS', 'http://10.0.0.7', /http is only for this machine/],
  ['of a name that only begins like this machine', 'http://localhost.example', /http is only for this machine/],
  ['that ends with the version', 'https://api.example/v1/', /must not end with "\/v1"/],
  ['with a user', 'https://hidden:hidden@api.example', /no user; UPSTREAM_TOKEN/],
  ['with a password that holds a slash', 'https://user:hidden/hidden@api.example', /must be an address|no user/],
  ['with a query', 'https://api.example?key=hidden', /no query/],
  ['with an empty query', 'https://api.example?', /no query/],
  ['with a fragment', 'https://api.example#hidden', /no query and no fragment/],
  ['without a host', 'https:///registry', /./],
  ['with blanks', 'https://api.example/a b', /must be an address/],
] as const) {
  test(`an address ${claim} is refused, without its secrets`, () => {
    try {
      const { shown } = parseUpstreamAddress(text);
      // As in browsers, the first part of the path becomes the host.
      assert.equal(shown, 'https://registry');
    } catch (error) {
      assert.ok(error instanceof InputError);
      assert.match(error.message, reason);
      assert.doesNotMatch(error.message, /hidden/);
    }
  });
}

const NOW = Date.parse('2026-11-22T10:00:00Z');
for (const [field, want] of [
  [undefined, undefined],
  ['1', 1],
  ['0', 1],
  ['17', 17],
  ['86400', 300],
  ['9'.repeat(400), 300],
  ['Sun, 22 Nov 2026 10:00:30 GMT', 30],
  ['Sun, 22 Nov 2026 09:59:30 GMT', 1],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 300],
  ['soon', undefined],
  ['', undefined],
  ['-5', undefined],
] as const) {
  test(`Retry-After: ${field?.slice(0, 40)} asks to wait ${want} seconds`, () =>
    assert.equal(parseRetryAfter(field, NOW), want));
}

const problem = (status: number, code: string): Reply => ({
  status,
  mediaType: 'application/problem+json',
  retryAfterSeconds: undefined,
  body: Buffer.from(JSON.stringify({ code, detail: 'hidden' })),
});
const plain = (status: number): Reply => ({
  status,
  mediaType: 'text/html',
  retryAfterSeconds: undefined,
  body: Buffer.of(),
});

for (const [claim, reply, fault] of [
  ['429', plain(429), 'busy'],
  ['429 of the contract', problem(429, 'rate_limited'), 'busy'],
  ['503', plain(503), 'unavailable'],
  ['503 upstream_busy', problem(503, 'upstream_busy'), 'busy'],
  ['503 upstream_unavailable', problem(503, 'upstream_unavailable'), 'unavailable'],
  ['502 of a gateway', plain(502), 'unavailable'],
  ['504 of a gateway', plain(504), 'unavailable'],
  ['502 upstream_error', problem(502, 'upstream_error'), 'rejected'],
  ['500', plain(500), 'rejected'],
  ['400', problem(400, 'invalid_request'), 'rejected'],
  ['401', plain(401), 'rejected'],
  ['403', plain(403), 'rejected'],
  ['404 of a web server', plain(404), 'rejected'],
  ['302', plain(302), 'rejected'],
  ['204', plain(204), 'rejected'],
] as const) {
  test(`${claim} is ${fault}, in words that hold nothing of the answer`, () => {
    const error = createRefusal(reply, 'https://api.example');
    assert.equal(error.fault, fault);
    assert.ok(
      error.message.includes(`it answered ${reply.status}`) && !error.message.includes('hidden'),
      error.message,
    );
  });
}

test('a code counts only in a problem document, and only one of the contract', () => {
  assert.equal(parseCode(problem(404, 'not_found')), 'not_found');
  assert.equal(parseCode({ ...problem(404, 'not_found'), mediaType: 'application/json' }), undefined);
  assert.equal(parseCode(problem(404, 'gone')), undefined);
  for (const text of ['', 'null', '[]', '"not_found"', '{"code":'])
    assert.equal(parseCode({ ...problem(404, ''), body: Buffer.from(text) }), undefined, text);
});

/** Makes a circuit breaker and its clock. `begin` returns its decision on a request now: sent, the trial, or the fault with its seconds. */
function breaker() {
  let now = 0;
  const circuit = circuitBreaker('https://api.example', () => now);
  const begin = (): string => {
    try {
      return circuit.begin() ? 'trial' : 'sent';
    } catch (error) {
      assert.ok(error instanceof BackendError);
      return `${error.fault} ${error.retryAfterSeconds}`;
    }
  };
  return { circuit, begin, pass: (seconds: number) => (now += seconds * 1000) };
}

test('the circuit opens after five faults in a row, and not while some requests succeed', () => {
  const { circuit, begin } = breaker();
  for (let i = 0; i < 20; i++) {
    assert.equal(begin(), 'sent');
    if (i % 5 === 4) circuit.succeeded();
    else circuit.failed(false);
  }
  for (let i = 0; i < 5; i++) circuit.failed(false);
  assert.equal(begin(), 'unavailable 1');
});

test('after a pause one request is the trial; while it fails the pause doubles to ten seconds, and success closes the circuit', () => {
  const { circuit, begin, pass } = breaker();
  for (let i = 0; i < 5; i++) circuit.failed(false);
  for (const seconds of [1, 2, 4, 8, 10, 10]) {
    assert.equal(begin(), `unavailable ${seconds}`);
    pass(seconds);
    assert.equal(begin(), 'trial');
    assert.equal(begin(), 'unavailable 1');
    // The fault of a request sent long before does not end the trial.
    circuit.failed(false);
    assert.equal(begin(), 'unavailable 1');
    circuit.failed(true);
  }
  pass(10);
  assert.equal(begin(), 'trial');
  circuit.succeeded();
  assert.equal(circuit.isOpen(), false);
  assert.equal(begin(), 'sent');
});

test('a requested pause is kept', () => {
  const { circuit, begin, pass } = breaker();
  circuit.pause(7);
  assert.equal(begin(), 'busy 7');
  pass(6.5);
  assert.equal(begin(), 'busy 1');
  pass(0.5);
  assert.equal(begin(), 'sent');
});
