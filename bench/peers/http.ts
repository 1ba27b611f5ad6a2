/**
 * The service's HTTP layer over the backend of a peer: service and peer have the same routes, rate limit, cursors, entity tags, header
 * fields and log lines. `node http.ts BACKEND ADDRESS GENERATION` sends its port to its parent.
 */
import type { Backend } from '../../src/backend/index.ts';
import { openLog } from '../../src/cli/log.ts';
import { createApp, systemClock } from '../../src/server/index.ts';
import { tellPort } from '../processes.ts';
import { CURSOR_SECRET, CURSOR_TTL_SECONDS } from '../questions.ts';

const [name = '', address = '', generation = ''] = process.argv.slice(2);
const { open } = (await import(`./backends/${name}.ts`)) as {
  readonly open: (address: string, generation: string) => Backend | Promise<Backend>;
};
const baseUrl = 'http://127.0.0.1:8080';
const app = createApp(
  await open(address, generation),
  {
    baseUrl,
    siteUrl: baseUrl,
    dataProvider: 'openfirma',
    officersMax: 100,
    trustedProxies: ['127.0.0.1'],
    cursorSecret: Buffer.from(CURSOR_SECRET),
    cursorTtlSeconds: CURSOR_TTL_SECONDS,
    plainHttp: true,
  },
  { clock: systemClock, ...openLog('info', 'json', false) },
);
await app.listen({ hosts: ['127.0.0.1'], port: 0 });
tellPort(app.server);
