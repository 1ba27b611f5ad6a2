import { words } from '../../importer/declaration.ts';

/**
 * The letters before a number as the register prints it, by ORGANISATION_TYPE_CODE. HE and AE are sure; S, EE and BN are what
 * readers of the files write, and they differ.
 */
export const PREFIXES: ReadonlyMap<string, string> = new Map([
  // Εταιρεία
  ['C', 'HE'],
  // Αλλοδαπή, a foreign company with a branch in Cyprus
  ['O', 'AE'],
  // Συνεταιρισμός
  ['P', 'S'],
  ['N', 'BN'],
  ['B', 'BN'],
]);

/** Business names: the trading names of people, as a rule. */
export const BUSINESS_NAMES: ReadonlySet<string> = new Set(['N', 'B']);

/** The type of companies whose head office is abroad: the address of the register is that of their branch. */
export const FOREIGN = 'O';

/** The code of the name that a company has now. */
export const CURRENT_NAME = 'ACR';

/** Positions of officers; of 1,168,824 rows in July 2026, 1.1 million have one of these. */
export const SHOWN_POSITIONS: ReadonlySet<string> = new Set([
  'Διευθυντής',
  'Γραμματέας',
  'Αντικαταστάτης Διευθυντής',
  'Βοηθός Γραμματέας',
  'Αναπληρωτής Γραμματέας',
  'Εξουσιοδοτημένο Πρόσωπο',
  // A general partner.
  'Ομόρρυθμος Συνέταιρος',
]);

/** The owner of a business name, and a limited partner: known, and no officers. */
const OTHER_POSITIONS = ['Ιδιοκτήτης', 'Ετερόρρυθμος Συνέταιρος'];

/** What TERRITORY ends with where the address is in Cyprus: the country or one of the six districts, folded as names are. */
export const CYPRIOT_PLACES: ReadonlySet<string> = new Set(
  words(`
  kypros cyprus kibris
  leykosia lefkosia nicosia lefkosa
  lemesos limassol limasol leymosun
  larnaka larnaca
  pafos paphos baf
  ammokhostos ammochostos famagusta gazimagusa
  kerynia keryneia kyrenia girne
`),
);

/** Closed lists, as an importer of the whole files of July 2026 met them. */
export const CODES = {
  ORGANISATION_TYPE_CODE: [...PREFIXES.keys()],
  // The words of the type are known for these alone.
  ORGANISATION_TYPE: ['Εταιρεία', 'Αλλοδαπή', 'Εμπορική Επωνυμία'],
  ORGANISATION_SUB_TYPE: [
    'Ιδιωτική',
    'Δημόσια',
    'Ομόρρυθμος',
    'Ετερόρρυθμος',
    'Δι΄ Εγγυήσεως',
    'Δι΄ Εγγυήσεως Χωρίς Κεφάλαιο',
  ],
  // The codes of former names are not known; they are counted with their words.
  NAME_STATUS_CODE: [CURRENT_NAME],
  ORGANISATION_STATUS: [
    'Εγγεγραμμένη',
    'Ευρωπαϊκή Εταιρεία',
    'Στάληκε επιστολή Υπενθύμισης',
    'Δημοσιεύτηκε η Τρίμηνη',
    'Διαγραμμένη',
    'Εκούσια Εκκαθάριση από Μετόχους',
    'Εκούσια Εκκαθάριση από Πιστωτές',
    'Εκκαθάριση με Διάταγμα Δικαστηρίου',
    'Εκκαθάριση με Διάταγμα Δικαστηρίου& Διορ.Ειδικού Διαχειριστή',
    'Υπο Εκκαθάριση',
    'Υπο Διαχείριση',
    'Υπο Διαχείριση & Υπο Εκκαθάριση',
    'Διορισμός Προσωρινού Εκκαθαριστή',
    'Διάλυση λόγω Ολοκλήρωσης Εκούσιας Εκκαθάρισης',
    'Διάλυση λόγω Ολοκλήρωσης Εκκαθάρισης',
    'Διαλύθηκε λόγω συγχώνευσης',
    'Αφαιρέθηκε από το Μητρώο ΕΕ με απόφαση Ανωτάτου Δικαστηρίου',
  ],
  OFFICIAL_POSITION: [...SHOWN_POSITIONS, ...OTHER_POSITIONS],
} as const;
