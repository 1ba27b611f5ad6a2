import { words } from '../../importer/declaration.ts';

const EXTRACT = 'extract.Body.AUSZUG_V2_RESPONSE';
const SEARCH = 'search.Body.SUCHEFIRMARESPONSE';
const CHANGES = 'day.Body.VERAENDERUNGENFIRMARESPONSE';

const below = (path: string, names: string): string[] => words(names).map((name) => `${path}.${name}`);

/** What an entry says of itself. */
const ENTRY = '@AUFRECHT @MIT_FIRMA_GELOESCHT_DURCH_VNR';
const OF_ENTRY = '@VNR @MIT_ZWL_GELOESCHT_DURCH_VNR';

export const TAKEN = [
  ...below(EXTRACT, '@FNR @STICHTAG EUID.ZNR.$ EUID.EUID.$'),
  ...below(`${EXTRACT}.FIRMA.FI_DKZ02`, `${ENTRY} BEZEICHNUNG.$`),
  ...below(`${EXTRACT}.FIRMA.FI_DKZ03`, `${ENTRY} STAAT.$`),
  ...below(`${EXTRACT}.FIRMA.FI_DKZ05`, `${ENTRY} TEXT.$`),
  ...below(`${EXTRACT}.FIRMA.FI_DKZ07`, `${ENTRY} RECHTSFORM.CODE.$ RECHTSFORM.TEXT.$`),
  ...below(`${EXTRACT}.FUN`, '@PNR @FKEN @FKENTEXT'),
  ...below(`${EXTRACT}.FUN.FU_DKZ10`, `${ENTRY} DATVON.$ DATBIS.$`),
  ...below(`${EXTRACT}.PER`, '@PNR'),
  ...below(
    `${EXTRACT}.PER.PE_DKZ02`,
    `${ENTRY} NAME_FORMATIERT.$ BEZEICHNUNG.$ TITELVOR.$ VORNAME.$ NACHNAME.$ TITELNACH.$`,
  ),
  ...below(`${SEARCH}.ERGEBNIS`, 'FNR.$ STATUS.$ NAME.$ RECHTSFORM.CODE.$ RECHTSFORM.TEXT.$'),
  ...below(`${CHANGES}.VERAENDERUNG`, 'FNR.$ VOLLZUGSDATUM.$ ARTDERVERAENDERUNG.$'),
];

/**
 * Addresses, seats, capital, accounts, branches, the list of entries made, and what the crawl takes out before it is kept: birth dates,
 * homes, citizenships.
 */
export const IGNORED = [
  ...words('extract.Header search.Header day.Header'),
  ...below(EXTRACT, '@ABFRAGEZEITPUNKT @PRUEFSUMME @UMFANG ZWL.* VOLLZ.* IDENT.* KUR.*'),
  ...words('02 03 05 07').flatMap((name) => below(`${EXTRACT}.FIRMA.FI_DKZ${name}`, OF_ENTRY)),
  ...below(`${EXTRACT}.FIRMA.FI_DKZ02`, 'AUSLAND.*'),
  ...below(
    `${EXTRACT}.FIRMA.FI_DKZ03`,
    'STELLE.* ZUSTELLANWEISUNG.* STRASSE.* HAUSNUMMER.* STIEGE.* TUERNUMMER.* PLZ.* ORT.* ZUSTELLBAR.*',
  ),
  ...words('04 06 09 14 15 16 17 20 21 22 25 30 31 32 33 34 40 41 42 43 44 45').map(
    (name) => `${EXTRACT}.FIRMA.FI_DKZ${name}.*`,
  ),
  ...below(EXTRACT, 'FIRMA.RECHTSTATSACHE.* FUN.FU_DKZ11.* FUN.FU_DKZ12.* FUN.RECHTSTATSACHE.*'),
  ...below(
    `${EXTRACT}.FUN.FU_DKZ10`,
    `${OF_ENTRY} WHR.* KAPITAL.* BEZUGSPERSON.* VART.* VSBEIDE.* TXTVERTR.* VERTRETUNGSBEFUGTNURFUER.* TEXT.* DATVON.@nil`,
  ),
  ...below(`${EXTRACT}.PER`, 'PE_DKZ03.* PE_DKZ06.* PE_DKZ09.* PE_STAAT.* RECHTSTATSACHE.*'),
  ...below(`${EXTRACT}.PER.PE_DKZ02`, `${OF_ENTRY} GEBURTSDATUM.*`),
  ...words('FIRMENWORTLAUT EXAKTESUCHE SUCHBEREICH GERICHT RECHTSFORM RECHTSEIGENSCHAFT ORTNR').map(
    (name) => `${SEARCH}.@REQUEST_${name}`,
  ),
  ...below(`${SEARCH}.ERGEBNIS`, 'SITZ.* RECHTSEIGENSCHAFT.* GERICHT.*'),
  ...below(CHANGES, '@VON @BIS @GERICHT @RECHTSFORM @ARTDERVERAENDERUNG'),
  ...below(`${CHANGES}.VERAENDERUNG`, 'VNR.* DETAIL.*'),
];
