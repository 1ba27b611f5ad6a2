import { words } from '../../importer/declaration.ts';

/** The fields of the LEI Common Data File 3.1, under the column names of the CSV, and what becomes of them. */

const ADDRESS_PARTS = words(`
  xmllang FirstAddressLine AddressNumber AddressNumberWithinBuilding MailRouting AdditionalAddressLine City Region
  PostalCode
`);

/**
 * The JSON edition is the same tree as the CSV's dotted names, with a text under `$` and an attribute under `@`:
 * `Entity.LegalName` and `Entity.LegalName.xmllang` become `Entity.LegalName.$` and `Entity.LegalName.@xml:lang`.
 */
function bothEditions(columns: readonly string[]): string[] {
  return columns.flatMap((column) =>
    column.endsWith('.xmllang') ? [column, column.replace(/xmllang$/, '@xml:lang')] : [column, `${column}.$`],
  );
}

/** What every record has. */
export const REQUIRED_FIELDS = ['LEI'];

/** Columns that the CSV has besides, filled or not. */
export const REQUIRED_COLUMNS = words(`
  Entity.LegalName Entity.EntityStatus Registration.RegistrationStatus Entity.HeadquartersAddress.Country Entity.RegistrationAuthority.RegistrationAuthorityID
  Entity.RegistrationAuthority.RegistrationAuthorityEntityID Entity.LegalJurisdiction
  Entity.LegalForm.EntityLegalFormCode
`);

export const TAKEN_FIELDS = bothEditions([
  ...REQUIRED_FIELDS,
  ...REQUIRED_COLUMNS,
  'Entity.LegalName.xmllang',
  // Absent from the files of format 1.0.
  'Entity.EntityCategory',
  'Entity.LegalForm.OtherLegalForm',
  'Entity.SuccessorEntity.SuccessorLEI',
  'Registration.LastUpdateDate',
  // Of the header of the XML edition.
  'ContentDate',
]);

export const IGNORED_FIELDS = [
  ...bothEditions([
    ...ADDRESS_PARTS.map((part) => `Entity.HeadquartersAddress.${part}`),
    ...ADDRESS_PARTS.map((part) => `Entity.LegalAddress.${part}`),
    'Entity.LegalAddress.Country',
    // The name of an authority outside the list: nothing can be looked up by it.
    'Entity.RegistrationAuthority.OtherRegistrationAuthorityID',
    ...words(`
      Entity.EntitySubCategory Entity.EntityCreationDate Entity.EntityExpirationDate Entity.EntityExpirationReason
      Registration.InitialRegistrationDate Registration.NextRenewalDate Registration.ManagingLOU
      Registration.ValidationSources ConformityFlag
    `),
  ]),
  // Former, trade and transliterated names: the contract has one name.
  'Entity.OtherEntityNames.*',
  'Entity.TransliteratedOtherEntityNames.*',
  'Entity.OtherAddresses.*',
  'Entity.TransliteratedOtherAddresses.*',
  'Entity.AssociatedEntity.*',
  // A successor known by name only is no record that one could be sent to.
  'Entity.SuccessorEntity.SuccessorEntityName.*',
  ...words(`
    Entity.SuccessorEntity.SuccessorEntity.* Entity.LegalEntityEvents.* Registration.ValidationAuthority.*
    Registration.OtherValidationAuthorities.* Extension.*
  `),
];
