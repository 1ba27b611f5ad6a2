/** The key of the VAT number of a SIREN, two digits before it: 12 and three times the remainder of the SIREN by 97, by 97. */
export function frenchVatKey(siren: string): string {
  return String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0');
}

/** The VAT number of a company with a SIREN. */
export function frenchVatNumber(siren: string): string {
  return `FR${frenchVatKey(siren)}${siren}`;
}
