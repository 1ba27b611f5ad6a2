import { words } from '../../importer/declaration.ts';

const below = (path: string, names: string): string[] => words(names).map((name) => `${path}.${name}`);

const CONTENT = 'formality.content';
const LEGAL_PERSON = `${CONTENT}.personneMorale`;
const POWER = `${LEGAL_PERSON}.composition.pouvoirs`;
const PERSON = 'descriptionPersonne';

/** What is read of a person: how the person is called. */
const NAMES = 'nom nomUsage prenoms';

const TAKEN = [
  ...words('siren updatedAt formality.siren formality.diffusionINSEE'),
  `${CONTENT}.natureCessationEntreprise.etatAdministratifInsee`,
  `${LEGAL_PERSON}.detailCessationEntreprise.dateRadiation`,
  ...below(POWER, 'typeDePersonne roleEntreprise secondRoleEntreprise actif mentionDemissionOrdre dateDebut dateFin'),
  ...below(`${POWER}.individu.${PERSON}`, `${NAMES} role`),
  ...below(`${POWER}.entreprise`, 'denomination nomCommercial siren roleEntreprise'),
  ...below(`${POWER}.entreprise.individuRepresentant.${PERSON}`, NAMES),
  ...below(`${POWER}.representant.${PERSON}`, NAMES),
];

/** Births, homes, nationalities, families and the like: never read. */
const PRIVATE = words(`dateDeNaissance dateDeNaissancePresent paysNaissance paysNaissancePresent lieuDeNaissance
  lieuDeNaissancePresent codePostalNaissance codePostalNaissancePresent codeInseeGeographique codeInseeGeographiquePresent
  nationalite codeNationalite situationMatrimoniale situationMatrimonialePresent genre genrePresent titre titrePresent
  pseudonyme numeroSecu siren sirenPresent role formeSociale optionRgpd statutVisAVisFormalite dateEffetRoleDeclarant
  dateEffetRoleDeclarantPresent qualiteDeNonSedentarite qualiteDeNonSedentaritePresent indicateurDeNonSedentarite
  indicateurDeNonSedentaritePresent`);

const individual = (path: string): string[] => [
  ...PRIVATE.map((name) => `${path}.${PERSON}.${name}`),
  ...below(path, 'adresseDomicile.* contact.* conjoint.* voletSocial.* capaciteJuridique.* regimeMicroSocial.*'),
  ...below(path, 'roleConjoint qualiteArtisan metierArt indicateurActifAgricole dateEffet'),
];

const IGNORED = [
  ...words('id createdAt origin sirenDoublons.* nombreEtablissementsOuverts nombreRepresentantsActifs'),
  'nombreBeneficiairesEffectifsActifs',
  ...below('formality', 'companyName typePersonne formeJuridique diffusionCommerciale codeAPE created updated numRna'),
  ...below(
    'formality',
    'historique.* evenementCessation natureCessation succursaleOuFiliale indicateurPoursuiteCessation',
  ),
  ...below('formality', 'indicateurStructureEtablissement'),
  ...below(
    CONTENT,
    'personnePhysique.* exploitation.* natureCreation.* natureCessationEntreprise.* registreAnterieur.*',
  ),
  ...below(CONTENT, 'inscriptionsOffices.* succursaleOuFiliale formeExerciceActivitePrincipale evenementCessation'),
  ...below(CONTENT, 'natureCessation indicateurPoursuiteCessation'),
  ...below(LEGAL_PERSON, 'identite.* adresseEntreprise.* etablissementPrincipal.* autresEtablissements.*'),
  ...below(LEGAL_PERSON, 'beneficiairesEffectifs.* detailCessationEntreprise.* observations.* structureEntreprise.*'),
  ...below(LEGAL_PERSON, 'immatriculationRcs.* denomination formeJuridique'),
  ...below(POWER, 'representantId autreRoleEntreprise libelleRoleEntreprise libelleSecondRoleEntreprise dateEffet'),
  ...below(
    POWER,
    'indicateurSecondRoleEntreprise indicateurActifAgricole qualiteArtisan metierArt beneficiaireEffectif',
  ),
  ...below(POWER, 'dateMentionDemissionOrdre statutPourLaFormalite adresseEntreprise.* etablissementConcerne.*'),
  ...below(POWER, 'capaciteEngagement perimetre.*'),
  ...individual(`${POWER}.individu`),
  ...individual(`${POWER}.representant`),
  ...individual(`${POWER}.entreprise.individuRepresentant`),
  ...below(`${POWER}.entreprise`, 'pays lieuRegistre formeJuridique formeJuridiqueEtrangere registre nicSiege'),
  ...below(
    `${POWER}.entreprise`,
    'autreIdentifiantEtranger indicateurAssocieUnique adresseEntreprise.* entrepriseValidated',
  ),
  ...below(`${POWER}.entreprise`, 'entrepriseRdd'),
];

/** The kind of the questions for differences; the fields of their answers stand behind it. */
export const PAGE = 'page';
const inPages = (fields: readonly string[]): string[] => fields.map((field) => `${PAGE}.company.${field}`);

export const KINDS = {
  /** The files in the zip of the stock, each an array. */
  stock: { json: {}, required: ['formality'], taken: TAKEN, ignored: IGNORED },
  /** The daily differences, as `fetch` keeps them. */
  differences: { answers: true, required: [], taken: inPages(TAKEN), ignored: inPages(IGNORED) },
} as const;
