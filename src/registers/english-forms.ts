import { readTable } from '../importer/index.ts';
import { COUNTRIES } from '../model/index.ts';
import { toFormKey } from './legal-forms.ts';

/**
 * Returns english-forms.json: by country and local name, the English name that the list of legal forms has for the same form. A name of
 * two forms with different English names is skipped.
 */
export function englishFormsText(): string {
  const rows = readTable(new URL('gleif/elf.tsv', import.meta.url));
  const english = new Map<string, string>();
  for (const [code = '', , language, name = ''] of rows) if (language === 'en') english.set(code, name);
  const byCountry = [...COUNTRIES.keys()].map((country) => {
    const names = new Map<string, Set<string>>();
    for (const [code = '', of, language, name = ''] of rows) {
      const title = english.get(code);
      if (of !== country || language === 'en' || title === undefined) continue;
      names.set(toFormKey(name), (names.get(toFormKey(name)) ?? new Set()).add(title));
    }
    const sure = [...names].flatMap(([name, [title = '', ...others]]) =>
      others.length > 0 || toFormKey(title) === name ? [] : [[name, title] as const],
    );
    return [country, Object.fromEntries(sure)] as const;
  });
  const present = byCountry.filter(([, names]) => Object.keys(names).length > 0);
  return `${JSON.stringify(Object.fromEntries(present), undefined, 2)}\n`;
}
