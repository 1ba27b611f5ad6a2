/**
 * The service's HTTP layer over the backend of a peer, so that both have the same routes, rate limit, cursors, entity tags, header fields
 * and log lines.
 * `node http.ts BACKEND OPTIONS GENERATION` sends its port to its parent.
 */
import type { Backend } from '../../src/backend/index.ts';
import { openLog } from '../../src/cli/log.ts';
import { createApp, systemClock } from '../../src/server/index.ts';
import { tellPort } from '../ceiling/tell-port.ts';
import { CURSOR_SECRET, CURSOR_TTL_SECONDS } from '../questions.ts';
import type { BackendName } from './peer.ts';

/** Opens a backend: `options` is a path, `generation` names the data. */
const OPEN: Readonly<Record<BackendName, (options: string, generation: string) => Promise<Backend>>> = {
  postgresql: async (...given) => (await import('./backends/postgresql.ts')).PostgresqlBackend.open(...given),
  sqlite: async (...given) => new (await import('./backends/sqlite.ts')).SqliteBackend(...given),
};

const [name = '', options = '', generation = ''] = process.argv.slice(2);
const backend = await OPEN[name as BackendName](options, generation);
const baseUrl = 'http://127.0.0.1:8080';
const app = createApp(
  backend,
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
