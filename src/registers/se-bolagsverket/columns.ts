/** The columns of the two files and what becomes of them. */

const BOLAGSVERKET_REQUIRED = ['organisationsidentitet', 'organisationsnamn', 'organisationsform'];

const BOLAGSVERKET_TAKEN = [
  ...BOLAGSVERKET_REQUIRED,
  'namnskyddslopnummer',
  'avregistreringsdatum',
  'avregistreringsorsak',
  'pagandeAvvecklingsEllerOmstruktureringsforfarande',
];

const BOLAGSVERKET_IGNORED = [
  // Always Sweden.
  'registreringsland',
  'registreringsdatum',
  'verksamhetsbeskrivning',
  // Where post goes, often a box, an accountant or a home: not the head office, and not for publication.
  'postadress',
];

const SCB_REQUIRED = ['PeOrgNr', 'Namn', 'JurForm', 'Ng1'];

const SCB_TAKEN = [...SCB_REQUIRED, 'FtgStat', 'JEStat', 'Ng2', 'Ng3', 'Ng4', 'Ng5'];

const NOT_OF_INTEREST = ['COAdress', 'Gatuadress', 'PostNr', 'PostOrt', 'RegDatKtid', 'Reklamsparrtyp'];

/** The business names of sole traders alone. */
const SOLE_TRADERS_NAME = 'Foretagsnamn';

const SCB_IGNORED = [
  // Every line ends with a delimiter.
  '',
  'ForAndrTyp',
  SOLE_TRADERS_NAME,
  ...NOT_OF_INTEREST,
  // Marks of what changed.
  ...[...SCB_TAKEN, SOLE_TRADERS_NAME, ...NOT_OF_INTEREST].map((column) => `m${column}`),
];

export const KINDS = {
  bolagsverket: {
    // Written by no rule of CSV: a text may hold quotes as they are, escaped in either way, and line breaks.
    csv: { delimiter: ';', quotes: { recordStart: /^"[^";]{1,64}-IDORG";"/ } },
    required: BOLAGSVERKET_REQUIRED,
    taken: BOLAGSVERKET_TAKEN,
    ignored: BOLAGSVERKET_IGNORED,
  },
  scb: {
    // ISO-8859-1, as far as anybody saw.
    encoding: 'windows-1252',
    csv: { delimiter: '\t', quotes: 'none' },
    required: SCB_REQUIRED,
    taken: SCB_TAKEN,
    ignored: SCB_IGNORED,
  },
} as const;
