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

export const SCB_IGNORED = [
  // Every line ends with a delimiter.
  '',
  'ForAndrTyp',
  // The business names of sole traders alone.
  'Foretagsnamn',
  ...['COAdress', 'Gatuadress', 'PostNr', 'PostOrt'],
  'RegDatKtid',
  'Reklamsparrtyp',
  // Marks of what changed.
  ...['COAdress', 'Foretagsnamn', 'FtgStat', 'Gatuadress', 'JEStat', 'JurForm', 'Namn'].map((name) => `m${name}`),
  ...['Ng1', 'Ng2', 'Ng3', 'Ng4', 'Ng5', 'PostNr', 'PostOrt', 'RegDatKtid', 'Reklamsparrtyp'].map((name) => `m${name}`),
];
