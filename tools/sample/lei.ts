/** Appends the two check digits of ISO/IEC 7064 MOD 97-10 to 18 letters and digits, which makes them an LEI (ISO 17442). */
function lei(base: string): string {
  return base + String(98 - mod97(`${base}00`)).padStart(2, '0');
}

/** Returns the remainder modulo 97 of a text read as a number, with letters as 10 to 35. It is 1 for a valid LEI. */
export function mod97(text: string): number {
  let rest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    rest = code < 58 ? (rest * 10 + code - 48) % 97 : (rest * 100 + code - 55) % 97;
  }
  return rest;
}

/** A prefix that no issuer of LEIs has, which shows that the code is invented. */
const INVENTED_ISSUER = 'FICT00';

/** Returns the invented LEI with the given ordinal. Its check digits are valid; its issuer prefix does not exist. */
export function inventedLei(ordinal: number): string {
  // Multiplying by a number that is coprime to the modulus scatters the codes and never repeats one.
  const scattered = (BigInt(ordinal) * 2_862_933_555_777_941_757n) % 36n ** 12n;
  return lei(INVENTED_ISSUER + scattered.toString(36).toUpperCase().padStart(12, '0'));
}
