import { words } from '../../importer/declaration.ts';

/** The columns and fields of the published files and what becomes of them. */

const COMPANY_REQUIRED = ['ICO', 'FORMA', 'FIRMA', 'DDATZAN', 'NACE', 'DATPLAT'];

const COMPANY_TAKEN = ['ICO', 'FORMA', 'FIRMA', 'DDATZAN', 'NACE', 'NACE2025', 'DATPLAT'];

const COMPANY_IGNORED = [
  'OKRESLAU',
  'DDATVZN',
  // How it ended: a code whose list is not in the file.
  'ZPZAN',
  'DDATPAKT',
  // The form as the register of persons has it: one code for all persons in business.
  'ROSFORMA',
  ...words('KATPO ICZUJ CISS2010 KODADM TEXTADR PSC OBEC_TEXT COBCE_TEXT ULICE_TEXT TYPCDOM CDOM COR PRIZNAK'),
];

const ACTIVITY_REQUIRED = ['ICO', 'ZDRUD', 'KODCIS', 'HODN'];

const ACTIVITY_TAKEN = ['ICO', 'KODCIS', 'HODN'];

// ZDRUD says which register an activity comes from; one that several name is one activity.
const ACTIVITY_IGNORED = ['ZDRUD', 'DATPLAT', 'DDATPAKT', 'PRIZNAK'];

/** What every document of the bulk has, also one that found nothing; older answers of ARES have other fields. */
const EXTRACT_REQUIRED = ['Pomocne_ID', 'Vysledek_hledani'];

const EXTRACT = 'Vypis_VREO';

function extractMember(organ: string): string[] {
  const at = `${EXTRACT}.${organ}`;
  const member = `${at}.Clen`;
  return [
    `${at}.@dvy`,
    `${at}.Nazev.$`,
    `${member}.@dvy`,
    `${member}.clenstvi.vznikClenstvi.$`,
    `${member}.clenstvi.zanikClenstvi.$`,
    `${member}.funkce.nazev.$`,
    `${member}.funkce.vznikFunkce.$`,
    `${member}.funkce.zanikFunkce.$`,
    `${member}.fosoba.jmeno.$`,
    `${member}.fosoba.prijmeni.$`,
    // Addresses distinguish two holders of one name and are never written.
    `${member}.fosoba.adresa.*`,
    `${member}.fosoba.bydliste.*`,
    `${member}.posoba.ObchodniFirma.$`,
    `${member}.posoba.ICO.$`,
  ];
}

function extractMemberIgnored(organ: string): string[] {
  const at = `${EXTRACT}.${organ}`;
  const member = `${at}.Clen`;
  return [
    `${at}.@dza`,
    `${at}.ZpusobJednani.*`,
    `${member}.@dza`,
    `${member}.skrytyUdaj.*`,
    ...['datumNarozeni', 'rodneCislo', 'obcanstvi', 'titulPred', 'titulZa'].map((part) => `${member}.fosoba.${part}.$`),
    // Who acts for a company that holds a seat is no officer of this one.
    ...['adresa', 'PravniForma', 'Zastoupeni'].map((part) => `${member}.posoba.${part}.*`),
  ];
}

const EXTRACT_ORGANS = ['Statutarni_organ', 'Jiny_organ'];

const EXTRACT_TAKEN = [
  `${EXTRACT}.Uvod.Datum_vypisu.$`,
  `${EXTRACT}.Zakladni_udaje.ICO.$`,
  `${EXTRACT}.Zakladni_udaje.DatumVymazu.$`,
  ...EXTRACT_ORGANS.flatMap(extractMember),
];

const EXTRACT_IGNORED = [
  'Pomocne_ID.*',
  'Vysledek_hledani.*',
  'Pocet_zaznamu.*',
  'Chyba.*',
  ...words(`
    Nadpis Aktualizace_DB Cas_vypisu Typ_vypisu Pozadovane_datum_platnosti_dat Typ_odkazu Typ_odpovedi
  `).map((part) => `${EXTRACT}.Uvod.${part}.*`),
  ...words(`
    Rejstrik ObchodniFirma PravniForma Sidlo Bydliste Pobyt DatumVzniku DatumZapisu DuvodVymazu
    StatusVerejneProspesnosti Cinnosti
  `).map((part) => `${EXTRACT}.Zakladni_udaje.${part}.*`),
  ...EXTRACT_ORGANS.flatMap(extractMemberIgnored),
];

/** The answers of other registers have records too, and no state of the subject in the public register. */
const ANSWER_REQUIRED = ['zaznamy.0.stavSubjektu'];

function answerMember(member: string): string[] {
  return [
    ...words(`
      datumVymazu typAngazma nazevAngazma clenstvi.clenstvi.vznikClenstvi clenstvi.clenstvi.zanikClenstvi
      clenstvi.funkce.nazev clenstvi.funkce.vznikFunkce clenstvi.funkce.zanikFunkce fyzickaOsoba.jmeno
      fyzickaOsoba.prijmeni
    `),
    // These distinguish two holders of one name and are never written.
    'fyzickaOsoba.datumNarozeni',
    'fyzickaOsoba.adresa.*',
    'fyzickaOsoba.bydliste.*',
    'pravnickaOsoba.obchodniJmeno',
    'pravnickaOsoba.ico',
  ].map((part) => `zaznamy.${member}.${part}`);
}

