/**
 * Bare Fastify with the service's routes that answers the same bytes with the same header fields, from memory: see bare-http.ts.
 */
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { readRecorded } from './recorded.ts';
import { tellPort } from './tell-port.ts';

const answers = new Map(
  Array.from(readRecorded(process.argv[2] ?? ''), ([target, { status, fields, body }]) => {
    const pairs = fields.flatMap((name, i) => (i % 2 === 0 ? [[name, fields[i + 1] ?? ''] as const] : []));
    return [target, { status, fields: Object.fromEntries(pairs), body }];
  }),
);
const app = fastify({ keepAliveTimeout: 72_000 });
const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const recorded = answers.get(request.raw.url ?? '');
  if (recorded === undefined) throw new Error(`Nothing is recorded for "${request.raw.url}"`);
  reply.code(recorded.status).headers(recorded.fields);
  return recorded.body.length === 0 ? reply.send() : reply.send(recorded.body);
};
app.get('/v1/search', answer);
app.get('/v1/companies/:company_id', answer);
app.get('/v1/companies/:company_id/officers', answer);
await app.listen({ port: 0, host: '127.0.0.1' });
tellPort(app.server);
