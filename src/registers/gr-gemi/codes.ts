import codes from './codes.json' with { type: 'json' };

/** The legal form of a person in business. */
export const SOLE_TRADER_FORM = '16';

/** The legal form that says that none is known. */
export const NO_FORM = '0';

/** The legal form of a branch of a foreign company. */
export const FOREIGN_BRANCH = '15';

/** The forms of companies with a European number (Directive (EU) 2017/1132, annex II): ΑΕ, ΕΠΕ, ΙΚΕ and ΕΕ by shares. */
export const EUROPEAN_FORMS: ReadonlySet<string> = new Set(['1', '8', '19', '68']);

/** The versions of the classification of activities (ΚΑΔ), as the interface calls them. */
export const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map(Object.entries(codes['activity.kadVersion']));

export const PRIMARY = 'Κύρια';

/** The category of persons who are officers whatever their role. */
export const BOARD = 'Διοικητικό συμβούλιο';

/** The parts of a role: `Ετερόρρυθμο Μέλος, Διαχειριστής & Εκπρόσωπος` has three. */
export function partsOf(role: string): string[] {
  return role.split(/\s*(?:,|&|\s-\s|\sκαι\s)\s*/u).filter((part) => part !== '');
}

/** Whether a part of a role is of those who manage or represent; the other known ones only hold a share. */
export function isManagement(part: string): boolean {
  return codes['persons.role'].management.includes(part);
}
