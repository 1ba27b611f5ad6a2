import { lei } from './check-digits.ts';

/** No issuer of LEIs has this prefix: it says at a glance that the code is invented. */
const INVENTED_ISSUER = 'FICT00';

/** The invented LEI with the given ordinal: valid check digits, an issuer prefix that does not exist. */
export function inventedLei(ordinal: number): string {
  // Multiplying by a number prime to the modulus scatters the codes without ever repeating one.
  const scattered = (BigInt(ordinal) * 2_862_933_555_777_941_757n) % 36n ** 12n;
  return lei(INVENTED_ISSUER + scattered.toString(36).toUpperCase().padStart(12, '0'));
}
