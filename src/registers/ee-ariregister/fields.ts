import { words } from '../../importer/declaration.ts';

/** The columns and fields of the published files and what becomes of them. */

/** Both layouts of the basic data: seven columns in 2022, seventeen in 2026. */
const BASIC = {
  csv: { delimiter: ';' },
  required: ['nimi', 'ariregistri_kood', 'ettevotja_oiguslik_vorm', 'ettevotja_staatus_tekstina'],
  taken: words(`
    nimi ariregistri_kood ettevotja_oiguslik_vorm ettevotja_oigusliku_vormi_alaliik kmkr_nr ettevotja_staatus
    ettevotja_staatus_tekstina
  `),
  ignored: [
    ...words(`
      ettevotja_esmakande_kpv ettevotja_aadress asukoht_ettevotja_aadressis asukoha_ehak_kood asukoha_ehak_tekstina
      indeks_ettevotja_aadressis ads_adr_id ads_ads_oid ads_normaliseeritud_taisaadress
    `),
    // Made from the number.
    'teabesysteemi_link',
  ],
};

const ADDRESS_CODES = words(`
  adr_id ads_oid ads_normaliseeritud_taisaadress ads_normaliseeritud_taisaadress_tapsustus koodaadress adob_id tyyp
`).map((name) => `aadress_ads__${name}`);

/** Where an entry stands on the card of the register. */
const CARD_PLACE = ['kirje_id', 'kaardi_piirkond', 'kaardi_nr', 'kaardi_tyyp', 'kande_nr'];

const below = (path: string, names: readonly string[]): string[] => names.map((name) => `${path}.${name}`);

const GENERAL = {
  // A bare array.
  json: {},
  required: ['ariregistri_kood', 'yldandmed'],
  taken: [
    'ariregistri_kood',
    'nimi',
    ...below('yldandmed', ['staatus', 'staatus_tekstina', 'oiguslik_vorm', 'oiguslik_vorm_tekstina']),
    ...below('yldandmed.aadressid', ['riik', 'lopp_kpv']),
    ...below(
      'yldandmed.teatatud_tegevusalad',
      words(`
      emtak_kood emtak_tekstina emtak_versioon emtak_versioon_tekstina on_pohitegevusala lopp_kpv
    `),
    ),
  ],
  ignored: [
    ...below('yldandmed', [
      ...words(`
        ettevotteregistri_nr esmaregistreerimise_kpv kustutamise_kpv piirkond piirkond_tekstina piirkond_tekstina_pikk
        evks_registreeritud evks_registreeritud_kande_kpv oiguslik_vorm_nr oigusliku_vormi_alaliik
        oigusliku_vormi_alaliik_tekstina lahknevusteade_puudumisest asutatud_sissemakset_tegemata loobunud_vorminouetest
        on_raamatupidamiskohustuslane tegutseb tegutseb_tekstina esitab_kasusaajad staatused.*
      `),
      // Present and previous names; a register line has the present one alone.
      'arinimed.*',
      ...words('oiguslikud_vormid.* kapitalid.* majandusaastad.* pohikirjad.* markused_kaardil.*'),
      // E-mail addresses and phone numbers.
      'sidevahendid.*',
      'info_majandusaasta_aruannetest.*',
    ]),
    ...below('yldandmed.aadressid', [
      ...CARD_PLACE,
      ...ADDRESS_CODES,
      ...words('riik_tekstina ehak ehak_nimetus tanav_maja_korter postiindeks algus_kpv'),
    ]),
    // The NACE code is the register's own translation of the other one, of a version that it does not name.
    ...below('yldandmed.teatatud_tegevusalad', ['kirje_id', 'nace_kood', 'algus_kpv']),
  ],
};

/** What is taken of a person. */
const PERSON_TAKEN = [
  ...'isiku_tyyp isiku_roll isiku_roll_tekstina eesnimi nimi_arinimi algus_kpv lopp_kpv'.split(' '),
  // These distinguish two people of one name within a record and are never written.
  ...'isikukood_hash isikukood_registrikood valis_kood synniaeg'.split(' '),
];

const PERSON_IGNORED = [
  ...ADDRESS_CODES,
  ...'aadress_riik aadress_riik_tekstina aadress_ehak aadress_ehak_tekstina aadress_tanav_maja_korter'.split(' '),
  ...'kirje_id valis_kood_riik valis_kood_riik_tekstina osamaksu_valuuta_tekstina'.split(' '),
  // The end of the term, which is not the end of the office.
  'volituste_loppemise_kpv',
];

const CARD = {
  // A bare array.
  json: {},
  required: ['ariregistri_kood', 'kaardile_kantud_isikud'],
  taken: ['ariregistri_kood', ...below('kaardile_kantud_isikud', PERSON_TAKEN)],
  ignored: [
    'nimi',
    ...below('kaardile_kantud_isikud', [
      ...PERSON_IGNORED,
      ...CARD_PLACE,
      'osamaks',
      'osamaksu_valuuta',
      'aadress_postiindeks',
      'email',
    ]),
    // Who may sign, in words, and the members of building associations.
    'esindusoiguse_normaalregulatsioonid.*',
    'esindusoiguse_eritingimused.*',
    'hooneyhistu_liikmed.*',
  ],
};

const OFF_CARD = {
  // A bare array.
  json: {},
  required: ['ariregistri_kood', 'kaardivalised_isikud'],
  taken: ['ariregistri_kood', ...below('kaardivalised_isikud', PERSON_TAKEN)],
  ignored: [
    'nimi',
    ...below('kaardivalised_isikud', [
      ...PERSON_IGNORED,
      ...words(`
        osaluse_protsent osaluse_suurus osaluse_valuuta osaluse_omandiliik osaluse_omandiliik_tekstina
        osaluse_murdosa_lugeja osaluse_murdosa_nimetaja kontrolli_allikas kontrolli_allikas_tekstina
        kontrolli_allika_kpv grupp
      `),
      // Published with this spelling.
      'adress_ads__ads_oid',
    ]),
  ],
};

export const KINDS = { basic: BASIC, general: GENERAL, card: CARD, offCard: OFF_CARD };
