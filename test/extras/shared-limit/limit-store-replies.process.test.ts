/** One rate limit in a store that speaks the protocol of Redis but sends invalid replies: the server counts by itself. */
import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { sharedTokenBuckets } from '../../../extras/shared-limit/shared-token-buckets.ts';
import { parseStoreAddress } from '../../../extras/shared-limit/address.ts';
import { type StoreEvent } from '../../../extras/shared-limit/store-events.ts';
import { Metrics, TokenBuckets, systemClock, type Taken } from '../../../src/server/index.ts';
import { LIMITER_METRICS } from '../../../extras/shared-limit/settings.ts';
import { until } from '../../fixtures/until.ts';

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Replies to the script, as sent. The client uses RESP 2; the last replies are of RESP 3 or of no protocol. */
const REPLIES = [
  ['nil', '$-1\r\n'],
  ['a nil list', '*-1\r\n'],
  ['text', bulk('many')],
  ['OK', '+OK\r\n'],
  ['empty text', bulk('')],
  ['a number as text', bulk('59')],
  ['NaN', bulk('NaN')],
  ['a fraction', bulk('0.5')],
  ['an empty list', '*0\r\n'],
  ['a list of a number', '*1\r\n:59\r\n'],
  ['a network of a client without networks', '*2\r\n:2\r\n:-1\r\n'],
  ['a deep list', '*1\r\n'.repeat(5000) + ':59\r\n'],
  ['-2', ':-2\r\n'],
  ['more than the limit', ':61\r\n'],
  ['more than any number', `:${'9'.repeat(400)}\r\n`],
  ['an integer that is not a number', ':many\r\n'],
  ['a fraction of RESP 3', ',0.5\r\n'],
  ['NaN of RESP 3', ',nan\r\n'],
  ['a great number of RESP 3', '(59\r\n'],
  ['true of RESP 3', '#t\r\n'],
  ['a map of RESP 3', '%1\r\n+left\r\n:59\r\n'],
  ['an error', '-ERR none of your business\r\n'],
  ['a page of a web server', 'HTTP/1.1 200 OK\r\n\r\n'],
] as const;

/** Starts a store that sends the reply of a test to the script, and to probes unless `isHonestToProbes`. */
async function lyingStore(t: TestContext, reply: () => string, isHonestToProbes: boolean): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let command = parseCommand(text); command !== undefined; command = parseCommand(text)) {
        text = text.slice(command.end);
        socket.write(replyTo(command.words));
      }
    });
  });
  const replyTo = (words: readonly string[]): string => {
    if (words[0]?.startsWith('EVAL') !== true) return '+OK\r\n';
    return isHonestToProbes && words.some((word) => word.includes('probe')) ? ':0\r\n' : reply();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the first command in the received text: a list of texts. */
function parseCommand(text: string): { readonly words: readonly string[]; readonly end: number } | undefined {
  const [head, count] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const words: string[] = [];
  let end = head.length;
  while (words.length < Number(count)) {
    const [length, chars] = /^\$(\d+)\r\n/.exec(text.slice(end)) ?? [];
    if (length === undefined || text.length < end + length.length + Number(chars) + 2) return undefined;
    end += length.length + Number(chars) + 2;
    words.push(text.slice(end - Number(chars) - 2, end - 2));
  }
  return { words, end };
}

async function limiterOver(t: TestContext, address: string) {
  const metrics = new Metrics(systemClock.monotonicMs, { extras: LIMITER_METRICS });
  const events: StoreEvent[] = [];
  const limiter = sharedTokenBuckets({
    address: parseStoreAddress(address),
    deadlineMs: 10_000,
    secret: Buffer.from('a secret of the test'),
    // The clock is stopped, so no token is refilled.
    local: new TokenBuckets(() => 0),
    metrics,
    nowMs: systemClock.monotonicMs,
    onEvent: (event) => events.push(event),
  });
  t.after(() => limiter.close());
  await limiter.start();
  const passing = async (times: number): Promise<number> => {
    const answers: Taken[] = [];
    for (let i = 0; i < times; i++) answers.push(await limiter.take('203.0.113.77', 60));
    return answers.filter((left) => Number(left) >= 0).length;
  };
  const counted = (): number => metrics.totalsByLabel('rateLimitFallbacks').reduce((sum, [, total]) => sum + total, 0);
  return { events, passing, counted, away: () => metrics.gauge('storeAway', 1) };
}

suite('A rate limit in a store with invalid replies', () => {
  for (const isHonestToProbes of [true, false]) {
    for (const [claim, reply] of REPLIES) {
      test(`${claim}${isHonestToProbes ? ' to all but probes' : ''} is a fault, counted, and the limit holds`, async (t) => {
        const { events, passing, counted, away } = await limiterOver(
          t,
          await lyingStore(t, () => reply, isHonestToProbes),
        );
        assert.equal(await passing(100), 60);
        assert.equal(counted(), 100);
        await until('it is reported', () => events.length > 0);
        // The probe has its own bucket, which is larger.
        const isRight = isHonestToProbes || reply === ':61\r\n';
        await until('it is away', () => away() === (isRight ? 0 : 1));
      });
    }
  }

  test('is used again after its replies are valid', async (t) => {
    let reply = bulk('many');
    const { events, passing, away } = await limiterOver(t, await lyingStore(t, () => reply, false));
    assert.deepEqual(
      events.map((event) => 'reason' in event && event.reason),
      ['its script returned "many", allowed is a whole number from -1 to 60000'],
    );
    reply = ':-1\r\n';
    await until('it is back', () => away() === 0);
    assert.equal(await passing(1), 0);
  });
});
