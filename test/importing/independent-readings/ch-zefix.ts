import { clean, parseDate, parseLines, registryNumber, type Reader } from './raw.ts';

type Binding = Readonly<Record<string, { readonly value: string } | undefined>>;

/** Returns the state by the addition to the name. */
function toState(name = ''): string {
  if (/ (in Nachlassliquidation|en liquidation concordataire|in liquidazione concordataria)$/.test(name))
    return 'insolvent';
  return / (in Liquidation|in Liq\.|en liquidation|in liquidazione|in liquidaziun)$/.test(name)
    ? 'in_liquidation'
    : 'active';
}

/** Returns the seat, whose parts are lines, without a name after c/o or chez. */
function toAddress(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  const parts = new Map(text.split('\n').map((line) => [line.split('=')[0], line.replace(/^\w+=/, '')]));
  return {
    street: parts.get('street')?.replace(/^(c\/o|chez) [^,]*, /, ''),
    postal_code: parts.get('code'),
    locality: parts.get('town'),
    region: parts.get('canton'),
    country_code: 'CH',
  };
}

export const read: Reader = (files) =>
  files.flatMap((file) =>
    parseLines<Binding>(file).flatMap((binding) => {
      const value = (name: string): string | undefined => clean(binding[name]?.value);
      const code = value('form')?.split('/').at(-1) ?? '';
      const uid = value('uid');
      const old = value('chid');
      // Skips sole traders and other natural persons, and branches of Swiss companies.
      if (['0101', '0118', '0119', '0151'].includes(code) || (uid ?? old) === undefined) return [];
      const entity = value('company')?.split('/').at(-1) ?? '';
      const legalName = value('legalName');
      const names = (binding['names']?.value ?? '').split('\n').map((tagged) => {
        const [language = '', ...name] = tagged.split('=');
        return { name: clean(name.join('=')), kind: language || 'name' };
      });
      return {
        name: legalName,
        country_code: value('municipality') !== undefined && code !== '0111' ? 'CH' : undefined,
        legal_form: value('formName') ?? (code || undefined),
        as_of_date: parseDate(file.name),
        identifiers: [registryNumber(uid ?? old ?? '', 'CH')],
        number_forms: [...(uid === undefined ? [] : [uid.replace('CHE', ''), old]), entity],
        state: toState(legalName),
        address: code === '0111' ? undefined : toAddress(binding['address']?.value),
        record_url: `https://www.zefix.ch/en/search/entity/list/firm/${entity}`,
        other_names: names.filter(({ name }) => name !== undefined && name !== legalName),
      };
    }),
  );
