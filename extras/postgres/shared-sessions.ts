import type { ClientBase } from 'pg';
import { sharedSessions } from './faults.ts';

/**
 * Refuses a pooler that gives each statement any session: prepared statements and settings belong to a session. Behind a pooler, two
 * connections at the same time must have two sessions. Where the pooler is busy they may, although it shares them: then statements fail.
 * @param connect opens another connection with the same address
 */
export async function refuseSharedSessions(
  client: ClientBase,
  connect: () => Promise<ClientBase & { end(): Promise<void> }>,
): Promise<void> {
  const session = await fetchSessionId(client);
  // A server says in its greeting which process serves the connection; a pooler says something else. Some engines have no processes.
  if (session === Reflect.get(client, 'processID') || !(Number(session) > 0)) return;
  const other = await connect();
  try {
    if (session !== (await fetchSessionId(other))) return;
  } catch {
    // A pooler with a single session lets the other connection wait until its time is over.
    return;
  } finally {
    await other.end();
  }
  throw sharedSessions();
}

async function fetchSessionId(client: ClientBase): Promise<unknown> {
  return (await client.query<unknown[]>({ text: 'SELECT pg_backend_pid()', rowMode: 'array' })).rows[0]?.[0];
}
