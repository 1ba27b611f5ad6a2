/**
 * The service over a snapshot without a limit for clients, as a provider has one for those with a token:
 * `node upstream-server.ts SNAPSHOT PORT`; tells its parent its port.
 */
import { pino } from 'pino';
import { openBackend } from '../../src/backend/index.ts';
import { createApp, systemClock } from '../../src/server/index.ts';
import { tellPort } from '../ceiling/tell-port.ts';

const [, , snapshot = '', port = '0'] = process.argv;
const address = `http://127.0.0.1:${port}`;
const app = createApp(
  openBackend(`snapshot:${snapshot}`),
  {
    baseUrl: address,
    siteUrl: address,
    dataProvider: 'openfirma',
    trustedProxies: [],
    cursorSecret: Buffer.from('the secret of the upstream service'),
    cursorTtlSeconds: 900,
    officersMax: 100,
    plainHttp: true,
  },
  { clock: systemClock, log: pino({ level: 'silent' }), limiter: { take: (_, tokens) => tokens } },
);
await app.listen({ hosts: ['127.0.0.1'], port: Number(port) });
tellPort(app.server);
