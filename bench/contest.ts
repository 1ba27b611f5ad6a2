import { join } from 'node:path';
import { askAll, parseFields, type LoadRequest } from '../test/fixtures/load.ts';
import { stopProcess } from '../test/fixtures/programs.ts';
import { record } from './ceiling/recorded.ts';
import { EXPENSIVE } from './expensive.ts';
import { Asked, measureInTurns, type Contestant } from './measure.ts';
import { MIXES, drawRequests, type Mix, type MixName } from './mixes.ts';
import type { ReadyPeer } from './peers/index.ts';
import type { Plan } from './plan.ts';
import { startModule, type Cores } from './processes.ts';
import { shownQuestion } from './questions.ts';
import type { MixResult } from './results.ts';
import type { Source } from './source.ts';
import { BARE, OTHER, OURS } from './verdicts.ts';

/** Number of responses of each peer that are compared with ours before a mix. */
const CHECKED = 60;
/** Maximum number of recorded responses for mixes without repeated questions; limits the memory of the bare server. */
const RECORDED_MAX = 100_000;

/** A measured service, and what it has been asked. */
export interface AskedService {
  readonly port: number;
  /** The id of its process. */
  readonly front: number;
  readonly asked: Asked;
}

/** The contestants of every mix. */
export interface Field {
  readonly ours: AskedService;
  /** The service of another checkout. */
  readonly other: AskedService | undefined;
  /** The port of a service that is not measured: its responses are recorded and compared. */
  readonly recorder: number;
  readonly peers: readonly ReadyPeer[];
  readonly cores: Cores | undefined;
  /** The folder of the recorded responses. */
  readonly folder: string;
}

/** Measures one mix: the service, a bare server that sends the service's responses, and the peers, whose responses are compared first. */
export async function contest(name: MixName, source: Source, field: Field, plan: Plan): Promise<MixResult> {
  const { ours, other, recorder, cores, folder } = field;
  const mix: Mix = MIXES[name];
  const { title, isOnce = false } = mix;
  const { peers } = field;
  const drawn = await drawRequests(mix, source);
  const every = isOnce ? 1 : Math.max(1, Math.floor(drawn.requests.length / CHECKED));
  const checked = drawn.requests.filter((_, i) => i % every === 0 && i < every * CHECKED);
  // Without repeats, questions of the comparison are not measured.
  const requests = isOnce ? drawn.requests.slice(CHECKED) : drawn.requests;
  await using started = new AsyncDisposableStack();
  const answers = join(folder, 'answers');
  const recorded = isOnce ? requests.slice(0, RECORDED_MAX) : requests;
  await record(recorder, recorded, answers);
  const { port, child } = await startModule(cores, 'ceiling/bare-http.ts', [answers]);
  started.defer(() => stopProcess(child));
  const contestants: Contestant[] = [
    { ...ours, name: OURS, requests, isOnce },
    ...(other === undefined ? [] : [{ ...other, name: OTHER, requests, isOnce }]),
    { name: BARE, port, front: child.pid ?? 0, requests: recorded, isOnce: false, asked: new Asked() },
  ];
  for (const { peer, running, asked } of peers) {
    await checkAnswers(checked, recorder, running.port, peer.name);
    asked.add(checked);
    contestants.push({ ...running, name: peer.name, requests, isOnce, asked });
  }
  return {
    name,
    title,
    questions: requests.length,
    distinct: new Set(requests.map(({ target }) => target)).size,
    figures: await measureInTurns(contestants, plan),
    checked: checked.length * peers.length,
    first: drawn.questions.slice(0, EXPENSIVE).map(shownQuestion),
  };
}

/** Throws unless the responses of a peer have the same header fields and bytes as those of the service. */
async function checkAnswers(
  requests: readonly LoadRequest[],
  ours: number,
  theirs: number,
  peer: string,
): Promise<void> {
  const [wanted = [], given = []] = await Promise.all([ours, theirs].map((port) => fetchTexts(port, requests)));
  for (const [i, { target }] of requests.entries()) {
    const [our = '', their = ''] = [wanted[i], given[i]];
    if (our === their) continue;
    const at = Array.from(our).findIndex((character, n) => character !== their[n]);
    const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
    throw new Error(
      `${peer} answered "${target}" differently from character ${at}: ${part(their)} instead of ${part(our)}`,
    );
  }
}

/** Returns status, names of header fields, and body of each response. Each cursor becomes "…", because no two cursors are the same. */
async function fetchTexts(port: number, requests: readonly LoadRequest[]): Promise<string[]> {
  const texts: string[] = [];
  await askAll(port, requests, ({ status, head, body }, i) => {
    const names = parseFields(head).map(([name]) => name);
    texts[i] = `${status} ${names.join(' ')}\n${body.toString().replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"')}`;
  });
  return texts;
}
