import { words } from '../../importer/declaration.ts';

const json = { lines: true } as const;

/**
 * The lists, by what tells them apart: those that have a number (`mbs`) are of subjects, one record each or several; the others say
 * what codes mean.
 */
export const KINDS = {
  subjects: {
    json,
    required: words('mbs status postupak ino_podruznica'),
    taken: words('mbs potpuni_mbs oib potpuni_oib status postupak ino_podruznica'),
    ignored: words(`
      sud_id_nadlezan sud_id_sluzba mb stecajna_masa likvidacijska_masa mbs_brisanog_subjekta glavna_djelatnost
      glavna_podruznica_rbr datum_osnivanja datum_brisanja sud_id_brisanja tvrtka_kod_brisanja poslovni_broj_brisanja
      vrijeme_zadnje_izmjene scn_zadnje_izmjene
    `),
  },
  translations: {
    json,
    required: words('mbs prijevod_tvrtke_rbr ime'),
    taken: words('mbs prijevod_tvrtke_rbr ime'),
    ignored: ['jezik_id', 'naznaka_imena'],
  },
  shortTranslations: {
    json,
    required: words('mbs prijevod_skracene_tvrtke_rbr ime'),
    taken: words('mbs prijevod_skracene_tvrtke_rbr ime'),
    ignored: ['jezik_id'],
  },
  names: { json, required: words('mbs ime naznaka_imena'), taken: words('mbs ime naznaka_imena'), ignored: [] },
  shortNames: { json, required: words('mbs ime'), taken: words('mbs ime'), ignored: [] },
  seats: {
    json,
    required: words('mbs naziv_opcine'),
    taken: words('mbs drzava_id naziv_opcine'),
    ignored: words(`
      sifra_zupanije naziv_zupanije sifra_opcine sifra_naselja naziv_naselja naselje_van_sifrarnika sifra_ulice ulica
      kucni_broj kucni_podbroj postanski_broj
    `),
  },
  forms: {
    json,
    required: words('mbs vrsta_pravnog_oblika_id'),
    taken: words('mbs vrsta_pravnog_oblika_id'),
    ignored: [],
  },
  activities: {
    json,
    required: words('mbs nacionalna_klasifikacija_djelatnosti_id'),
    taken: words('mbs nacionalna_klasifikacija_djelatnosti_id'),
    ignored: [],
  },
  formList: { json, required: words('id naziv kratica'), taken: words('id naziv'), ignored: words('sifra kratica') },
  activityList: {
    json,
    required: words('id sifra puni_naziv'),
    taken: words('id sifra puni_naziv verzija'),
    ignored: [],
  },
  countryList: {
    json,
    required: words('id naziv oznaka_2'),
    taken: words('id oznaka_2'),
    ignored: words('sifra naziv oznaka_3'),
  },
  procedureList: {
    json,
    required: words('postupak znacenje'),
    taken: words('postupak znacenje'),
    ignored: [],
  },
} as const;
