/**
 * The yardstick: bare node:http that answers the same bytes with the same header fields, from a map. It is sent the
 * answers by its parent, listens, and tells its port.
 */
import { createServer } from 'node:http';

/** An answer to give again: its target, its header fields as name, value, name, value …, its body in base64. */
export interface Recorded {
  readonly target: string;
  readonly fields: readonly string[];
  readonly body: string;
}

if (import.meta.main) {
  process.once('message', (recorded: readonly Recorded[]) => {
    const answers = new Map(
      recorded.map(({ target, fields, body }) => [target, { fields: [...fields], body: Buffer.from(body, 'base64') }]),
    );
    const server = createServer((request, response) => {
      const answer = answers.get(request.url ?? '');
      if (answer === undefined) throw new Error(`Nothing is recorded for "${request.url}"`);
      response.writeHead(200, answer.fields);
      response.end(answer.body);
    });
    server.keepAliveTimeout = 72_000;
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      process.send?.(typeof address === 'object' ? address?.port : undefined);
    });
  });
}
