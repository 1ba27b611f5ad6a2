import { words } from '../../importer/declaration.ts';

/** Sections of the registers of the courts: merchants and partnerships, companies, cooperatives, partnerships of professions, associations. */
export const SECTIONS = ['HRA', 'HRB', 'GnR', 'PR', 'VR'];

/** The status of a company whose officers are told. */
export const REGISTERED = 'currently registered';

/** The owner of a firm: no officer, and the mark of a sole trader. */
export const OWNER = 'Inhaber';

/** Positions that make an officer. */
export const POSITIONS: ReadonlySet<string> = new Set([
  'Geschäftsführer',
  'Liquidator',
  'Prokurist',
  'Vorstand',
  'Persönlich haftender Gesellschafter',
]);

/** Words of the name of a sole trader: eingetragener Kaufmann, eingetragene Kauffrau, Inhaber. */
export const SOLE_TRADER_NAME =
  /(?:^|[\s,(])(?:e\.\s?K(?:fm|fr)?\b|eingetragene[rn]? Kauf(?:mann|frau)|Inh\.|Inhaber(?:in)?\b)/iu;

/**
 * Courts whose code is that of the European number (EUID), by the code list Registergerichte, version 12, of xrepository.de. Without those
 * of Berlin, Bremen and Schleswig-Holstein: letters behind their numbers are part of the EUID, and the dump has none.
 */
export const EUID_COURTS: ReadonlySet<string> = new Set(
  words(`
  B8534 B8535 B8536 B8537 D2102V D2201V D2304V D2404V D2505V D2601V D2803V D2910V D3101V D3201V D3304V D3310V D3410V
  D3413V D3508V D4102V D4201V D4301V D4401V D4501V D4608V D4708V D5701V G1103 G1207 G1309 G1312 K1101R M1103 M1114
  M1201 M1202 M1203 M1301 M1305 M1405 M1406 M1502 M1602 M1603 M1607 M1608 M1706 M1710 M1809 M1906 N1105V N1206V N1209V
  N1308V P1103 P2106 P2204 P2305 P2408 P2507 P2613 P2716 P3101 P3210 P3313 R1101 R1102 R1104 R1202 R1206 R1302 R1304
  R1402 R1502 R1504 R1603 R1605 R1608 R1901 R1911 R1912 R2101 R2102 R2103 R2105 R2108 R2201 R2203 R2204 R2207 R2307
  R2402 R2404 R2406 R2503 R2507 R2602 R2604 R2702 R2706 R2707 R2713 R2809 R2813 R2909 R3101 R3103 R3106 R3201 R3208
  R3306 T2101V T2210V T2214V T2304V T2408V T3104V T3201V T3304V T3403V U1104 U1206 U1308 V1109 W1215 Y1206
`),
);

export const CODES = {
  _registerArt: SECTIONS,
  current_status: [REGISTERED, 'removed'],
  'officers.position': [...POSITIONS, OWNER],
  'officers.type': ['person', 'company', 'unknown'],
} as const;
