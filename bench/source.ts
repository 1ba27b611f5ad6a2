import { Random } from '../tools/sample/index.ts';
import { SnapshotReader } from '../src/snapshot/index.ts';
import { SEED } from './measuring.ts';
import { sampleTexts, type SampledText } from './prefixes.ts';
import { Targets } from './questions.ts';

/** Data that all mixes draw their questions from. */
export interface Source {
  readonly companies: number;
  /** Questions per mix, if there is enough data. */
  readonly count: number;
  /** Questions of `cold`. */
  readonly coldCount: number;
  /** Distinct names in random order. */
  readonly names: readonly SampledText[];
  readonly numbers: readonly SampledText[];
  /** Ids spread over all companies, in random order. */
  readonly ids: readonly string[];
  /** The port of a service that is not measured, for questions that need its responses. */
  readonly port: number;
  readonly targets: Targets;
}

/** Companies sampled per question, because a fifth of all names repeat. */
const SAMPLED_COMPANIES_PER_QUESTION = 1.5;

/** Draws names, numbers and ids from generated companies and their snapshot. */
export function sourceOf(
  snapshot: string,
  options: Pick<Source, 'companies' | 'count' | 'coldCount' | 'port'>,
): Source {
  const { companies, count } = options;
  const sampled = Math.min(companies, Math.ceil(count * SAMPLED_COMPANIES_PER_QUESTION));
  const { names, numbers } = sampleTexts({ companies: sampled, seed: SEED });
  const random = new Random(SEED ^ 0x0dd5);
  const distinct = [...new Map(names.map((name) => [name.text, name])).values()];
  const reader = SnapshotReader.open(snapshot);
  const targets = new Targets(reader.metadata.generation);
  const every = Math.max(1, Math.floor(companies / count));
  const ids: string[] = [];
  let n = 0;
  for (const id of reader.idsInOrder()) if (n++ % every === 0 && ids.length < count) ids.push(id);
  void reader.close();
  return {
    ...options,
    targets,
    names: shuffled(distinct, random),
    numbers: shuffled(numbers, random),
    ids: shuffled(ids, random),
  };
}

/** A copy in random order. */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}
