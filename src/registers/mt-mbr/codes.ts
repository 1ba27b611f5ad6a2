/** One status and one type are of a record that was seen; the other types are guesses after the ISO 20275 list. */
export const CODES = {
  state: ['Active'],
  type: [
    'Private Limited Liability Company',
    'Public Limited Liability Company',
    'Partnership en nom collectif',
    'Partnership en commandite',
    'European Company',
    'European Economic Interest Grouping',
  ],
} as const;

/** No sole traders are known to be in the register; one would be told so. */
export const SOLE_TRADER = /\bsole\b/i;
