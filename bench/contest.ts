import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Asked } from './asked.ts';
import { startModule } from './ceiling/index.ts';
import { record } from './ceiling/recorded.ts';
import { checkAnswers } from './check.ts';
import { EXPENSIVE } from './expensive.ts';
import type { Cores } from './processes.ts';
import { measureInTurns, type Contestant } from './measure.ts';
import { MIXES, requestsOf, type Mix, type MixName } from './mixes.ts';
import type { ReadyPeer } from './peers/ready.ts';
import { stopProcess } from '../test/fixtures/programs.ts';
import type { Plan } from './plan.ts';
import type { Targets } from './questions.ts';
import type { Source } from './source.ts';
import type { MixResult } from './results.ts';
import { BARE, OURS } from './verdicts.ts';

/** Responses of each peer compared with ours before a mix. */
const CHECKED = 60;
/** Maximum recorded responses for mixes without repeated questions: limits the memory of the bare server. */
const RECORDED_MAX = 100_000;

/** The contestants of every mix. */
export interface Field {
  readonly ours: { readonly port: number; readonly pid: number; readonly asked: Asked };
  /** The port of a service that is not measured: its responses are recorded and compared. */
  readonly recorder: number;
  readonly peers: readonly ReadyPeer[];
  /** Writes questions as requests to peers. */
  readonly peerTargets: Targets;
  readonly cores: Cores | undefined;
  /** For the files of a mix. */
  readonly folder: string;
}

/** Measures one mix: the service, a bare server that sends the service's responses, and the peers after a comparison of responses. */
export async function contest(name: MixName, source: Source, field: Field, plan: Plan): Promise<MixResult> {
  const { ours, recorder, peers, peerTargets, cores, folder } = field;
  const mix: Mix = MIXES[name];
  const { title, statuses, isOnce = false, asksPeers } = mix;
  const drawn = await requestsOf(mix, source);
  const every = isOnce ? 1 : Math.max(1, Math.floor(drawn.questions.length / CHECKED));
  const isChecked = (_: unknown, i: number): boolean => i % every === 0 && i < every * CHECKED;
  // Without repeats, questions of the comparison are not measured.
  const isMeasured = (_: unknown, i: number): boolean => !isOnce || i >= CHECKED;
  const requests = drawn.requests.filter(isMeasured);
  const contestants: Contestant[] = [
    { name: OURS, port: ours.port, front: ours.pid, data: undefined, requests, isOnce, asked: ours.asked },
  ];
  await using started = new AsyncDisposableStack();
  const answers = mkdtempSync(join(folder, 'answers-'));
  started.defer(() => rmSync(answers, { recursive: true, force: true }));
  const recorded = isOnce ? requests.slice(0, RECORDED_MAX) : requests;
  await record(recorder, recorded, statuses, answers);
  const { port, child } = await startModule(cores, 'ceiling/bare-http.ts', [answers]);
  started.defer(() => stopProcess(child));
  const front = child.pid ?? 0;
  contestants.push({ name: BARE, port, front, data: undefined, requests: recorded, isOnce: false, asked: new Asked() });
  const checked = drawn.questions.filter(isChecked);
  const compared = { port: recorder, requests: drawn.requests.filter(isChecked) };
  for (const { peer, running, asked } of asksPeers ? peers : []) {
    const theirs = drawn.questions.map((question) => peerTargets.requestOf(question));
    const toCheck = theirs.filter(isChecked);
    await checkAnswers(checked, compared, { port: running.port, requests: toCheck }, peer.name);
    asked.add(toCheck);
    contestants.push({ ...running, name: peer.name, requests: theirs.filter(isMeasured), isOnce, asked });
  }
  const figures = await measureInTurns(contestants, statuses, plan);
  const distinct = new Set(requests.map(({ target }) => target)).size;
  return {
    name,
    title,
    questions: requests.length,
    distinct,
    figures,
    checked: checked.length * (asksPeers ? peers.length : 0),
    first: drawn.questions.slice(0, EXPENSIVE),
  };
}
