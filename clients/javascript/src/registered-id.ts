/**
 * Which ID a company gets by its registry number, without a request.
 * @module
 */

import { foldNumber } from './folding.ts';

/** Never changes: every ID would. */
const NAMESPACE = 'openfirma/company-id/1';
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Where the number alone does not give the ID. */
const KEYED_OTHERWISE: ReadonlySet<string> = new Set(['CY', 'DE', 'RO', 'SK', 'UA']);

/**
 * The ID that a company gets by its registry number in a country (ISO 3166-1 alpha-2), or in a part of one such as `DE-BY`; undefined where
 * the number alone does not give it (Germany, Slovakia, Ukraine, tax codes of Romania, other organisations than companies in Cyprus). The
 * number is as the register publishes it; punctuation does not count.
 *
 * It is the ID of a company that is published for the first time. Curated lines and merges override it: a company keeps the ID that it
 * was first published with, also under another number, and one that several records became answers under the ID of one of them, to which
 * the others redirect. So look the ID up: it answers 404 where no company has it.
 *
 * Browsers have the digest that it needs on pages from `https:` and `localhost` only.
 */
export async function registeredCompanyId(countryScope: string, number: string): Promise<string | undefined> {
  const folded = foldNumber(number);
  const key = keyOf(countryScope, folded, number.trim().toUpperCase());
  if (key !== undefined) return await idOf(['key', '', key]);
  if (folded === '' || KEYED_OTHERWISE.has(countryScope)) return undefined;
  return await idOf(['national_registry_number', countryScope, folded]);
}

function keyOf(countryScope: string, folded: string, number: string): string | undefined {
  const cypriot = countryScope === 'CY' ? /^HE(\d+)$/.exec(folded)?.[1] : undefined;
  if (cypriot !== undefined) return `cy-drcor:C${cypriot}`;
  const lasting = countryScope === 'RO' ? romanianNumber(number) : undefined;
  return lasting === undefined ? undefined : `ro-onrc:${lasting}`;
}

/** A Romanian registration number in its new form, which a company keeps; undefined where it is none. */
function romanianNumber(number: string): string | undefined {
  const bare = number.replace(/[\s\p{Cc}]+/gu, '');
  const [, letter, county = '', serial = '', year = ''] = /^([A-Z])(\d{1,2})\/(\d{1,6})\/(\d{4})$/.exec(bare) ?? [];
  const plain =
    letter === undefined ? bare.slice(0, -1) : letter + year + serial.padStart(6, '0') + county.padStart(2, '0');
  if (!/^[A-Z]\d{12}$/.test(plain)) return undefined;
  let sum = plain.charCodeAt(0) % 10;
  for (const digit of plain.slice(1)) sum += Number(digit);
  const lasting = plain + String(sum % 10);
  return letter !== undefined || lasting === bare ? lasting : undefined;
}

/** `co_` and the first 128 bits of SHA-256 over the namespace and three texts, as 26 characters of Crockford's base32. */
async function idOf(parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode([NAMESPACE, ...parts].join('\0')));
  let value = 0n;
  for (const byte of new Uint8Array(digest, 0, 16)) value = value * 256n + BigInt(byte);
  let text = '';
  for (; text.length < 26; value /= 32n) text = (ALPHABET[Number(value % 32n)] ?? '') + text;
  return `co_${text}`;
}
