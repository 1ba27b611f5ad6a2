import { InvalidArgumentError } from 'commander';

/** Reads a whole number of at least 0 from a command line. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number of at least 0.`);
  return Number(text);
}

/** Reads a page size, 1 to 25 as in the API. */
export function pageSize(text: string): number {
  const limit = wholeNumber(text);
  if (limit < 1 || limit > 25) throw new InvalidArgumentError(`"${text}" is not between 1 and 25.`);
  return limit;
}
