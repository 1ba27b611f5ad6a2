/**
 * The appointment types that are shown, by code, as the register titles them where it lists the officers of a company:
 * its own list of officer roles.
 */
export const OFFICER_ROLES: ReadonlyMap<string, string> = new Map([
  ['00', 'Secretary'],
  ['01', 'Director'],
  ['04', 'LLP Member'],
  ['05', 'LLP Designated Member'],
  ['11', 'Judicial Factor'],
  // Appointed under the Charities Act.
  ['12', 'Receiver and Manager'],
  // Of a community interest company, appointed under the Act of 2004.
  ['13', 'CIC Manager'],
  // The organs of a Societas Europaea.
  ['17', 'Member of an Administrative Organ'],
  ['18', 'Member of a Supervisory Organ'],
  ['19', 'Member of a Management Organ'],
]);

/** The types of the same appointments once they have ended, in the order of those that are shown. */
export const ENDED_TYPES: ReadonlySet<string> = new Set(['02', '03', '06', '07', '14', '15', '16', '20', '21', '22']);

/** An appointment that was registered by mistake. */
export const ERRORED_TYPE = '99';

/** The types whose date is the one on which the form was registered, not that of the appointment. */
export const UNDATED_TYPES: ReadonlySet<string> = new Set(['11', '12', '13']);

/**
 * Where the date was taken from an annual return. For those who were in office when the register began to hold officers,
 * it is the date of the return: the register's own pages then say "appointed before".
 */
export const ORIGIN_ANNUAL_RETURN = '2';
