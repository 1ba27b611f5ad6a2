import type { Logger } from 'pino';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../backend/index.ts';
import { makeDoors } from '../../doors/index.ts';
import type { DataFacts } from '../../model/index.ts';
import { Operations } from '../../operations/index.ts';
import { systemClock, type Door, type ServiceConfig } from '../../server/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { isUpstream } from './backend-settings.ts';

/** The doors that are on. `snapshot` is the path beside which change files lie; undefined where there can be none. */
export async function openedDoors(
  backend: Backend,
  facts: ServiceConfig,
  snapshot: string | undefined,
  exportsDir: string,
  log: Logger,
): Promise<readonly Door[]> {
  const operations = new Operations(backend, systemClock, facts);
  const { version } = packageJson;
  const onFault = ({ message }: Error): void => log.warn({ reason: message }, 'a file is left out of a door');
  const parts = { backend, facts, operations, version, exportsDir, onFault };
  return await makeDoors({ ...parts, ...(snapshot !== undefined && { snapshot }) });
}

/** Whether there is an export to serve. */
export function hasExport({ EXPORTS_DIR }: Pick<Config, 'EXPORTS_DIR'>): boolean {
  return existsSync(join(EXPORTS_DIR, 'latest'));
}

/** What to tell whoever opens doors behind which nothing can be, a line each. */
export function doorWarnings(
  { DOORS, BACKEND, EXPORTS_DIR }: Pick<Config, 'DOORS' | 'BACKEND' | 'EXPORTS_DIR'>,
  { hasMatchIndex }: Pick<DataFacts, 'hasMatchIndex'> = {},
): readonly string[] {
  const warnings: string[] = [];
  if (DOORS.includes('changes') && isUpstream(BACKEND))
    warnings.push('DOORS names changes, but BACKEND is another service, which names no generation: no event is told');
  if (DOORS.includes('reconcile') && hasMatchIndex === false)
    warnings.push(
      'DOORS names reconcile, but the snapshot has no match index: queries with a name are answered 503; build it with --match',
    );
  if (DOORS.includes('data') && !hasExport({ EXPORTS_DIR }))
    warnings.push(`EXPORTS_DIR "${EXPORTS_DIR}" has no export yet: openfirma export --into writes one`);
  return warnings;
}
