/** The format of a company ID. */
const ID = /^co_[0-9a-hjkmnp-tv-z]{26}$/;

/** Crockford's base32 alphabet in lower case. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_CHARS = 26;

/** Whether a value is a company ID. Other values are neither looked up nor sent with a form. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** Returns the company ID of 16 bytes: 26 characters of base32. The bytes follow two zero bits. */
export function encodeCompanyId(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let text = '';
  for (; text.length < ID_CHARS; value >>= 5n) text = ALPHABET.charAt(Number(value & 31n)) + text;
  return `co_${text}`;
}
