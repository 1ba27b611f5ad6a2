import { clientAddress, openConnections, requestOf } from '../test/fixtures/load.ts';
import type { Source } from './source.ts';
import type { Question } from './questions.ts';

/** Maximum pages per walk. */
const PAGES_MAX = 1000;

/** Follows the service's cursors through all matches of each prefix. Returns the question of every page. */
export async function walks(
  { port, targets }: Pick<Source, 'port' | 'targets'>,
  prefixes: readonly string[],
): Promise<Question[]> {
  const connections = await openConnections(port, prefixes.length);
  const walking = connections.map(async (connection, i) => {
    const q = prefixes[i] ?? '';
    const pages: Question[] = [];
    let start: number | undefined;
    do {
      const question: Question = { ask: 'search', q, start };
      pages.push(question);
      const { target } = targets.requestOf(question);
      const client = clientAddress(i * PAGES_MAX + pages.length);
      const cursor = await new Promise<string | null>((resolve, reject) => {
        connection.onFault = reject;
        connection.ask(requestOf(target, client), ({ body }) =>
          resolve((JSON.parse(body.toString()) as { next_cursor: string | null }).next_cursor),
        );
      });
      start = cursor === null ? undefined : targets.rankAfter(cursor, q);
    } while (start !== undefined && pages.length < PAGES_MAX);
    connection.close();
    return pages;
  });
  return (await Promise.all(walking)).flat();
}
