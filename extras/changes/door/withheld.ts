import type { Backend } from '../../../src/backend/index.ts';
import type { FeedEvent } from '../feed/index.ts';
import type { Company } from '../../../src/contract/index.ts';
import { findCompany } from '../../../src/operations/index.ts';

/**
 * The events of an earlier generation that may still be served. For a company restricted since, or a record that leads to one, only
 * the event `restricted` is served.
 */
export async function stillVisible(events: readonly FeedEvent[], backend: Backend): Promise<readonly FeedEvent[]> {
  const isVisible = await Promise.all(
    events.map(async ({ id, event }) => event === 'restricted' || !(await isWithheld(id, backend))),
  );
  return events.filter((_, at) => isVisible[at]);
}

async function isWithheld(id: string, backend: Backend): Promise<boolean> {
  const lifecycle = await lifecycleOf(id, backend);
  const canonical = lifecycle?.status === 'redirected' ? lifecycle.canonical_id : undefined;
  const last = canonical === undefined ? lifecycle : await lifecycleOf(canonical, backend);
  return last?.status === 'restricted';
}

async function lifecycleOf(id: string, backend: Backend): Promise<Company['lifecycle'] | undefined> {
  return (await findCompany(backend, id))?.lifecycle;
}
