import { words } from '../../importer/declaration.ts';

/** The fields of the published JSON files and what becomes of them. */

const ADDRESSES = ['forretningsadresse', 'postadresse'];

const ENTITY_REQUIRED = ['organisasjonsnummer', 'organisasjonsform'];

const ENTITY_TAKEN = [
  'organisasjonsnummer',
  'navn',
  'organisasjonsform.kode',
  'organisasjonsform.beskrivelse',
  ...ADDRESSES.map((address) => `${address}.landkode`),
  ...[1, 2, 3].flatMap((position) => [`naeringskode${position}.kode`, `naeringskode${position}.beskrivelse`]),
  ...words(`
    konkurs underAvvikling underTvangsavviklingEllerTvangsopplosning underRekonstruksjonsforhandlingDato
    underUtenlandskInsolvensbehandlingDato slettedato
  `),
];

const ENTITY_IGNORED = [
  ...['land', 'postnummer', 'poststed', 'adresse', 'kommune', 'kommunenummer'].flatMap((part) =>
    [...ADDRESSES, 'beliggenhetsadresse'].map((address) => `${address}.${part}`),
  ),
  ...words(`
    beliggenhetsadresse.landkode _links.* links.* respons_klasse organisasjonsform._links.* organisasjonsform.links.*
    organisasjonsform.utgaatt
  `),
  ...[1, 2, 3].map((position) => `naeringskode${position}.hjelpeenhetskode`),
  // A code of the statistics office for units that serve others, of no scheme of activities.
  'hjelpeenhetskode.*',
  ...words(`
    harRegistrertAntallAnsatte antallAnsatte hjemmeside telefon mobil epostadresse stiftelsesdato oppstartsdato
    nedleggelsesdato datoEierskifte konkursdato underAvviklingDato
  `),
  ...words(`
    ManglendeDagligLeder ManglendeRegnskap ManglendeRevisor ManglendeSlettingIForetaksregisteret MangelfulltStyre
  `).map((reason) => `tvangsopplostPga${reason}Dato`),
  ...words(`
    tvangsavvikletPgaManglendeSlettingDato overordnetEnhet erIKonsern maalform vedtektsdato vedtektsfestetFormaal
    aktivitet paategninger.* kapital.* institusjonellSektorkode.* sisteInnsendteAarsregnskap fravalgRevisjonDato
    fravalgRevisjonBeslutningsDato frivilligMvaRegistrertBeskrivelser
  `),
  // Registration for VAT is a flag. The number that would follow from it is not published.
  'registrertIMvaRegisteret',
  ...words(`
    registrertIMvaregisteret registrertIForetaksregisteret registrertIStiftelsesregisteret
    registrertIFrivillighetsregisteret registrertIPartiregisteret
  `),
  ...registrationDates(),
  // The foreign company behind a NUF: its number has no scope that the file gives as a code of a register.
  'registreringsnummerIHjemlandet',
  ...words(`
    utenlandskRegisterNavn utenlandskRegisterAdresse.* underlagtLovgivningLandKode underlagtHjemlandetsLovgivning
    foretaksformIHjemlandet.*
  `),
];

/** The case of these names changed from version to version of the publication. */
function registrationDates(): string[] {
  const names = words(`
    Enhetsregisteret Foretaksregisteret Stiftelsesregisteret Frivillighetsregisteret Partiregisteret
    Merverdiavgiftsregisteret MerverdiavgiftsregisteretEnhetsregisteret FrivilligMerverdiavgiftsregisteret
    AntallAnsatteEnhetsregisteret AntallAnsatteNAVAaregisteret
  `);
  return names.flatMap((name) => [`registreringsdato${name}`, `registreringsdato${name.toLowerCase()}`]);
}

const ROLE = 'rollegrupper.roller';

const ROLES_REQUIRED = ['organisasjonsnummer', 'rollegrupper'];

const ROLES_TAKEN = [
  'organisasjonsnummer',
  `${ROLE}.type.kode`,
  `${ROLE}.type.beskrivelse`,
  `${ROLE}.fratraadt`,
  `${ROLE}.avregistrert`,
  // The date of birth distinguishes two holders of one name and is never written.
  `${ROLE}.person.fodselsdato`,
  `${ROLE}.person.navn.fornavn`,
  `${ROLE}.person.navn.mellomnavn`,
  `${ROLE}.person.navn.etternavn`,
  `${ROLE}.person.erDoed`,
  `${ROLE}.enhet.organisasjonsnummer`,
  `${ROLE}.enhet.navn`,
  `${ROLE}.enhet.erSlettet`,
  `${ROLE}.bostyrer.navn`,
  `${ROLE}.bostyrer.erDoed`,
];

const ROLES_IGNORED = [
  '_links.*',
  'links.*',
  // The last change of a whole group of roles, not the day of an appointment.
  'rollegrupper.sistEndret',
  'rollegrupper.type.*',
  'rollegrupper._links.*',
  `${ROLE}._links.*`,
  `${ROLE}.type._links.*`,
  `${ROLE}.rekkefolge`,
  `${ROLE}.ansvarsandel`,
  `${ROLE}.valgtAv.*`,
  `${ROLE}.enhet.organisasjonsform.*`,
  `${ROLE}.enhet.godkjenningsstatus`,
  `${ROLE}.enhet._links.*`,
  `${ROLE}.bostyrer.postadresse.*`,
];

/** Both files are bare arrays. */
export const KINDS = {
  roles: { json: {}, required: ROLES_REQUIRED, taken: ROLES_TAKEN, ignored: ROLES_IGNORED },
  entities: { json: {}, required: ENTITY_REQUIRED, taken: ENTITY_TAKEN, ignored: ENTITY_IGNORED },
};
