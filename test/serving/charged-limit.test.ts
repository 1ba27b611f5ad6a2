/** A door that charges tokens for the work of a request, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackendError } from '../../src/backend/index.ts';
import type { Door } from '../../src/server/index.ts';
import { MCP } from '../../extras/mcp/declaration.ts';
import { TestService, failing, type Answer } from '../fixtures/service.ts';

const PATH = '/registry/mcp';

/** Creates a service with a door that charges as many additional tokens as the body of a request states. */
function chargingService(): { readonly post: (more: number) => Promise<Answer>; readonly service: TestService } {
  const door: Door = {
    declaration: MCP,
    handlers: {
      callMcp: async ({ body, charge }) => {
        await charge(Number(Buffer.from(body).toString()));
        return { body: Buffer.from('{}') };
      },
    },
  };
  const backend = failing(() => {
    throw new BackendError('unavailable', 'not used');
  });
  const service = new TestService(backend, { doors: [MCP] }, [door]);
  const post = async (more: number): Promise<Answer> =>
    await service.send(PATH, { method: 'POST', payload: String(more) });
  return { post, service };
}

const shown = ({ status, headers }: Answer) => [status, headers['ratelimit'], headers['retry-after']];

test('a request pays one token on arrival and the rest before its work; the header says what is left', async () => {
  const { post } = chargingService();
  assert.deepEqual(shown(await post(0)), [200, '"mcp";r=119;t=1', undefined]);
  assert.deepEqual(shown(await post(9)), [200, '"mcp";r=109;t=1', undefined]);
});

test('a request that cannot be paid is refused, keeps what it had left, and passes after Retry-After', async () => {
  const { post, service } = chargingService();
  await post(109);
  assert.deepEqual(shown(await post(19)), [429, '"mcp";r=9;t=1', '6']);
  service.clock.pass(5);
  // Refused requests pay for their arrival.
  assert.deepEqual(shown(await post(19)), [429, '"mcp";r=18;t=1', '1']);
  service.clock.pass(1);
  assert.deepEqual(shown(await post(19)), [200, '"mcp";r=0;t=1', undefined]);
  const { status, body } = await post(0);
  assert.equal(status, 429);
  assert.match(body, /The limit of 120 requests a minute for the door .*mcp.* is reached; try again in 1 s/);
});

test('a body that cannot be paid is refused before it is read, costs nothing, and passes after Retry-After', async () => {
  const { post, service } = chargingService();
  const payload = '0'.repeat(60_000);
  const send = async (): Promise<Answer> => await service.send(PATH, { method: 'POST', payload });
  await post(109);
  for (let i = 0; i < 20; i++) assert.deepEqual(shown(await send()), [429, '"mcp";r=10;t=1', '3']);
  service.clock.pass(3);
  assert.deepEqual(shown(await send()), [200, '"mcp";r=1;t=1', undefined]);
});
