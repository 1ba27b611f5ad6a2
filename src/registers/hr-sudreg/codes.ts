/** What the documentation of the interface says that a status means. */
export const STATUS: Readonly<Record<string, string>> = { '1': 'Aktivan', '0': 'Neaktivan/Brisan' };

/** Sole traders are told by their form; where that is not known, by the letters that their names must have. */
export const SOLE_FORM = /trgovac pojedinac/iu;
export const SOLE_NAME = /(^|[\s,])t\. ?p\.(?=$|[\s,])/iu;

export const CODES = { status: ['1', '0'] } as const;
