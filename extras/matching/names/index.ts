/**
 * Which company is meant by a name: taking names apart, comparing them, and a score that is explained. Pure: a snapshot finds what to
 * compare. docs/matching.md describes it.
 * @module
 */
export { NameComparison, UNLIKE, type RarityOf, type WeightOf } from './compare-names.ts';
export type { NameLikeness } from '../../../src/snapshot/index.ts';
export { EditDistance } from './edit-distance.ts';
export { withoutFormerName } from './former-name.ts';
export { withoutMisspeltForm } from './misspelt-form.ts';
export { partsOf, type NameParts, WORD_CHARS_MAX, WORDS_MAX } from './name-parts.ts';
export { contributions, isCertain, rank, type Agreement, type Evidence, type Ranked } from './ranking.ts';
export { FEATURE_NAMES, likenessOf, logitOf, probabilityOf, type Features, type Weights } from './score.ts';
export { WEIGHTS } from './weights.ts';
export { hashOf, hashesOf, spellingKey } from './spelling.ts';
