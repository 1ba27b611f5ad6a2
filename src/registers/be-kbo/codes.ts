/**
 * The code lists that the importer understands. Legal forms, situations and activity codes are checked against
 * code.csv instead, which comes with every file and has their labels.
 */
export const CODES = {
  'meta.csv': ['SnapshotDate', 'ExtractTimestamp', 'ExtractType', 'ExtractNumber', 'Version'],
  // Companies that are bankrupt or in liquidation are active, too. The others are not published.
  Status: ['AC'],
  // Unknown, natural person, legal person.
  TypeOfEnterprise: ['0', '1', '2'],
  // Unknown, French, Dutch, German, English.
  Language: ['0', '1', '2', '3', '4'],
  // Name, abbreviation, trade name, name of a branch.
  TypeOfDenomination: ['001', '002', '003', '004'],
  // Seat, establishment unit, branch, oldest active establishment unit.
  TypeOfAddress: ['REGO', 'BAET', 'ABBR', 'OBAD'],
  ActivityGroup: ['001', '002', '003', '004', '005', '006', '007'],
  NaceVersion: ['2003', '2008', '2025'],
  Classification: ['MAIN', 'SECO', 'ANCI'],
};

export const NATURAL_PERSON = '1';

/** Read widely: organisations without legal personality are among them. */
export const LEGAL_PERSON = '2';

/** The registered name, as against abbreviations, trade names and names of branches. */
export const REGISTERED_NAME = '001';

/** The address of the seat, which only legal persons have. */
export const SEAT = 'REGO';

/**
 * Which of several registered names is the name: Dutch, French, German, English, then those of no known language. The
 * register ranks none before the other.
 */
export const NAME_LANGUAGES = ['2', '1', '3', '4', '0'];

/** The language of labels for the language of a name. */
export const LABEL_LANGUAGE: ReadonlyMap<string, string> = new Map([
  ['1', 'FR'],
  ['2', 'NL'],
  ['3', 'DE'],
  ['4', 'EN'],
]);

/** Where a label is not published in the language of the name. All are in Dutch and French, some in German. */
export const LABEL_LANGUAGES = ['NL', 'FR', 'DE', 'EN'];

/**
 * Whose main activity is the primary one: VAT, social security, what the enterprise itself declared, then social
 * security of local authorities, the federal service, subsidised schools, and service providers from the EU.
 */
export const ACTIVITY_GROUPS = ['001', '006', '003', '005', '004', '007', '002'];

export const MAIN = 'MAIN';
