import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CEILINGS, startModule } from './ceiling/index.ts';
import { record } from './ceiling/recorded.ts';
import { checkAnswers } from './check.ts';
import type { Cores } from './machine.ts';
import { measureInTurns, type Contestant } from './measure.ts';
import { MIXES, requestsOf, type MixName, type Source } from './mixes.ts';
import type { ReadyPeer } from './peers/ready.ts';
import { stopProcess } from './peers/programs.ts';
import type { Plan } from './plan.ts';
import type { Question, Targets } from './questions.ts';
import type { MixResult } from './results.ts';

/** Who takes part in every mix. */
export interface Field {
  readonly ours: { readonly port: number; readonly pid: number };
  readonly peers: readonly ReadyPeer[];
  /** How peers behind the service's HTTP layer are asked. */
  readonly peerTargets: Targets;
  readonly cores: Cores | undefined;
  /** Where files of a mix may lie. */
  readonly folder: string;
}

/** Measures one mix: ours, what only repeats our answers, and the peers once they were seen to answer the same. */
export async function contest(
  name: MixName,
  source: Source,
  { ours, peers, peerTargets, cores, folder }: Field,
  plan: Plan,
): Promise<MixResult & { readonly checked: number; readonly asked: readonly Question[] }> {
  const mix = MIXES[name];
  const { questions, requests } = await requestsOf(mix, source);
  const asked = { questions, port: ours.port, requests };
  const taking = mix.asksPeers ? peers : [];
  const contestants: Contestant[] = [
    { name: 'openfirma', port: ours.port, front: ours.pid, data: undefined, requests },
  ];
  await using started = new AsyncDisposableStack();
  const answers = mkdtempSync(join(folder, 'answers-'));
  started.defer(() => rmSync(answers, { recursive: true, force: true }));
  const distinct = await record(ours.port, requests, mix.statuses, answers);
  for (const [ceiling, module] of Object.entries(CEILINGS)) {
    const { port, child } = await startModule(cores, join('ceiling', module), [answers]);
    started.defer(() => stopProcess(child));
    contestants.push({ name: ceiling, port, front: child.pid ?? 0, data: undefined, requests });
  }
  let checked = 0;
  for (const { peer, running } of taking) {
    const theirs = questions.map(
      (question) => peer.requestOf?.(peerTargets.placed(question)) ?? peerTargets.requestOf(question),
    );
    checked += await checkAnswers(asked, { questions, port: running.port, requests: theirs }, peer);
    contestants.push({ ...running, name: peer.name, requests: theirs });
  }
  const figures = await measureInTurns(contestants, mix.statuses, plan);
  return { name, title: mix.title, questions: questions.length, distinct, figures, checked, asked: questions };
}
