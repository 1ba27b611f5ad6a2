import type { Logger } from 'pino';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFollowed, type Config } from '../../extra/index.ts';
import { InputError } from '../../model/index.ts';
import type { PublicationConfig } from '../../../extras/publication/settings.ts';
import type { Follower, FollowerParts } from '../../../extras/publication/thread/follow.ts';
import { sampleConfig, sampleGaps, samplePath } from '../sample/sample.ts';
import { readConfig } from '../settings.ts';
import { requireSnapshot } from '../snapshot-file.ts';
import { findPlace } from './listening.ts';
import { report, type StartOrder } from './worker.ts';

export type { Follower };

export interface Chosen {
  readonly config: Config;
  readonly named: string;
  /** Whether the source is the sample, which `--sample` serves if there is no snapshot yet. */
  readonly isSample: boolean;
}

/** @throws {InputError} if the settings or the flags contradict each other */
export function chosenBy(
  flags: { readonly snapshot?: string; readonly sample?: boolean },
  order: StartOrder | undefined,
): Chosen {
  const config = readConfig(process.env);
  if (config.BACKEND !== undefined && (flags.snapshot ?? flags.sample) !== undefined)
    throw new InputError('Cannot start: the setting BACKEND names what to serve; leave --snapshot and --sample out');
  const named = flags.snapshot ?? config.SNAPSHOT;
  const isSample = order?.found?.isSample ?? (flags.sample === true && !isFollowed(named) && !existsSync(named));
  return isSample ? { config: sampleConfig(config), named: samplePath(config), isSample } : { config, named, isSample };
}

/** Returns the file to serve, and the publication that it is fetched from, if any. */
export async function findSource(
  { named, config }: Chosen,
  order: StartOrder | undefined,
): Promise<{ readonly followed: string | undefined; readonly snapshot: string }> {
  const isOfFile = config.BACKEND === undefined;
  const isFirst = order?.found === undefined;
  const followed = isOfFile && isFollowed(named) ? named : undefined;
  if (isOfFile && isFirst && followed === undefined) requireSnapshot(named);
  const snapshot = order?.found?.snapshot ?? (followed === undefined ? named : followedPath(config));
  return { followed, snapshot };
}

function followedPath({ DATA_DIR: directory }: Config): string {
  return join(directory, 'followed', 'openfirma.snapshot');
}

/** Makes the sample unless this version has made it, and logs what it leaves out. This takes seconds, so a port in use is reported before. */
export async function makeSampleFirst(config: Config, log: Logger): Promise<void> {
  await findPlace({ host: config.HOST, port: config.PORT, prefix: '' }, true);
  const gaps = sampleGaps();
  if (gaps !== undefined) log.warn(gaps);
  const { makeSample } = await import('../sample/make-sample.ts');
  await makeSample(config, () => log.info({ snapshot: samplePath(config) }, 'making the sample'));
}

/** Follows a publication. Only the first worker does so; when it has fetched newer data, all workers check at once. */
export async function startFollower(
  followed: string | undefined,
  order: StartOrder | undefined,
  config: Config,
  { look, ...parts }: Omit<FollowerParts, 'onFetched' | 'path'> & { readonly look: () => void },
): Promise<Follower | undefined> {
  if (followed === undefined || (order?.worker ?? 1) > 1) return undefined;
  const onFetched = order === undefined ? look : () => report({ hasFetched: true });
  const thread = await import('../../../extras/publication/thread/follow.ts');
  return await thread.startFollower(followed, config as PublicationConfig, {
    ...parts,
    path: followedPath(config),
    onFetched,
  });
}
