/** A web server of a folder, with entity tags: `node store-server.ts FOLDER PORT`; tells its parent its port. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { tellPort } from '../ceiling/tell-port.ts';

const [, , folder = '', port = '0'] = process.argv;
const server = createServer((request, response) => {
  const path = join(folder, request.url ?? '');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    response.writeHead(404).end();
    return;
  }
  const etag = `"${found.size}-${found.mtimeMs}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  response.writeHead(200, { etag, 'content-length': found.size });
  createReadStream(path).pipe(response);
});
server.listen(Number(port), '127.0.0.1', () => tellPort(server));
