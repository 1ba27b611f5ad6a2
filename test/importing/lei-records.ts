/** Records of GLEIF's file of LEIs, for companies that other registers have. */

const text = (value: string): object => ({ $: value });

export type Lei = readonly [lei: string, name: string, number: string];

/** Returns the record of an LEI. */
export function leiRecord([lei, name, number]: Lei, country: string, authority: string): object {
  return {
    LEI: text(lei),
    Entity: {
      LegalName: { ...text(name), '@xml:lang': 'en' },
      HeadquartersAddress: { Country: text(country) },
      RegistrationAuthority: {
        RegistrationAuthorityID: text(authority),
        RegistrationAuthorityEntityID: text(number),
      },
      LegalJurisdiction: text(country),
      EntityCategory: text('GENERAL'),
      LegalForm: { EntityLegalFormCode: text('8888'), OtherLegalForm: text('SRL') },
      EntityStatus: text('INACTIVE'),
    },
    Registration: { RegistrationStatus: text('ISSUED') },
  };
}
