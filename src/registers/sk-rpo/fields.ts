import { words } from '../../importer/declaration.ts';

const PERIOD = ['validFrom', 'validTo'];

const each = (lists: readonly string[], members: readonly string[]): string[] =>
  lists.flatMap((list) => members.map((member) => `${list}.${member}`));

const PERSONS = ['statutoryBodies', 'stakeholders'];

export const REQUIRED = words('id identifiers fullNames');

export const TAKEN = [
  ...words('exportDate id dbModificationDate termination'),
  ...each(words('identifiers fullNames alternativeNames'), ['value', ...PERIOD]),
  ...each(['legalForms'], ['value.value', 'value.code', ...PERIOD]),
  ...each(['legalStatuses'], ['value.value', ...PERIOD]),
  ...each(['addresses'], ['country.code', ...PERIOD]),
  ...words('sourceRegister.value.value sourceRegister.value.code'),
  ...each(['sourceRegister.registrationNumbers'], ['value', ...PERIOD]),
  ...each(['statisticalCodes.mainActivity'], ['value', 'code', 'codelistCode']),
  ...each(PERSONS, [
    ...words('stakeholderType.value stakeholderType.code fullName identifier'),
    ...words('personName personName.formatedName personName.givenNames personName.familyNames'),
    ...PERIOD,
  ]),
  ...words('statutoryBodies.statutoryBodyMember.value'),
];

/** Homes of persons, contributions, purposes, owners and units are left out. */
export const IGNORED = [
  ...words('establishment license activities.* otherLegalFacts.* authorizations.* equities.* shares.* deposits.*'),
  ...words('predecessors.* successors.* kuvPersonsInfo.* topManagementsInfo.* organizationUnits.* addresses.*'),
  ...words('statisticalCodes.statCodesActualization statisticalCodes.esa2010.*'),
  ...words('legalForms.value.codelistCode legalStatuses.value.code legalStatuses.value.codelistCode'),
  ...words('sourceRegister.value.codelistCode sourceRegister.registrationOffices.*'),
  ...each(PERSONS, [
    ...words('address.* name establishment termination stakeholderType.codelistCode'),
    ...words('personName.givenFamilyNames personName.prefixes.* personName.postfixes.*'),
  ]),
  ...words('statutoryBodies.statutoryBodyMember.code statutoryBodies.statutoryBodyMember.codelistCode'),
];
