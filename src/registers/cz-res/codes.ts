import { words } from '../../importer/declaration.ts';
import { FORMS } from './forms.ts';

/** Which code list an activity is of, column KODCIS; the name of each scheme says its version. */
export const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['80004', 'CZ-NACE Rev. 2'],
  ['80143', 'CZ-NACE 2025'],
]);

/** The code list of legal forms: rows of it among the activities repeat the form by source. */
export const FORM_LIST = '56';

/** What the holder of a seat is (typAngazma), where that is an officer. */
const OFFICER_SEATS = words(`
  STATUTARNI_ORGAN_CLEN STATUTARNI_ORGAN_OSOBA SPRAVNI_RADA_CLEN DOZORCI_RADA_CLEN KONTROLNI_KOMISE_CLEN PROKURA_OSOBA
  LIKVIDATOR_OSOBA_VR LIKVIDATOR_OSOBA
`);

/** Owners, founders, heads of branches, directors of a founder, guardians: known, and no officers of the company. */
const OTHER_SEATS = words(`
  SPOLECNIK_OSOBA AKCIONAR ZAKLADATEL VEDOUCI_ORGANIZACNI_SLOZKY STATUTAR_ZRIZOVATELE_OSOBA OPATROVNIK_VR
`);

export const SHOWN_SEATS: ReadonlySet<string> = new Set(OFFICER_SEATS);

/** The kind of an organ (typOrganu) that lists general partners, who are owners and run the company. */
export const GENERAL_PARTNERS = 'KOMPLEMENTAR';

/** Organs of the bulk extract whose members are officers, as their names begin. */
const OFFICER_ORGANS = [
  'statutární orgán',
  'statutární ředitel',
  'představenstvo',
  'správní rada',
  'dozorčí rada',
  'kontrolní komise',
  'kontrolní orgán',
  'prokura',
  'likvidátor',
  'likvidátoři',
  'insolvenční správce',
  'předběžný insolvenční správce',
  'zvláštní insolvenční správce',
  'oddělený insolvenční správce',
  'zástupce insolvenčního správce',
  'správce konkursu',
  'správce konkursní podstaty',
  'komplementář',
  'komplementáři',
  'společníci - komplementář',
  'společníci - komplementáři',
];

/** Organs whose members are none. */
const OTHER_ORGANS = [
  ...words('společník společníci komanditista komanditisté akcionář akcionáři'),
  'jediný akcionář',
  'členové družstva',
  'členové sdružení',
  'zakladatel',
  'zakladatelé',
  'zřizovatel',
  'nástupce zřizovatele',
  'statutární orgán zřizovatele',
  'vedoucí odštěpného závodu',
  'vedoucí organizační složky',
  'revizor',
  'revizoři',
  'podnikatel',
];

/** Longest first: `společníci - komplementáři` are not `společníci`. */
const ORGANS = [
  ...OFFICER_ORGANS.map((name) => ({ name, officers: true })),
  ...OTHER_ORGANS.map((name) => ({ name, officers: false })),
].toSorted((a, b) => b.name.length - a.name.length);

/** Says whether the members of an organ of this name are officers; undefined where the name is not known. */
export function hasOfficers(organ: string): boolean | undefined {
  const folded = organ.toLowerCase();
  return ORGANS.find(({ name }) => folded === name || folded.startsWith(`${name} `))?.officers;
}

/** The closed lists. A legal form outside is shown as its code. */
export const CODES = {
  FORMA: Object.keys(FORMS),
  KODCIS: [...ACTIVITY_SCHEMES.keys(), FORM_LIST],
  typAngazma: [...OFFICER_SEATS, ...OTHER_SEATS],
  // Names that are matched by their beginnings, so that no name is in a list.
  Jiny_organ: [],
} as const;
