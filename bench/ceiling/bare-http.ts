/**
 * The ceiling: bare node:http that sends recorded responses from memory. `node bare-http.ts FILE` reads the responses that recorded.ts
 * wrote, and sends its port to its parent.
 */
import { createServer } from 'node:http';
import { readRecorded } from './recorded.ts';
import { tellPort } from '../processes.ts';

const answers = await readRecorded(process.argv[2] ?? '');
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer === undefined) throw new Error(`Nothing is recorded for "${request.url}"`);
  response.writeHead(answer.status, answer.fields);
  if (answer.body.length === 0) response.end();
  else response.end(answer.body);
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => tellPort(server));
