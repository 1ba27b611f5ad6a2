import categories from './categories.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/**
 * The label of each legal category (catégories juridiques, third level) of INSEE's nomenclature, by its four digits. Units that ceased keep
 * codes of older editions. INSEE shows no label for these codes, and the list lacks them.
 */
export const CATEGORY_LABELS: ReadonlyMap<string, string> = new Map(Object.entries(categories));

/** The status of units that are published in full. Any other status withholds the names of persons and the address. */
export const DIFFUSED = 'O';

/** The statuses of diffusion. P is partial diffusion. N, no diffusion, became P in March 2023; M is announced. */
const DIFFUSION = [DIFFUSED, 'P', 'N', 'M'];

/** The nomenclature whose labels we have. */
export const NAF_REV_2 = 'NAFRev2';

/** The nomenclature of 2025, the reference from 2027 on, by its name in the second column of activities. */
export const NAF_2025 = 'NAF25';

/** Matches names of the nomenclature of 2025 in the column of the nomenclature: clients write `NAF2025`, no file with it has been seen yet. */
const IS_NAF_2025 = /^NAF[ ._-]?(?:R[eé]v[ ._-]*)?(?:20)?25$/i;

/** Returns the name of a nomenclature; that of 2025 always in one spelling. */
export function normalizeScheme(nomenclature: string | undefined): string | undefined {
  return nomenclature !== undefined && IS_NAF_2025.test(nomenclature) ? NAF_2025 : nomenclature;
}

/** The code of a unit whose activity is not known yet; the nomenclature does not list it. */
export const NO_ACTIVITY_YET = '00.00Z';

export const CODES = {
  statutDiffusionUniteLegale: DIFFUSION,
  statutDiffusionEtablissement: DIFFUSION,
  unitePurgeeUniteLegale: ['true', 'false'],
  etatAdministratifUniteLegale: Object.keys(states.etatAdministratifUniteLegale),
  categorieJuridiqueUniteLegale: [...CATEGORY_LABELS.keys()],
  nomenclatureActivitePrincipaleUniteLegale: [NAF_REV_2, 'NAFRev1', 'NAF1993', 'NAP', NAF_2025],
  etablissementSiege: ['true', 'false'],
};
