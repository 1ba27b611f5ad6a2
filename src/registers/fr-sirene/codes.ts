import { CATEGORY_LABELS } from './categories.ts';

/** The register's words for the two states of a unit. */
export const STATUS_LABELS: ReadonlyMap<string, string> = new Map([
  ['A', 'Active'],
  ['C', 'Cessée'],
]);

/** The only unit that is diffused whole; any other status means that its names may not be shown. */
export const DIFFUSED = 'O';

/** The nomenclature whose labels we have. */
export const NAF_REV_2 = 'NAFRev2';

export const CODES = {
  // P is partial diffusion. N, none at all, became P in March 2023; M is announced.
  statutDiffusionUniteLegale: [DIFFUSED, 'P', 'N', 'M'],
  unitePurgeeUniteLegale: ['true', 'false'],
  etatAdministratifUniteLegale: [...STATUS_LABELS.keys()],
  categorieJuridiqueUniteLegale: [...CATEGORY_LABELS.keys()],
  nomenclatureActivitePrincipaleUniteLegale: [NAF_REV_2, 'NAFRev1', 'NAF1993', 'NAP'],
  etablissementSiege: ['true', 'false'],
} as const;
