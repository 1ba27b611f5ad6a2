import { clean, dateIn, jsonLinesOf, registryNumber, type Reader } from './raw.ts';

type Binding = Readonly<Record<string, { readonly value: string } | undefined>>;

export const read: Reader = (files) =>
  files.flatMap((file) =>
    jsonLinesOf<Binding>(file).flatMap((binding) => {
      const value = (name: string): string | undefined => clean(binding[name]?.value);
      const code = value('form')?.split('/').at(-1) ?? '';
      const uid = value('uid');
      const old = value('chid');
      // Sole traders and others who are persons; branches of Swiss companies.
      if (['0101', '0118', '0119', '0151'].includes(code) || (uid ?? old) === undefined) return [];
      const legalName = value('legalName');
      const names = (binding['names']?.value ?? '').split('\n').map((tagged) => {
        const [language = '', ...name] = tagged.split('=');
        return { name: clean(name.join('=')), kind: language || 'name' };
      });
      return {
        name: legalName,
        country_code: value('municipality') !== undefined && code !== '0111' ? 'CH' : undefined,
        legal_form: value('formName') ?? (code || undefined),
        as_of_date: dateIn(file.name),
        identifiers: [registryNumber(uid ?? old ?? '', 'CH')],
        number_forms: uid === undefined ? [] : [uid.replace('CHE', ''), ...(old === undefined ? [] : [old])],
        other_names: names.filter(({ name }) => name !== undefined && name !== legalName),
      };
    }),
  );
