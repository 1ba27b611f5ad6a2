import { readTable } from '../../importer/index.ts';

/** Gives the ISO 3166-1 code of a country by its name in Dutch or French; undefined where the table has neither. */
export type CountryOf = (nl: string | undefined, fr: string | undefined) => string | undefined;

/** Loads the table of this folder. The spellings of the register differ in blanks alone from one place to the other. */
export function loadCountries(): CountryOf {
  const dutch = new Map<string, string>();
  const french = new Map<string, string>();
  for (const [code = '', nl = '', fr = ''] of readTable(new URL('countries.tsv', import.meta.url))) {
    for (const name of nl.split('|')) dutch.set(folded(name), code);
    for (const name of fr.split('|')) french.set(folded(name), code);
  }
  // A country whose name the table has in one language alone leaves an empty one in the other.
  dutch.delete('');
  french.delete('');
  return (nl = '', fr = '') => dutch.get(folded(nl)) ?? french.get(folded(fr));
}

function folded(name: string): string {
  return name.replaceAll(/\s+/g, '').toLowerCase();
}
