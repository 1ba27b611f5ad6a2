import codes from './codes.json' with { type: 'json' };

/** The code lists of both publishers, as their page of downloads gave them on 2026-04-23, and their Swedish labels. */

export const ORGANISATION_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(codes.organisationForms));

/** The organisation form of one person in business. */
export const SOLE_TRADER_FORM = 'E-ORGFO';

/** JurForm, of the tax authority's register of organisation numbers. */
export const LEGAL_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(codes.legalForms));

/** The legal forms that are a living or a dead person. */
export const PERSONS_FORMS: ReadonlyMap<string, string> = new Map([
  ['10', 'a person'],
  ['91', 'the estate of a dead person'],
]);

/** FtgStat: whether a company is registered for VAT, for F-tax or as an employer. */
export const ACTIVITY_STATES: ReadonlyMap<string, string> = new Map(Object.entries(codes.activityStates));

/** JEStat of an entity that SCB has deregistered and will remove within six months, and its label. */
export const LEFT = '9';
export const LEFT_LABEL = 'Ingår inte längre i populationen';

/** The text of Bolagsverket for a deregistration without a special reason. */
export const DEREGISTERED = 'Avregistrerad';

export const CODES = {
  organisationsidentitet: codes.identities,
  organisationsnamn: codes.nameKinds,
  organisationsform: [...ORGANISATION_FORMS.keys()],
  avregistreringsorsak: codes.deregistrations,
  // Those in AVSLAVOMFO were ended (avslutade). They are in no list of the publisher; a count over the file of 2026-05-11 found these.
  pagandeAvvecklingsEllerOmstruktureringsforfarande: codes.proceedings,
  JurForm: [...LEGAL_FORMS.keys()],
  FtgStat: [...ACTIVITY_STATES.keys()],
  JEStat: ['1', '2', LEFT],
} as const;
