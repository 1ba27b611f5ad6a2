#!/usr/bin/env bash
# retry-axios 4.0.3 gives up when the time of Retry-After is now or past.
#
# Guess: `Retry-After: 0`, or a date that has passed when the response arrives, means that the client repeats the
#   request at once, or after its own delay.
# Seen: it rejects without a second request. With a date this happens to any client whose clock is ahead of the
#   server's by more than the delay. Without the field it repeats the request. axios-retry 4.5.0 and ky 1.14.3 repeat
#   it in all three cases.
# So: a server sends seconds, rounded up and at least 1.
. "$(dirname "$0")/trial.bash"
npm_packages retry-axios@4.0.3 axios@1.21.1 axios-retry@4.5.0 ky@1.14.3
cat >run.mjs <<'END'
import axios from 'axios';
import axiosRetry from 'axios-retry';
import ky from 'ky';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { attach } from 'retry-axios';

let requests = 0;
let headers = {};
const server = createServer((_, response) => {
  const status = ++requests === 1 ? 429 : 200;
  response.writeHead(status, status === 429 ? headers : {}).end('{}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/`;
const first = axios.create();
attach(first);
const second = axios.create();
axiosRetry(second, { retries: 1, retryCondition: () => true });
const clients = {
  'retry-axios': () => first.get(url, { raxConfig: { retry: 1 } }),
  'axios-retry': () => second.get(url),
  ky: () => ky(url, { retry: { limit: 1 } }),
};
for (const value of ['0', 'Fri, 01 Nov 2024 08:00:00 GMT', undefined]) {
  headers = value ? { 'retry-after': value } : {};
  for (const [name, get] of Object.entries(clients)) {
    requests = 0;
    const { status } = await get().catch(({ response }) => response);
    console.log(`Retry-After: ${value ?? 'not sent'}: ${name}: ${requests} requests, ${status}`);
  }
}
server.close();
server.closeAllConnections();
END
expect node run.mjs <<'END'
Retry-After: 0: retry-axios: 1 requests, 429
Retry-After: 0: axios-retry: 2 requests, 200
Retry-After: 0: ky: 2 requests, 200
Retry-After: Fri, 01 Nov 2024 08:00:00 GMT: retry-axios: 1 requests, 429
Retry-After: Fri, 01 Nov 2024 08:00:00 GMT: axios-retry: 2 requests, 200
Retry-After: Fri, 01 Nov 2024 08:00:00 GMT: ky: 2 requests, 200
Retry-After: not sent: retry-axios: 2 requests, 200
Retry-After: not sent: axios-retry: 2 requests, 200
Retry-After: not sent: ky: 2 requests, 200
END
