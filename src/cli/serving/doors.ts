import type { Backend } from '../../backend/index.ts';
import { makeDoors } from '../../doors/index.ts';
import { Answers, systemClock, type Door, type ServiceConfig } from '../../server/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };

/** The doors that are on. `snapshot` is the path beside which change files lie; undefined where there can be none. */
export async function openedDoors(
  backend: Backend,
  facts: ServiceConfig,
  snapshot: string | undefined,
  exportsDir: string,
): Promise<readonly Door[]> {
  const answers = new Answers(backend, systemClock, facts);
  const { version } = packageJson;
  return await makeDoors({ backend, facts, answers, version, exportsDir, ...(snapshot !== undefined && { snapshot }) });
}
