/** The columns of the two files and what becomes of them. */

export const BOLAGSVERKET_REQUIRED = ['organisationsidentitet', 'organisationsnamn', 'organisationsform'];

export const BOLAGSVERKET_TAKEN = [
  ...BOLAGSVERKET_REQUIRED,
  'namnskyddslopnummer',
  'avregistreringsdatum',
  'avregistreringsorsak',
  'pagandeAvvecklingsEllerOmstruktureringsforfarande',
];

export const BOLAGSVERKET_IGNORED = [
  // Always Sweden.
  'registreringsland',
  'registreringsdatum',
  'verksamhetsbeskrivning',
  // Where post goes, often a box, an accountant or a home: not the head office, and nobody's to pass on.
  'postadress',
];

export const SCB_REQUIRED = ['PeOrgNr', 'Namn', 'JurForm', 'Ng1'];

export const SCB_TAKEN = [...SCB_REQUIRED, 'FtgStat', 'JEStat', 'Ng2', 'Ng3', 'Ng4', 'Ng5'];

const NOT_OF_INTEREST = ['COAdress', 'Gatuadress', 'PostNr', 'PostOrt', 'RegDatKtid', 'Reklamsparrtyp'];

/** The business names of sole traders alone. */
const SOLE_TRADERS_NAME = 'Foretagsnamn';

export const SCB_IGNORED = [
  // Every line ends with a delimiter.
  '',
  'ForAndrTyp',
  SOLE_TRADERS_NAME,
  ...NOT_OF_INTEREST,
  // Marks of what changed.
  ...[...SCB_TAKEN, SOLE_TRADERS_NAME, ...NOT_OF_INTEREST].map((column) => `m${column}`),
];
