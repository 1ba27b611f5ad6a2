import { parseArgs } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { secondsOf } from './measure.ts';
import { MIXES, type MixName } from './mixes.ts';
import { PEERS, type PeerName } from './peers/index.ts';

/** What a run of the bench measures. */
export interface Plan {
  readonly companies: number;
  /** How long one load takes: each round of one contestant has two. */
  readonly seconds: number;
  readonly rounds: number;
  /** How many questions a mix has, if the data yield as many. */
  readonly questions: number;
  readonly mixes: readonly MixName[];
  readonly peers: readonly PeerName[];
  /** Whether starts, and growth to ten times the companies, are measured. */
  readonly growth: boolean;
  /** Whether the default number of workers is measured beside one. */
  readonly workers: boolean;
  /** Whether nothing is left out or shortened. Only such a run writes its results to files. */
  readonly isWhole: boolean;
}

const SECONDS = 1;
const ROUNDS = 5;
const QUESTIONS = 200_000;

const GROWTH = 'growth';
const WORKERS = 'workers';
const MIX_NAMES = Object.keys(MIXES) as MixName[];
const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/** `cold` has enough questions for so many requests a second; a faster server ends each load early. */
const COLD_RATE = 60_000;
/** But no more than so many times the questions of another mix. */
const COLD_TIMES_MAX = 4;

/** How many questions the mixes have. */
export function sizesOf(plan: Plan): { readonly count: number; readonly coldCount: number } {
  return {
    count: plan.questions,
    coldCount: Math.ceil(Math.min(COLD_RATE * secondsOf(plan), COLD_TIMES_MAX * plan.questions)),
  };
}

/**
 * Reads the arguments of the bench. `--only` takes mixes, peers, `growth` and `workers`. Where it names peers and no mix, they are asked
 * every mix. Throws an InputError that says what is allowed.
 */
export function readPlan(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      companies: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: String(SECONDS) },
      rounds: { type: 'string', default: String(ROUNDS) },
      questions: { type: 'string', default: String(QUESTIONS) },
      only: { type: 'string', default: '' },
    },
  });
  const only = values.only.split(',').filter((name) => name !== '');
  const known = [...MIX_NAMES, ...PEER_NAMES, GROWTH, WORKERS];
  for (const name of only) {
    if (!known.includes(name)) throw new InputError(`Cannot measure "${name}" alone: --only takes ${known.join(', ')}`);
  }
  const isAll = only.length === 0;
  const mixes = MIX_NAMES.filter((name) => isAll || only.includes(name));
  const peers = PEER_NAMES.filter((name) => isAll || only.includes(name));
  const seconds = number('--seconds', values.seconds, 0.1);
  const rounds = number('--rounds', values.rounds, 1);
  const questions = number('--questions', values.questions, 100);
  return {
    companies: number('--companies', values.companies, 1000),
    seconds,
    rounds,
    questions,
    mixes: mixes.length === 0 && peers.length > 0 ? MIX_NAMES : mixes,
    peers,
    growth: isAll || only.includes(GROWTH),
    workers: isAll || only.includes(WORKERS),
    isWhole: isAll && seconds >= SECONDS && rounds >= ROUNDS && questions >= QUESTIONS,
  };
}

function number(option: string, text: string, min: number): number {
  const value = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (value >= min) return value;
  throw new InputError(`Cannot measure: ${option} "${text}" must be a number, ${min} or more`);
}
