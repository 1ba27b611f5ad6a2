import { words } from '../../importer/declaration.ts';

/** The columns of the two stock files and what becomes of them. The set grew over the years; files of 2018 import too. */

/** The columns that tell the stock of legal units from its history, whose rows are past periods. */
export const UNIT_REQUIRED = words(`
  siren statutDiffusionUniteLegale unitePurgeeUniteLegale etatAdministratifUniteLegale nomUniteLegale
  denominationUniteLegale categorieJuridiqueUniteLegale activitePrincipaleUniteLegale
  nomenclatureActivitePrincipaleUniteLegale
`);

const UNIT_TAKEN = [
  ...UNIT_REQUIRED,
  // The name of a sole trader, and what identifies one where the legal category is missing.
  'nomUsageUniteLegale',
  'prenomUsuelUniteLegale',
  'sexeUniteLegale',
  // The date of a line where the file has none of its own.
  'dateDernierTraitementUniteLegale',
  // From 2026 on.
  'activitePrincipaleNAF25UniteLegale',
];

const UNIT_IGNORED = [
  'dateCreationUniteLegale',
  'sigleUniteLegale',
  ...[1, 2, 3, 4].map((position) => `prenom${position}UniteLegale`),
  'pseudonymeUniteLegale',
  // The number in another register, of associations; none of our schemes has a name for it.
  'identifiantAssociationUniteLegale',
  'trancheEffectifsUniteLegale',
  'anneeEffectifsUniteLegale',
  'nombrePeriodesUniteLegale',
  // A class of size (PME, ETI, GE), reckoned for statistics.
  'categorieEntreprise',
  'anneeCategorieEntreprise',
  'dateDebut',
  ...[1, 2, 3].map((position) => `denominationUsuelle${position}UniteLegale`),
  // The file of establishments says itself which of them is the head office.
  'nicSiegeUniteLegale',
  'economieSocialeSolidaireUniteLegale',
  'societeMissionUniteLegale',
  'caractereEmployeurUniteLegale',
];

const ESTABLISHMENT_TAKEN = words(`
  siren etablissementSiege codeCommuneEtablissement codePaysEtrangerEtablissement libellePaysEtrangerEtablissement
`);

/** The parts of an address other than the taken ones. Some establishments have a second one, of another entrance. */
const ADDRESS = words(`
  complementAdresse numeroVoie indiceRepetition typeVoie libelleVoie codePostal libelleCommune libelleCommuneEtranger
  distributionSpeciale codeCedex libelleCedex
`);

const ESTABLISHMENT_IGNORED = [
  ...words(`
    nic siret statutDiffusionEtablissement dateCreationEtablissement trancheEffectifsEtablissement
    anneeEffectifsEtablissement activitePrincipaleRegistreMetiersEtablissement dateDernierTraitementEtablissement
    nombrePeriodesEtablissement
  `),
  ...ADDRESS.flatMap((part) => [`${part}Etablissement`, `${part}2Etablissement`]),
  ...['codeCommune', 'codePaysEtranger', 'libellePaysEtranger'].map((part) => `${part}2Etablissement`),
  ...words(`
    dernierNumeroVoieEtablissement indiceRepetitionDernierNumeroVoieEtablissement identifiantAdresseEtablissement
    coordonneeLambertAbscisseEtablissement coordonneeLambertOrdonneeEtablissement dateDebut
    etatAdministratifEtablissement
  `),
  ...[1, 2, 3].map((position) => `enseigne${position}Etablissement`),
  ...words(`
    denominationUsuelleEtablissement activitePrincipaleEtablissement nomenclatureActivitePrincipaleEtablissement
    activitePrincipaleNAF25Etablissement caractereEmployeurEtablissement
  `),
  // What the edition with coordinates adds.
  'longitude',
  ...words('latitude geo_score geo_type geo_adresse geo_id geo_ligne geo_l4 geo_l5'),
];

const csv = { delimiter: ',' };

export const KINDS = {
  units: { csv, required: UNIT_REQUIRED, taken: UNIT_TAKEN, ignored: UNIT_IGNORED },
  establishments: { csv, required: ESTABLISHMENT_TAKEN, taken: ESTABLISHMENT_TAKEN, ignored: ESTABLISHMENT_IGNORED },
};
