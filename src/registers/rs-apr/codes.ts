import codes from './codes.json' with { type: 'json' };

/** Branches and representations belong to companies of other countries: their municipality is not that of a head office. */
export const FOREIGN_FORMS: ReadonlySet<string> = new Set(codes.foreignForms);

/** The closed lists of the register, from a profile of the whole file of 2026-07-31. */
export const CODES = {
  NazivStatus: codes.statuses,
  NazivPravneForme: [...codes.foreignForms, ...codes.otherForms],
} as const;