function answerMemberIgnored(member: string): string[] {
  return words(`
    datumZapisu skrytyUdaj.* clenstvi.textZaOsobu clenstvi.textZruseni fyzickaOsoba.titulPredJmenem
    fyzickaOsoba.titulZaJmenem fyzickaOsoba.statniObcanstvi fyzickaOsoba.textOsoba fyzickaOsoba.textOsobaOd
    fyzickaOsoba.textOsobaDo pravnickaOsoba.adresa.* pravnickaOsoba.pravniForma pravnickaOsoba.textOsoba
    pravnickaOsoba.textOsobaOd pravnickaOsoba.textOsobaDo pravnickaOsoba.zastoupeni.*
  `).map((part) => `zaznamy.${member}.${part}`);
}

const ANSWER_MEMBERS = words(`
  statutarniOrgany.clenoveOrganu ostatniOrgany.clenoveOrganu spolecnici.spolecnik.osoba insolvence.spravce
  konkursy.spravce
`);

const ANSWER_ORGANS = ['statutarniOrgany', 'ostatniOrgany', 'spolecnici'];

const ANSWER_TAKEN = [
  ...words(`
    icoId kod zaznamy.ico zaznamy.ico.hodnota zaznamy.ico.datumVymazu zaznamy.primarniZaznam zaznamy.datumVymazu
  `),
  ...ANSWER_ORGANS.flatMap((organ) =>
    ['datumVymazu', 'nazevOrganu', 'typOrganu'].map((part) => `zaznamy.${organ}.${part}`),
  ),
  'zaznamy.spolecnici.spolecnik.datumVymazu',
  'zaznamy.insolvence.datumVymazu',
  'zaznamy.konkursy.datumVymazu',
  'zaznamy.konkursy.zruseniKonkursu.*',
  ...ANSWER_MEMBERS.flatMap(answerMember),
];

const ANSWER_IGNORED = [
  'popis',
  'subKod',
  'zaznamy.ico.datumZapisu',
  // The state of the record in the public register, not of the company.
  'zaznamy.stavSubjektu',
  ...['datumZapisu', 'datumAktualizace', 'financniUrad', 'rejstrik'].map((part) => `zaznamy.${part}`),
  ...words(`
    adresy akcie akcionari cinnosti datumVzniku exekuce kategorieZO nazevNejvyssihoOrganu obchodniJmeno
    obchodniJmenoCizi odstepneZavody ostatniSkutecnosti podnikatel pravniDuvodVymazu pravniForma spisovaZnacka
    zakladniKapital zpusobRizeni
  `).map((part) => `zaznamy.${part}.*`),
  ...ANSWER_ORGANS.flatMap((organ) =>
    ['datumZapisu', 'nazevAngazma', 'typAngazma', 'pocetClenu.*', 'zpusobJednani.*'].map(
      (part) => `zaznamy.${organ}.${part}`,
    ),
  ),
  ...['spolecnyPodil.*', 'uvolnenyPodil.*', 'spolecnik.datumZapisu', 'spolecnik.podil.*'].map(
    (part) => `zaznamy.spolecnici.${part}`,
  ),
  ...['datumZapisu', 'insolvencniZapis.*', 'text', 'typZapisu'].map((part) => `zaznamy.insolvence.${part}`),
  ...['datumZapisu', 'typKonkursu', 'datumRozhodnutiOs', 'datumVyveseni', 'spisZnOs', 'text'].map(
    (part) => `zaznamy.konkursy.${part}`,
  ),
  ...ANSWER_MEMBERS.flatMap(answerMemberIgnored),
];

const BASIC_REQUIRED = ['ico', 'seznamRegistraci'];

const BASIC_TAKEN = ['ico', 'dic', 'seznamRegistraci.stavZdrojeDph', 'sidlo.kodStatu'];

const BASIC_IGNORED = [
  ...words('icoId obchodniJmeno pravniForma pravniFormaRos datumVzniku datumZaniku datumAktualizace'),
  // The number of a group for value added tax belongs to all its members.
  'dicSkDph',
  ...words(`
    financniUrad primarniZdroj subRegistrSzr adresaDorucovaci.* sidlo.* seznamRegistraci.* czNace czNace2008
    czNacePrevazujici dalsiUdaje.*
  `),
];

const csv = { delimiter: ',' };

export const KINDS = {
  companies: { csv, required: COMPANY_REQUIRED, taken: COMPANY_TAKEN, ignored: COMPANY_IGNORED },
  activities: { csv, required: ACTIVITY_REQUIRED, taken: ACTIVITY_TAKEN, ignored: ACTIVITY_IGNORED },
  extracts: {
    xml: { records: 'Ares_odpovedi.Odpoved' },
    required: EXTRACT_REQUIRED,
    taken: EXTRACT_TAKEN,
    ignored: EXTRACT_IGNORED,
  },
  answers: { json: {}, required: ANSWER_REQUIRED, taken: ANSWER_TAKEN, ignored: ANSWER_IGNORED },
  basics: { json: {}, required: BASIC_REQUIRED, taken: BASIC_TAKEN, ignored: BASIC_IGNORED },
};
