import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isFollowed, type Config } from '../../../src/extra/index.ts';
import { readRefreshConfig, type RefreshConfig } from '../../../src/extra/refresh-config.ts';

/** The running installation that is checked. */
export interface Installation {
  /** The working directory of the service. */
  readonly folder: string;
  readonly config: Config;
  /** Absent if the folder has no `refresh.json`, as on a follower. */
  readonly refresh?: RefreshConfig;
  /** The path of the served file; absent if the service follows a publication or forwards requests to another service. */
  readonly snapshot?: string;
  /** The address of the service on this machine. */
  readonly local: string;
}

export async function readInstallation(folder: string, config: Config): Promise<Installation> {
  const path = join(folder, 'refresh.json');
  const isFile = config.BACKEND === undefined && !isFollowed(config.SNAPSHOT);
  return {
    folder,
    config,
    ...(existsSync(path) && { refresh: await readRefreshConfig(path) }),
    ...(isFile && { snapshot: resolve(folder, config.SNAPSHOT) }),
    local: `http://${toReachableHost(config.HOST)}:${config.PORT}`,
  };
}

/** Returns the host name by which this machine reaches the service. */
function toReachableHost(host: string): string {
  if (['localhost', '0.0.0.0', '::'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
