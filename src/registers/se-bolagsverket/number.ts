/**
 * Says whether ten digits may be the number of a person: a personal or coordination number has a month in the third and
 * fourth place, where an organisation number has 20 or more, and the numbers that the tax authority gives to people who
 * have neither (GD-nummer) begin with 302.
 */
export function mayBePersonal(digits: string): boolean {
  return /^(..[01]|302)/.test(digits);
}
