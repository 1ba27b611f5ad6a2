import { clean, fileWith, grouped, parseDate, readText, registryNumber, type Reader } from './raw.ts';

interface Code {
  readonly kode: string;
  readonly beskrivelse?: string;
}

interface Unit {
  readonly organisasjonsnummer: string;
  readonly navn?: string;
  readonly organisasjonsform?: Code;
  readonly forretningsadresse?: {
    adresse?: string[];
    postnummer?: string;
    poststed?: string;
    kommune?: string;
    landkode?: string;
  };
  readonly postadresse?: { landkode?: string };
  readonly [field: string]: unknown;
}

interface Role {
  readonly type: Code;
  readonly fratraadt?: boolean;
  readonly avregistrert?: boolean;
  readonly person?: { fodselsdato?: string; navn?: Record<string, string>; erDoed?: boolean };
  readonly enhet?: { organisasjonsnummer: string; navn?: string[]; erSlettet?: boolean };
  readonly bostyrer?: { navn?: string; erDoed?: boolean };
}

interface Roles {
  readonly organisasjonsnummer: string;
  readonly rollegrupper?: { roller?: Role[] }[];
}

const OFFICERS = 'LEDE NEST MEDL VARA OBS DAGL FFØR BEST KOMP DTPR DTSO REPR BOBE INNH'.split(' ');

/** The fields and words of the states, the gravest first. */
const STATES: readonly (readonly [field: string, word: string, state: string])[] = [
  ['slettedato', 'slettet', 'closed'],
  ['konkurs', 'konkurs', 'insolvent'],
  ['underTvangsavviklingEllerTvangsopplosning', 'underTvangsavviklingEllerTvangsopplosning', 'in_liquidation'],
  ['underAvvikling', 'underAvvikling', 'in_liquidation'],
  ['underRekonstruksjonsforhandlingDato', 'underRekonstruksjonsforhandling', 'insolvent'],
  ['underUtenlandskInsolvensbehandlingDato', 'underUtenlandskInsolvensbehandling', 'insolvent'],
];

const parseDay = (date: unknown): unknown => (typeof date === 'string' && date > '1000' ? date : undefined);

/** Forms whose address is that of a person or a branch, and the unknown form. */
const WITHOUT_ADDRESS = ['KBO', 'NUF', 'ZZZ'];

function toAddress({ organisasjonsform, forretningsadresse }: Unit): object | undefined {
  if (forretningsadresse === undefined || WITHOUT_ADDRESS.includes(organisasjonsform?.kode ?? '')) return undefined;
  const { adresse = [], postnummer, poststed, kommune, landkode } = forretningsadresse;
  return {
    lines: adresse.filter((line) => !line.startsWith('c/o')),
    postal_code: postnummer,
    locality: poststed,
    region: kommune,
    country_code: landkode,
  };
}

function listOfficers(roles: Roles | undefined): object[] {
  const all = (roles?.rollegrupper ?? [])
    .flatMap(({ roller = [] }) => roller)
    .filter(({ type, fratraadt, avregistrert, person, enhet, bostyrer }) => {
      const isGone = fratraadt === true || avregistrert === true || enhet?.erSlettet === true;
      return OFFICERS.includes(type.kode) && !isGone && person?.erDoed !== true && bostyrer?.erDoed !== true;
    })
    .map(({ type, person, enhet, bostyrer }) => {
      const { fornavn, mellomnavn, etternavn } = person?.navn ?? {};
      const name =
        clean([fornavn, mellomnavn, etternavn].join(' ')) ?? clean(enhet?.navn?.join(' ')) ?? clean(bostyrer?.navn);
      const kind = person?.navn === undefined ? enhet && 'organisation' : 'natural_person';
      return { name, kind, who: person?.fodselsdato ?? enhet?.organisasjonsnummer ?? '', role: type.beskrivelse };
    })
    .filter(({ name }) => name !== undefined);
  return Array.from(grouped(all, ({ name, who }) => `${name} ${who}`).values(), (same) => ({
    name: same[0]?.name,
    kind: same[0]?.kind,
    roles: [...new Set(same.map(({ role }) => role))],
  }));
}

export const read: Reader = (files) => {
  const units = fileWith(files, '"organisasjonsform"');
  const roles = files.find((file) => file !== units);
  if (units === undefined) throw new Error('no file has entities');
  const rolesOf = grouped(
    roles === undefined ? [] : (JSON.parse(readText(roles)) as Roles[]),
    (one) => one.organisasjonsnummer,
  );
  const date = parseDate(units.name);
  return Array.from(grouped(JSON.parse(readText(units)) as Unit[], (one) => one.organisasjonsnummer)).flatMap(
    ([number, [unit]]) => {
      const form = unit?.organisasjonsform;
      if (unit === undefined || ['BEDR', 'AAFY', 'ENK'].includes(form?.kode ?? '')) return [];
      const state = STATES.find(
        ([field]) => unit[field] !== undefined && unit[field] !== false && unit[field] !== null,
      );
      const country =
        unit.forretningsadresse === undefined ? unit.postadresse?.landkode : unit.forretningsadresse.landkode;
      return {
        name: clean(unit.navn),
        country_code: /^[A-Z]{2}$/.test(country ?? '') ? country : undefined,
        company_status: state?.[1],
        company_type: form?.kode,
        legal_form: form?.beskrivelse,
        as_of_date: date,
        identifiers: [registryNumber(number, 'NO')],
        state: state?.[2] ?? (form?.kode === 'KBO' ? 'insolvent' : 'active'),
        registered_on: parseDay(
          unit['stiftelsesdato'] ??
            unit['registreringsdatoEnhetsregisteret'] ??
            unit['registreringsdatoenhetsregisteret'],
        ),
        closed_on: parseDay(unit['slettedato']),
        address: toAddress(unit),
        record_url: `https://virksomhet.brreg.no/nb/oppslag/enheter/${number}`,
        classifications: [1, 2, 3].flatMap((i) => {
          const code = unit[`naeringskode${i}`] as Code | undefined;
          const scheme = date !== undefined && date < '2026' ? 'SN2007' : 'SN2025';
          return code === undefined ? [] : { scheme, code: code.kode, label: code.beskrivelse, is_primary: i === 1 };
        }),
        officers: listOfficers(rolesOf.get(number)?.[0]),
      };
    },
  );
};
