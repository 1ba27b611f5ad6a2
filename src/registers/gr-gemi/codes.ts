import { words } from '../../importer/declaration.ts';

/** The legal form of a person in business. */
export const SOLE_TRADER = '16';

/** The legal form that says that none is known. */
export const NO_FORM = '0';

/** Struck off: at all, by a merger, by a division. */
export const STRUCK_OFF: ReadonlySet<string> = new Set(['17', '18', '20']);

/** The versions of the classification of activities (ΚΑΔ), as the interface calls them. */
export const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['kad_2008', 'ΚΑΔ 2008'],
  ['kad_2026', 'ΚΑΔ 2026'],
]);

export const PRIMARY = 'Κύρια';

/** The category of persons who are officers whatever their role. */
export const BOARD = 'Διοικητικό συμβούλιο';

const PARTNERS = 'Εταίροι';

/** What a role says of somebody who manages or represents, part by part: `Ετερόρρυθμο Μέλος, Διαχειριστής & Εκπρόσωπος`. */
const MANAGEMENT = [
  'Διαχειριστής',
  'Διαχειρίστρια',
  'Συνδιαχειριστής',
  'Εκπρόσωπος',
  'Νόμιμος Εκπρόσωπος',
  'Ομόρρυθμο Μέλος',
  'Ομόρρυθμος Εταίρος',
  'Εκκαθαριστής',
  'Εκκαθαρίστρια',
];

/** What it says of somebody who only holds a share. */
const PARTNER = ['Μέλος', 'Εταίρος', 'Ετερόρρυθμο Μέλος', 'Ετερόρρυθμος Εταίρος'];

/** The parts of a role. */
export function partsOf(role: string): string[] {
  return role.split(/\s*(?:,|&|\s-\s|\sκαι\s)\s*/u).filter((part) => part !== '');
}

/** Whether a part of a role is of those who manage or represent. */
export function isManagement(part: string): boolean {
  return MANAGEMENT.includes(part);
}

export const CODES = {
  status: words('0 2 3 4 5 7 15 17 18 19 20 21'),
  legalType: words('0 1 2 3 4 8 9 10 11 12 13 14 15 16 17 18 19 20 21 64 65 66 67 68 69 70'),
  'activity.kadVersion': [...ACTIVITY_SCHEMES.keys()],
  'activities.type': [PRIMARY, 'Δευτερεύουσα'],
  'persons.category': [BOARD, PARTNERS],
  'persons.role': [...MANAGEMENT, ...PARTNER],
} as const;
