import { clean, grouped, parseDate, readText, registryNumber, type RawFile, type Reader } from './raw.ts';

/** A registration in Bolagsverket's file. */
interface Registration {
  readonly number: string;
  readonly running: string;
  readonly name: string | undefined;
  readonly form: string;
  readonly ended: string;
  readonly reason: string;
  readonly proceedings: string[];
  readonly state: string | undefined;
  readonly registered: string | undefined;
  readonly address: object | undefined;
  readonly others: readonly object[];
}

/** The states of proceedings, by code, that change more than the registration. */
const GRAVE: Readonly<Record<string, string>> = {
  KK: 'insolvent',
  AC: 'insolvent',
  FR: 'insolvent',
  LI: 'in_liquidation',
};

/**
 * Returns the state. Proceedings are listed by kind, such as `KK`, in the order of entry; a conclusion cancels an earlier entry of its
 * kind.
 */
function toState(ended: string, reason: string, proceedings: string): string | undefined {
  if (ended !== '' || reason !== '') return 'closed';
  const running: string[] = [];
  for (const entry of proceedings.split('|').filter((one) => one !== '')) {
    const code = entry.split('$')[0] ?? '';
    if (code.endsWith('-AVSLAVOMFO')) running.splice(running.indexOf(code.slice(0, 2)), 1);
    else running.push(code.replace('-AVOMFO', ''));
  }
  const states = running.map((kind) => GRAVE[kind] ?? (kind === 'XX' ? undefined : 'active'));
  return states.length === 0 ? 'active' : ['insolvent', 'in_liquidation', 'active'].find((one) => states.includes(one));
}

/** Returns an address from street, c/o, town, postal code and country, in this order. */
function toAddress(form: string, cell: string): object | undefined {
  const [street = '', , town, code, country = '', ...more] = cell.split('$').map(nothing);
  if (country === '' || more.length > 0 || ['FL-ORGFO', 'BFL-ORGFO', 'EB-ORGFO'].includes(form)) return undefined;
  const [iso] = /^[A-Z]{2}(?=-LAND$)/.exec(country) ?? [];
  return { street: street.replace(/, c\/o.*/, ''), postal_code: code, locality: town, country_code: iso };
}

/** Returns the names of special businesses and the names in other languages. */
function parseOtherNames(names: string): object[] {
  return Array.from(
    names.matchAll(/(?<=^|[|$] ?)([^|$]+)\$(SARS_FORNAMN|FORNAMN_FRSPRAK)-ORGNAM\$?(\d{4}-\d\d-\d\d)?/g),
    ([, name, kind, from]) => ({
      name: name?.trim(),
      kind: kind === 'SARS_FORNAMN' ? 'Särskilt företagsnamn' : 'Företagsnamn på främmande språk',
      from,
    }),
  );
}

const nothing = (cell: string): string => (cell === 'null' ? '' : cell);

/** Returns whether the number belongs to a person: it has a month, or the tax authority issued it to a person. */
const isPersonal = (number: string): boolean => /^\d\d[01]/.test(number) || number.startsWith('302');

