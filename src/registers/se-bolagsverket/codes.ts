/** The code lists of both publishers, as their page of downloads gave them on 2026-04-23, and their Swedish labels. */

const ORGANISATION_FORM_LABELS = {
  'AB-ORGFO': 'Aktiebolag',
  'BAB-ORGFO': 'Bankaktiebolag',
  'BF-ORGFO': 'Bostadsförening',
  'BFL-ORGFO': 'Utländsk banks filial',
  'BRF-ORGFO': 'Bostadsrättsförening',
  'E-ORGFO': 'Enskild näringsverksamhet',
  'EB-ORGFO': 'Enkla bolag',
  'EEIG-ORGFO': 'Europeisk ekonomisk intressegruppering',
  'EGTS-ORGFO': 'Europeisk gruppering för territoriellt samarbete',
  'EK-ORGFO': 'Ekonomisk förening',
  'FAB-ORGFO': 'Försäkringsaktiebolag',
  'FF-ORGFO': 'Försäkringsförmedlare',
  'FL-ORGFO': 'Filial',
  'FOF-ORGFO': 'Försäkringsförening',
  'HB-ORGFO': 'Handelsbolag',
  'I-ORGFO': 'Ideell förening som bedriver näringsverksamhet',
  'KB-ORGFO': 'Kommanditbolag',
  'KHF-ORGFO': 'Kooperativ hyresrättsförening',
  'MB-ORGFO': 'Medlemsbank',
  'OFB-ORGFO': 'Ömsesidigt försäkringsbolag',
  'OTPB-ORGFO': 'Ömsesidigt tjänstepensionsbolag',
  'S-ORGFO': 'Stiftelse som bedriver näringsverksamhet',
  'SB-ORGFO': 'Sparbank',
  'SCE-ORGFO': 'Europakooperativ',
  'SE-ORGFO': 'Europabolag',
  'SF-ORGFO': 'Sambruksförening',
  'TPAB-ORGFO': 'Tjänstepensionsaktiebolag',
  'TPF-ORGFO': 'Tjänstepensionsförening',
  'TSF-ORGFO': 'Trossamfund som bedriver näringsverksamhet',
};

export const ORGANISATION_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(ORGANISATION_FORM_LABELS));

/** The organisation form of one person in business. */
export const SOLE_TRADER_FORM = 'E-ORGFO';

/** JurForm, of the tax authority's register of organisation numbers. */
const LEGAL_FORM_LABELS = {
  '10': 'Fysiska personer',
  '21': 'Enkla bolag',
  '22': 'Partrederier',
  '23': 'Värdepappersfonder',
  '31': 'Handelsbolag, kommanditbolag',
  '32': 'Gruvbolag',
  '41': 'Bankaktiebolag',
  '42': 'Försäkringsaktiebolag',
  '43': 'Europabolag',
  '49': 'Övriga aktiebolag',
  '51': 'Ekonomiska föreningar',
  '53': 'Bostadsrättsföreningar',
  '54': 'Kooperativa hyresrättsföreningar',
  '61': 'Ideella föreningar',
  '62': 'Samfälligheter',
  '63': 'Registrerade trossamfund',
  '71': 'Familjestiftelser',
  '72': 'Övriga stiftelser och fonder',
  '81': 'Statliga enheter',
  '82': 'Kommuner',
  '83': 'Kommunalförbund',
  '84': 'Regioner',
  '85': 'Allmänna försäkringskassor',
  '87': 'Offentliga korporationer och anstalter',
  '88': 'Hypoteksföreningar',
  '89': 'Regionala statliga myndigheter',
  '91': 'Oskiftade dödsbon',
  '92': 'Ömsesidiga försäkringsbolag',
  '93': 'Sparbanker',
  '94': 'Understödsföreningar, försäkringsföreningar',
  '95': 'Arbetslöshetskassor',
  '96': 'Utländska juridiska personer',
  '98': 'Övriga svenska juridiska personer bildade enligt särskild lagstiftning',
  '99': 'Juridisk form ej utredd',
};

export const LEGAL_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(LEGAL_FORM_LABELS));

/** The legal forms that are a living or a dead person. */
export const PERSONS_FORMS: ReadonlyMap<string, string> = new Map([
  ['10', 'a person'],
  ['91', 'the estate of a dead person'],
]);

/** FtgStat: whether a company is registered for VAT, for F-tax or as an employer. */
const ACTIVITY_STATE_LABELS = {
  '0': 'Har aldrig varit verksam',
  '1': 'Är verksam enligt företagsregistrets kriterier',
  '9': 'Ej verksam, enligt företagsregistrets kriterier',
};

export const ACTIVITY_STATES: ReadonlyMap<string, string> = new Map(Object.entries(ACTIVITY_STATE_LABELS));

/** JEStat of an entity that SCB has deregistered and will remove within six months, and its label. */
export const LEFT = '9';
export const LEFT_LABEL = 'Ingår inte längre i populationen';

/** The text of Bolagsverket for a deregistration of no special reason. */
export const DEREGISTERED = 'Avregistrerad';

const DEREGISTRATIONS =
  'AKEJH ARSEED AVREG BABAKEJH DELAV DOM FUAV GROMAV KKAV LIAV NYINN OMAV OMBAB OVERK UTLKKLI VDSAK VERKUPP';

const PROCEEDINGS = 'AC DEOL DEOT FR FUOL FUOT GROM KK LI OM RES';

/**
 * Proceedings that were ended (avslutade). They are in no list of the publisher; a count over the whole file of 2026-05-11
 * found these eight.
 */
const ENDED_PROCEEDINGS = 'ACUHAVD ACUHOR FRUHAVD FRUHOR KKAVOV KKUHAVD LIUHAVD LIUHOR';

const withEnding = (codes: string, ending: string): string[] => codes.split(' ').map((code) => `${code}-${ending}`);

export const CODES = {
  organisationsidentitet: withEnding('ORGNR PERSON DODSBO', 'IDORG'),
  organisationsnamn: withEnding('FORETAGSNAMN NAMN FORNAMN_FRSPRAK SARS_FORNAMN', 'ORGNAM'),
  organisationsform: [...ORGANISATION_FORMS.keys()],
  avregistreringsorsak: withEnding(DEREGISTRATIONS, 'AVORG'),
  pagandeAvvecklingsEllerOmstruktureringsforfarande: [
    ...withEnding(PROCEEDINGS, 'AVOMFO'),
    ...withEnding(ENDED_PROCEEDINGS, 'AVSLAVOMFO'),
  ],
  JurForm: [...LEGAL_FORMS.keys()],
  FtgStat: [...ACTIVITY_STATES.keys()],
  JEStat: ['1', '2', LEFT],
} as const;
