import { words } from '../../importer/declaration.ts';

/** Codes of former countries, which the tables of the engine replace by one successor. */
const WITHDRAWN: ReadonlySet<string> = new Set(words('200 278 280 720 736 810 886 890 891'));

/**
 * The alpha-2 codes by the numeric ones (ISO 3166-1). The table of countries is that of the engine, where a numeric region
 * is another spelling of the alphabetic one.
 */
const ALPHA: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0')).flatMap((numeric) => {
    const region = new Intl.Locale(`und-${numeric}`).region ?? '';
    return /^[A-Z]{2}$/.test(region) && region !== 'ZZ' && !WITHDRAWN.has(numeric) ? [[numeric, region]] : [];
  }),
);

/** The alpha-2 code of a numeric one: `703` is `SK`. An invalid code is returned unchanged, for the report. */
export function alphaOf(numeric: string | undefined): string | undefined {
  return numeric === undefined ? undefined : (ALPHA.get(numeric) ?? numeric);
}
