import { clean, fileWith, grouped, parseDate, readRows, registryNumber, type CsvRow, type Reader } from './raw.ts';

/** Returns the day in Danish time: one hour after UTC, in summer (end of March to end of October) two. */
function parseDay(time = ''): string | undefined {
  if (!/(?:Z|\+00:00)$/.test(time))
    return new Date(time.slice(0, 10)).toJSON?.()?.slice(0, 10) === time.slice(0, 10) ? time.slice(0, 10) : undefined;
  const month = Number(time.slice(5, 7));
  const hours = month > 3 && month < 10 ? 2 : 1;
  return new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 10);
}

function toState(status: string): string | undefined {
  if (/^(?:aktiv|normal)$/i.test(status)) return 'active';
  if (/konkurs|rekonstruktion/i.test(status) && status.startsWith('under')) return 'insolvent';
  if (status.startsWith('under ')) return 'in_liquidation';
  return /opløst|slettet|ophørt/.test(status) ? 'closed' : undefined;
}

function toAddress(row: CsvRow, country?: string): object | undefined {
  const part = (name: string): string => row[`CVRAdresse_${name}`] ?? '';
  const [from, to] = [part('husnummerFra') + part('bogstavFra'), part('husnummerTil')];
  const floor = part('etagebetegnelse');
  const street = clean(
    `${part('vejnavn')} ${from}${to && '-'}${to}${floor && `, ${floor}. ${part('doerbetegnelse')}`}`,
  );
  if (street === undefined && part('postnummer') === '') return undefined;
  return {
    street: street?.startsWith('c/o') ? undefined : street,
    postal_code: part('postnummer'),
    locality: part('postdistrikt'),
    country_code: part('landekode') === '' ? undefined : country,
  };
}

/** Whether a row is in force and not withdrawn. */
const isCurrent = (row: CsvRow): boolean => row['virkningTil'] === '' && row['registreringTil'] === '';
const lastBegun = (a: CsvRow, b: CsvRow): number => ((a['virkningFra'] ?? '') < (b['virkningFra'] ?? '') ? 1 : -1);

export const read: Reader = (files) => {
  const companies = fileWith(files, 'CVRNummer');
  if (companies === undefined) throw new Error('no file is Virksomhed');
  const byUnit = (mark: (header: string, first: string) => boolean): Map<string, CsvRow[]> => {
    const file = files.find(({ bytes }) => {
      const [header = '', first = ''] = bytes.toString('utf8', 0, 4096).split(/\r?\n/);
      return mark(header, first);
    });
    return grouped(file === undefined ? [] : readRows(file), (row) => row['CVREnhedsId'] ?? '');
  };
  const hasText = (header: string): boolean => header.includes('vaerdiTekst');
  const names = byUnit((header) => header.includes('vaerdi') && !hasText(header));
  // Activities have six digits, forms at most three.
  const forms = byUnit((header, first) => hasText(header) && !/,\d{6},/.test(first));
  const activities = byUnit((header, first) => hasText(header) && /,\d{6},/.test(first));
  const addresses = byUnit((header) => header.includes('AdresseringAnvendelse'));
  return readRows(companies)
    .filter(isCurrent)
    .flatMap((company) => {
      const number = company['CVRNummer'] ?? '';
      const of = (list: Map<string, CsvRow[]>): CsvRow[] => list.get(company['id'] ?? '') ?? [];
      const form = of(forms).filter(isCurrent).toSorted(lastBegun)[0];
      if (number === '' || form === undefined || ['10', '15', '20'].includes(form['vaerdi'] ?? '')) return [];
      const current = of(names).filter(isCurrent);
      const name = current.filter((row) => row['sekvens'] === '0').toSorted(lastBegun)[0];
      const past = of(names).filter((row) => row['virkningTil'] !== '' && row['registreringTil'] === '');
      const named = (row: CsvRow): object => ({
        name: clean(row['vaerdi']),
        kind: 'Navn',
        from: parseDay(row['virkningFra']),
        until: parseDay(row['virkningTil']),
      });
      const places = of(addresses).filter(isCurrent).toSorted(lastBegun);
      const placeFor = (use: string): CsvRow | undefined =>
        places.find((row) => row['AdresseringAnvendelse']?.toLowerCase() === use);
      const seat = placeFor('beliggenhedsadresse');
      const country = seat?.['CVRAdresse_landekode'] || placeFor('postadresse')?.['CVRAdresse_landekode'] || '';
      return {
        name: clean(name?.['vaerdi']),
        country_code: /^[A-Z]{2}$/.test(country) ? country : undefined,
        company_status: company['status'],
        state: toState(company['status'] ?? ''),
        registered_on: parseDay(company['virksomhedStartdato']),
        closed_on: parseDay(company['virksomhedOphoersdato']),
        address: seat === undefined ? undefined : toAddress(seat, /^[A-Z]{2}$/.test(country) ? country : undefined),
        euid: ['60', '70', '80'].includes(form['vaerdi'] ?? '') ? `DKCVR.${number}` : undefined,
        record_url: `https://datacvr.virk.dk/enhed/virksomhed/${number}`,
        company_type: form['vaerdi'],
        legal_form: form['vaerdiTekst'],
        as_of_date: parseDate(companies.name),
        identifiers: [registryNumber(number, 'DK')],
        former_names: past.map(named),
        other_names: current.filter((row) => row !== name).map(named),
        classifications: of(activities)
          .filter(isCurrent)
          .map((row) => ({
            scheme: (row['virkningFra'] ?? '') >= '2025' ? 'DB25' : 'DB07',
            code: row['vaerdi'],
            label: row['vaerdiTekst'],
            is_primary: row['sekvens'] === '0',
          })),
      };
    });
};
