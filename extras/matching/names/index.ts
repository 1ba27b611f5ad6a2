/**
 * Pure functions that take names apart, compare them and score the result. docs/matching.md describes them.
 * @module
 */
export { NameComparison, UNLIKE, type RarityOf, type WeightOf } from './compare-names.ts';
export type { NameLikeness } from '../../../src/snapshot/index.ts';
export { readingsWithForm } from './form-within.ts';
export { withoutFormerName } from './former-name.ts';
export { withoutMisspeltForm } from './misspelt-form.ts';
export { splitName, type NameParts, WORD_CHARS_MAX, WORDS_MAX } from './name-parts.ts';
export * from './score.ts';
export { alphabetKeys, areTypedAlike, hashKey, hashesOfMistakes, listHashes, spellingKey } from './spelling.ts';
