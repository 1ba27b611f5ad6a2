/** The 35 countries that the service covers, ISO 3166-1 alpha-2, with their English short names. */
export const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['AT', 'Austria'],
  ['BE', 'Belgium'],
  ['BG', 'Bulgaria'],
  ['CH', 'Switzerland'],
  ['CY', 'Cyprus'],
  ['CZ', 'Czechia'],
  ['DE', 'Germany'],
  ['DK', 'Denmark'],
  ['EE', 'Estonia'],
  ['ES', 'Spain'],
  ['FI', 'Finland'],
  ['FR', 'France'],
  ['GB', 'United Kingdom'],
  ['GR', 'Greece'],
  ['HR', 'Croatia'],
  ['HU', 'Hungary'],
  ['IE', 'Ireland'],
  ['IS', 'Iceland'],
  ['IT', 'Italy'],
  ['LI', 'Liechtenstein'],
  ['LT', 'Lithuania'],
  ['LU', 'Luxembourg'],
  ['LV', 'Latvia'],
  ['MD', 'Moldova'],
  ['MT', 'Malta'],
  ['NL', 'Netherlands'],
  ['NO', 'Norway'],
  ['PL', 'Poland'],
  ['PT', 'Portugal'],
  ['RO', 'Romania'],
  ['RS', 'Serbia'],
  ['SE', 'Sweden'],
  ['SI', 'Slovenia'],
  ['SK', 'Slovakia'],
  ['UA', 'Ukraine'],
]);

/** ISO 3166-1 alpha-2, upper case. Addresses lie in any country of the world, not only in the 35. */
export const COUNTRY_CODE_PATTERN = '^[A-Z]{2}$';

/** ISO 3166-1 alpha-2 or ISO 3166-2: the jurisdictions that scope a registry number. */
export const COUNTRY_SCOPE_PATTERN = '^[A-Z]{2}(-[A-Z0-9]{1,3})?$';
