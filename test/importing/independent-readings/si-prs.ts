import { clean, fileWith, parseDate, readRows, registryNumber, withoutEntities, type Reader } from './raw.ts';

/** Checks the seventh digit: the sum of 7 × the first digit to 2 × the sixth, plus the seventh, is divisible by 11. */
function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number, Number);
  const sum = digits.slice(0, 6).reduce((total, digit, i) => total + digit * (7 - i), 0);
  const wanted = 11 - (sum % 11);
  return number.length === 10 && digits[6] === (wanted > 9 ? 0 : wanted);
}

/** Returns the state: the end of the name gives the proceedings of a subject. */
function toState(name = ''): string {
  if (/ v (stečaju|prisilni poravnavi)$/i.test(name)) return 'insolvent';
  return / v likvidaciji$/i.test(name) ? 'in_liquidation' : 'active';
}

export const read: Reader = (files) => {
  const register = fileWith(files, 'Popolno ime', 'utf-16');
  const taxpayers = fileWith(files, 'Davčna številka');
  if (register === undefined) throw new Error('no file is opsiprs.csv');
  const taxes = new Map<string, Readonly<Record<string, string>>>();
  for (const row of taxpayers === undefined ? [] : readRows(taxpayers, { delimiter: ';', quote: false })) {
    const number = row['Matična številka'] ?? '';
    if (!taxes.has(number)) taxes.set(number, row);
  }
  const seen = new Set<string>();
  return readRows(register, { encoding: 'utf-16' }).flatMap((row) => {
    const number = row['Matična številka'] ?? '';
    const form = row['Pravnoorganizacijska oblika'];
    const isUnit = number.length === 10 && !number.endsWith('000');
    // A subject with a profession is a person unless the tax administration lists it among legal persons.
    const isPerson =
      /\bs\.p\.|posameznik/i.test(form ?? '') || (form?.startsWith('Zasebni') === true && !taxes.has(number));
    if (isUnit || isPerson || seen.has(number)) return [];
    seen.add(number);
    const tax = taxes.get(number);
    const taxNumber = tax?.['Davčna številka'];
    const activity = tax?.['Šifra dejavnosti'];
    return {
      name: clean(withoutEntities(row['Popolno ime'] ?? '')),
      country_code: row['Država'] === 'SLOVENIJA' && !/ tujega /.test(form ?? '') ? 'SI' : undefined,
      state: toState(clean(row['Popolno ime'])),
      address: / tujega /.test(form ?? '')
        ? undefined
        : {
            street: clean(
              `${row['Ulica']?.replace(/, c\/o.*/, '')} ${row['Hišna št']?.replace(/^0+/, '')}${row['Hišna št  dodatek']}`,
            ),
            postal_code: row['Poštna št'],
            locality: row['Naselje'],
            country_code: row['Država'] === 'SLOVENIJA' ? 'SI' : undefined,
          },
      legal_form: form,
      as_of_date: parseDate(register.name),
      identifiers: [
        registryNumber(number, 'SI'),
        ...(taxNumber ? [{ scheme: 'tin', value: taxNumber, country_scope: 'SI' }] : []),
      ],
      number_forms: hasCheckDigit(number) ? [number.slice(0, 7)] : [],
      classifications: activity ? [{ scheme: 'SKD 2025', code: activity, is_primary: true }] : [],
    };
  });
};
