import { foldNumber } from '../folding/rules.ts';
import { frenchVatKey } from './french-vat.ts';

/** A number as invoices print it: the beginning of a number that the register of a country publishes. */
export interface InvoicedNumber {
  /** ISO 3166-1 alpha-2 */
  readonly country: string;
  /** Folded. */
  readonly prefix: string;
}

/**
 * The numbers behind the letters of countries whose VAT number is made of the registry number. The group is the registry number: whole, or
 * the first seven digits or more. Fewer could be any number beside a word of two letters (`no 1066`).
 */
const BEHIND_LETTERS: Readonly<Record<string, RegExp>> = {
  BE: /^(\d{7,10})$/,
  BG: /^(\d{7,9}|\d{13})$/,
  CHE: /^(\d{9})(?<words>[A-Z]+)$/,
  CZ: /^(\d{7,8})$/,
  DK: /^(\d{7,8})$/,
  ES: /^([A-HJNP-SUVW]\d{7}[\dA-J]?)$/,
  FI: /^(\d{7,8})$/,
  FR: /^(?<key>\d{2})(\d{9})$/,
  LV: /^(\d{7,11})$/,
  NO: /^([89]\d{6,8})$|^([89]\d{8})(?<words>[A-Z]+)$/,
  PT: /^(\d{7,9})$/,
  RO: /^(\d{7,10})$/,
  SE: /^(\d{7,10})$|^(\d{10})01?$/,
};

/** The words behind VAT numbers. Each beginning counts, so that results do not vanish while the user continues to type. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  CHE: ['MWST', 'TVA', 'IVA', 'TPV', 'VAT', 'HR', 'RC', 'HRMWST', 'RCTVA', 'RCIVA'],
  NO: ['MVA', 'VAT'],
};

/** Letters of a country with digits behind, perhaps a letter between them. */
const WITH_LETTERS = /^[^a-z\d]*(?:b[eg]|che|cz|dk|es|f[ir]|lv|no|pt|ro|se)[^a-z\d]*(?:[a-z][^a-z\d]*)?\d/i;
const NORWEGIAN = /^[^a-z\d]*[89][^a-z]*m/i;

const PARTS = /^(CHE|[A-Z]{2})(.*)$/;

/**
 * Reads a query as a number that an invoice prints: `NO 911 020 068 MVA` begins with the number that the register publishes, `911020068`.
 * Returns undefined for any other text, and where the letters could mean something else. The register may print the letters, too: then the
 * query is the beginning of its number as well.
 */
export function invoicedNumber(query: string): InvoicedNumber | undefined {
  if (isWord(query)) return undefined;
  if (NORWEGIAN.test(query)) return parseInvoiced(`NO${foldNumber(query)}`, true);
  return WITH_LETTERS.test(query) ? parseInvoiced(foldNumber(query)) : undefined;
}

/** Whether a query begins with three letters, of which no number does but `CHE` and Spain's. Rules out most queries, which are names. */
function isWord(query: string): boolean {
  const first = query.charCodeAt(0) | LOWER;
  return isLetter(first) && isLetter(query.charCodeAt(2) | LOWER) && first !== C && first !== E;
}

function isLetter(code: number): boolean {
  return code >= A && code <= Z;
}

/** The bit that makes ASCII capitals small letters. */
const LOWER = 0x20;
const [A, C, E, Z] = [0x61, 0x63, 0x65, 0x7a];

/** @param needsWords whether only the words behind the number, and not its letters, show what it is */
function parseInvoiced(folded: string, needsWords = false): InvoicedNumber | undefined {
  const [, letters = '', rest = ''] = PARTS.exec(folded) ?? [];
  const found = BEHIND_LETTERS[letters]?.exec(rest);
  const { words, key } = found?.groups ?? {};
  const number = key === undefined ? (found?.[1] ?? found?.[2]) : found?.[2];
  if (number === undefined || (needsWords && words === undefined)) return undefined;
  if (words !== undefined && !(WORDS[letters] ?? []).some((one) => one.startsWith(words))) return undefined;
  if (key !== undefined && key !== frenchVatKey(number)) return undefined;
  return letters === 'CHE' ? { country: 'CH', prefix: `CHE${number}` } : { country: letters, prefix: number };
}