/** Splits the text into records, which begin with a line that has the kind of a number; `";"` separates cells. */
function parseRegistrations(text: string): Registration[] {
  return text
    .split(/\r?\n(?="[^"]*-IDORG";")/)
    .slice(1)
    .flatMap((record) => {
      const cells = record
        .trim()
        .replace(/^"|"$/g, '')
        .split('";"')
        .map((cell) => nothing(cell.replaceAll(/""|\\"/g, '"').replaceAll('\\\\', '\\')));
      const [identity = '', running = '', , names = '', form = '', ended = '', reason = '', proceedings = ''] = cells;
      const [registered = '', , address = ''] = cells.slice(8);
      const [number = '', kind] = identity.split('$');
      if (kind !== 'ORGNR-IDORG' || form === 'E-ORGFO' || isPersonal(number)) return [];
      const codes = proceedings
        .split('|')
        .map((one) => one.split('$')[0] ?? '')
        .filter((code) => code !== '');
      return {
        number,
        running,
        name: toName(names),
        form,
        ended,
        reason,
        proceedings: [...new Set(codes)],
        state: toState(ended, reason, proceedings),
        registered: registered > '1000' ? registered : undefined,
        address: toAddress(form, address),
        others: parseOtherNames(names),
      };
    });
}

/** Reads `name$kind$date$text|…`: names may also contain `|` and `$`, so an entry ends with its kind. */
function toName(names: string): string | undefined {
  const entries = Array.from(
    names.matchAll(/(?:^|\|)((?:(?!\$[A-Z_]+-ORGNAM).)*)\$([A-Z_]+)-ORGNAM(?:\$(\d{4}-\d\d-\d\d|null))?/gs),
    ([, name, kind, day]) => ({ name, kind, day: day ?? '' }),
  );
  for (const kind of ['FORETAGSNAMN', 'NAMN']) {
    const last = entries.filter((one) => one.kind === kind).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
    if (last !== undefined) return clean(last.name?.replace(/^.*\$\|/s, ''));
  }
  return undefined;
}

interface Statistics {
  readonly number: string;
  readonly cell: (column: string) => string;
}

function parseStatistics(text: string): Statistics[] {
  const [header = '', ...lines] = text.split(/\r?\n/);
  const columns = header.split('\t');
  return lines.flatMap((line) => {
    const cells = line.split('\t');
    const cell = (column: string): string => cells[columns.indexOf(column)]?.trim() ?? '';
    const number = cell('PeOrgNr').slice(2);
    const isPerson = !cell('PeOrgNr').startsWith('16') || ['10', '91'].includes(cell('JurForm')) || isPersonal(number);
    return line === '' || isPerson ? [] : { number, cell };
  });
}

const FTG_STAT: Readonly<Record<string, string>> = {
  0: 'Har aldrig varit verksam',
  1: 'Är verksam enligt företagsregistrets kriterier',
  9: 'Är inte längre verksam',
};

function findStatus(registration: Registration | undefined, statistics: Statistics | undefined): string | undefined {
  if (registration !== undefined && registration.ended !== '') {
    return registration.reason.split('$').find((part) => part.endsWith('-AVORG')) ?? 'Avregistrerad';
  }
  if (registration !== undefined && registration.proceedings.length > 0) return registration.proceedings.join('|');
  if (statistics === undefined) return undefined;
  return statistics.cell('JEStat') === '9' ? 'Ingår inte längre i populationen' : FTG_STAT[statistics.cell('FtgStat')];
}

/** Returns the edition that codes belong to, by codes that only one edition has. */
const detectEdition = (codes: readonly string[]): string | undefined =>
  codes.some((code) => /^45|^620/.test(code))
    ? 'SNI 2007'
    : codes.some((code) => /^621|^962/.test(code))
      ? 'SNI 2025'
      : undefined;

export const read: Reader = (files) => {
  const isScb = ({ bytes }: RawFile): boolean => bytes.toString('latin1', 0, 2000).includes('PeOrgNr');
  const bolagsverket = files.find((file) => !isScb(file));
  const scb = files.find(isScb);
  const registrations = grouped(
    bolagsverket === undefined ? [] : parseRegistrations(readText(bolagsverket)),
    ({ number }) => number,
  );
  const statistics = grouped(
    scb === undefined ? [] : parseStatistics(readText(scb, 'windows-1252')),
    ({ number }) => number,
  );
  return [...new Set([...registrations.keys(), ...statistics.keys()])].map((number) => {
    const rank = ({ ended, running }: Registration): string => `${ended === '' ? 0 : 1} ${running.padStart(9, '0')}`;
    const registration = registrations.get(number)?.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
    const counted = statistics.get(number)?.[0];
    const codes = ['Ng1', 'Ng2', 'Ng3', 'Ng4', 'Ng5'].map((column) => counted?.cell(column) ?? '');
    return {
      name: registration?.name ?? clean(counted?.cell('Namn')),
      company_status: findStatus(registration, counted),
      state: registration === undefined ? (counted?.cell('JEStat') === '9' ? 'closed' : undefined) : registration.state,
      registered_on: registration?.registered,
      closed_on: registration?.ended,
      address: registration?.address,
      other_names: registration?.others,
      company_type: registration?.form || counted?.cell('JurForm'),
      as_of_date: parseDate((registration === undefined ? scb : bolagsverket)?.name ?? ''),
      identifiers: [registryNumber(number, 'SE')],
      classifications: codes.flatMap((code, i) =>
        code === '' || code === '00000' || code === '*'
          ? []
          : { scheme: detectEdition(codes) ?? 'SNI 2025', code, is_primary: i === 0 },
      ),
    };
  });
};
