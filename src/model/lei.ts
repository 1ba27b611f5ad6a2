/**
 * Whether a text has the form and the check digits of a Legal Entity Identifier (ISO 17442): 20 characters `0`–`9`, `A`–`Z` whose
 * value modulo 97 is 1, with letters read as 10 to 35 (ISO 7064 MOD 97-10). Check digits are 02 to 98: 00, 01 and 99 leave the same
 * remainder as 97, 98 and 02, and would give a company two codes.
 */
export function isLei(text: string): boolean {
  if (!/^[0-9A-Z]{18}(?!00|01|99)[0-9]{2}$/.test(text)) return false;
  let remainder = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = code < 65 ? code - 48 : code - 55;
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder === 1;
}
