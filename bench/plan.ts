import { parseArgs } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { totalSeconds } from './measure.ts';
import { MIXES, type MixName } from './mixes.ts';
import { PEERS, type PeerName } from './peers/index.ts';

/** The parts of a run. */
export interface Plan {
  readonly companies: number;
  /** Duration of a load. A contestant gets two loads per round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Number of questions per mix, if there is enough data. */
  readonly questions: number;
  readonly mixes: readonly MixName[];
  readonly peers: readonly PeerName[];
  /** The folder of another checkout of the project, whose service is asked in turns with ours. */
  readonly other: string | undefined;
  /** Whether to compare the default number of workers with one. */
  readonly workers: boolean;
  /** Whether the run is complete and not shortened. Only such a run writes its results to a file. */
  readonly isWhole: boolean;
}

const SECONDS = 1;
const ROUNDS = 5;
const QUESTIONS = 200_000;

const WORKERS = 'workers';
const MIX_NAMES = Object.keys(MIXES) as MixName[];
const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/** Requests a second for which `cold` has enough questions; loads of faster servers end early. */
const COLD_RATE = 60_000;
/** Maximum number of questions of `cold`, as a multiple of the number for other mixes. */
const COLD_TIMES_MAX = 4;

/** Returns the number of questions of `cold` and of the other mixes. */
export function planSizes(plan: Pick<Plan, 'questions' | 'seconds' | 'rounds'>): {
  readonly count: number;
  readonly coldCount: number;
} {
  return {
    count: plan.questions,
    coldCount: Math.ceil(Math.min(COLD_RATE * totalSeconds(plan), COLD_TIMES_MAX * plan.questions)),
  };
}

/** Reads the arguments. `--only` takes mixes, peers and `workers`; if it names peers but no mix, all mixes run. Throws InputErrors. */
export function readPlan(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      companies: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: String(SECONDS) },
      rounds: { type: 'string', default: String(ROUNDS) },
      questions: { type: 'string', default: String(QUESTIONS) },
      only: { type: 'string', default: '' },
      other: { type: 'string' },
    },
  });
  const only = values.only.split(',').filter((name) => name !== '');
  const known = [...MIX_NAMES, ...PEER_NAMES, WORKERS];
  for (const name of only) {
    if (!known.includes(name)) throw new InputError(`Cannot measure only "${name}": --only takes ${known.join(', ')}`);
  }
  const isAll = only.length === 0;
  const mixes = MIX_NAMES.filter((name) => isAll || only.includes(name));
  const peers = PEER_NAMES.filter((name) => isAll || only.includes(name));
  const seconds = parseNumber('--seconds', values.seconds, 0.1);
  const rounds = parseNumber('--rounds', values.rounds, 1);
  const questions = parseNumber('--questions', values.questions, 100);
  return {
    companies: parseNumber('--companies', values.companies, 1000),
    seconds,
    rounds,
    questions,
    mixes: mixes.length === 0 && peers.length > 0 ? MIX_NAMES : mixes,
    peers,
    other: values.other,
    workers: isAll || only.includes(WORKERS),
    isWhole: isAll && values.other === undefined && seconds >= SECONDS && rounds >= ROUNDS && questions >= QUESTIONS,
  };
}

/** Reads the value of an option. Throws an InputError. */
export function parseNumber(option: string, text: string, min: number): number {
  const value = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (value >= min) return value;
  throw new InputError(`Cannot measure: ${option} "${text}" must be a number, ${min} or more`);
}
