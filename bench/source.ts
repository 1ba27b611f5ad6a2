import { Random } from '../tools/sample/index.ts';
import { SnapshotReader } from '../src/snapshot/index.ts';
import { SEED } from './measuring.ts';
import { sampleTexts, type SampledText } from './prefixes.ts';
import { Targets } from './questions.ts';

/** The parts that the questions of all mixes are made of. */
export interface Source {
  readonly companies: number;
  /** How many questions a mix has, if the data yield as many. */
  readonly count: number;
  /** How many questions `cold` has. */
  readonly coldCount: number;
  /** Distinct names in random order. */
  readonly names: readonly SampledText[];
  readonly numbers: readonly SampledText[];
  /** Ids from all over the data in random order. */
  readonly ids: readonly string[];
  /** The port of a service that is not measured, for questions that follow from its answers. */
  readonly port: number;
  readonly targets: Targets;
}

/** Names and numbers are taken from so many companies: four fifths of their names differ. */
const SAMPLED_COMPANIES_PER_QUESTION = 1.5;

/** Draws the parts of questions from generated companies and their snapshot. */
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

/** The same items in a random order. */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}
