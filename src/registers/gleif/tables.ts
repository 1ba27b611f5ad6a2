import { readTable } from '../../importer/index.ts';

/** The code lists of GLEIF that an import needs, ready for look-up. */
export interface GleifTables {
  /**
   * The jurisdiction (ISO 3166) of a registration authority. A register of several countries counts for the company's
   * own where that is one of them, else for its first. Undefined for authorities that the table does not have.
   */
  jurisdictionOf(authority: string, ofCompany?: string): string | undefined;
  /**
   * The local name of a legal form. A form has one name per language of its country: the one in the language of the
   * company's name (`xml:lang`, by its first part) is taken, else the first of the list. Undefined for unknown codes.
   */
  legalFormOf(code: string, language: string | undefined): string | undefined;
}

/** Loads both tables from this folder; README.md says what they are derived from. */
export function loadTables(): GleifTables {
  const jurisdictions = new Map<string, string[]>();
  for (const [code = '', served = ''] of readTable(new URL('ra.tsv', import.meta.url)))
    jurisdictions.set(code, served.split(' '));
  const forms = new Map<string, Map<string, string>>();
  for (const [code = '', , language = '', name = ''] of readTable(new URL('elf.tsv', import.meta.url))) {
    const names = forms.get(code) ?? new Map<string, string>();
    // One language may have two rows, one of them ended; the first of the list stands.
    if (!names.has(language)) names.set(language, name);
    forms.set(code, names);
  }
  return {
    jurisdictionOf(authority, ofCompany) {
      const served = jurisdictions.get(authority);
      return served?.find((jurisdiction) => jurisdiction === ofCompany) ?? served?.[0];
    },
    legalFormOf(code, language) {
      const names = forms.get(code);
      const [primary = ''] = (language ?? '').toLowerCase().split('-', 1);
      return names?.get(primary) ?? names?.values().next().value;
    },
  };
}
