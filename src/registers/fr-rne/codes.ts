/**
 * The roles that make an officer, by their code, with the words of the register. Who manages, directs, sits on a board or
 * represents the whole company.
 */
export const OFFICER_ROLES: ReadonlyMap<string, string> = new Map([
  ['28', 'Gérant et associé indéfiniment et solidairement responsable'],
  ['29', 'Gérant et associé indéfiniment responsable'],
  ['30', 'Gérant'],
  ['40', 'Liquidateur'],
  ['51', 'Président du conseil d’administration'],
  ['52', 'Président du directoire'],
  ['53', 'Directeur Général'],
  ['55', 'Dirigeant à l’étranger d’une personne morale étrangère'],
  ['56', 'Dirigeant en France d’une personne morale étrangère'],
  ['60', 'Président du conseil d’administration et directeur général'],
  ['61', 'Président du conseil de surveillance'],
  ['63', 'Membre du directoire'],
  ['64', 'Membre du conseil de surveillance'],
  ['65', 'Administrateur'],
  ['66', 'Personne ayant le pouvoir d’engager à titre habituel la société'],
  ['69', 'Directeur général unique de SA à directoire'],
  ['70', 'Directeur général délégué'],
  ['73', 'Président de SAS'],
  ['98', 'Administrateur provisoire'],
  ['110', 'Vice-Président'],
  ['111', 'Vice-Président du Directoire'],
  ['120', 'Vice-Président du Conseil d’Orientation et de Surveillance'],
  ['121', 'Président du Conseil d’Orientation et de Surveillance'],
  ['122', 'Membre du Conseil d’Orientation et de Surveillance'],
  ['135', 'Administrateurs représentant les salariés'],
  ['140', 'Président de l’EPIC'],
  ['201', 'Dirigeant'],
  ['203', 'Membre bénéficiant d’un mandat général d’administration'],
  ['204', 'Personne capable d’engager l’entité'],
  ['205', 'Président'],
  ['206', 'Directeur'],
  ['207', 'Trésorier'],
  ['208', 'Secrétaire'],
  ['209', 'Secrétaire général'],
  ['210', 'Membre du conseil syndical'],
  ['211', 'Président du conseil syndical'],
  ['212', 'Personne désignée par les statuts'],
  ['213', 'Vice-Président du conseil de surveillance'],
  ['214', 'Personne ayant le pouvoir d’engager à titre habituel l’entité'],
  ['215', 'Personne ayant le pouvoir de représenter l’entité'],
  ['216', 'Trésorier adjoint'],
  ['217', 'Secrétaire adjoint'],
  ['231', 'Gouverneur'],
  ['232', 'Premier sous-gouverneur'],
  ['233', 'Deuxième sous-gouverneur'],
  ['234', 'Conseiller général'],
]);

/**
 * The other codes of the register's list: members and partners (11, 23, 41, 74, 75, 94 to 96, 131, 132), joint owners and
 * successors, auditors and others who control (13, 14, 71, 72, 104, 218 to 220), who acts for an establishment, for taxes or for a
 * single matter, and 99, which says nothing.
 */
const OTHER_ROLES =
  '11 13 14 23 41 67 71 72 74 75 76 77 82 86 90 94 95 96 97 99 100 101 103 104 105 106 107 108 109 130 131 132 150 200 202 218 219 220';

/** The `source.system` of its officers. */
export const SYSTEM = 'Institut national de la propriété industrielle (INPI), Registre national des entreprises';

export const INDIVIDUAL = 'INDIVIDU';
export const ENTITY = 'ENTREPRISE';

/** The only unit that INSEE diffuses whole. */
export const DIFFUSED = 'O';

/** What the register writes in the place of a name that it withholds. */
export const WITHHELD_NAMES: ReadonlySet<string> = new Set(['[ND]', '[NON-DIFFUSIBLE]', '[NON DIFFUSIBLE]']);

export const CODES = {
  roleEntreprise: [...OFFICER_ROLES.keys(), ...OTHER_ROLES.split(' ')],
  typeDePersonne: [INDIVIDUAL, ENTITY],
  diffusionINSEE: [DIFFUSED, 'N', 'P'],
} as const;
