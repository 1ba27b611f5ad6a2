/**
 * The register of legal entities of Lithuania, including deregistered entities: Registrų centras, open data.
 * @module
 */
import {
  FieldFault,
  UPDATE_FREQUENCIES,
  declareRegister,
  toColumns,
  type MappedRow,
} from '../../importer/declaration.ts';
import { hasRightDigits, quoteValue } from '../../model/index.ts';

const EXISTS = 'the entity exists until it is deregistered';

export const ltJar = declareRegister({
  id: 'lt-jar',
  country: 'LT',
  name: 'Juridinių asmenų registras (JAR)',
  publisher: 'Valstybės įmonė Registrų centras',
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  attribution:
    'Contains data from the Lithuanian Register of Legal Entities (JAR), published by Registrų centras, CC BY 4.0.',
  hasOfficers: false,
  coverage: {
    companies: 'all legal entities, deregistered ones included',
    officers: 'none: the open files give head counts only',
    details: ['state', 'registered_on', 'closed_on', 'address'],
    rhythm: 'daily',
    missing:
      'officers; former names; activities and VAT numbers, which other authorities publish; the parts of addresses, which are one text',
    proven: 'genuine records: one; 9 fields compared, none different',
  },
  files: {
    page: 'https://data.gov.lt/datasets/1484/',
    current: ['JAR_IREGISTRUOTI.csv', 'JAR_ISREGISTRUOTI.csv'].map((name) => ({
      name,
      url: `https://www.registrucentras.lt/aduomenys/?byla=${name}`,
      bytesMax: 2e8,
    })),
    csv: { delimiter: '|' },
    ...toColumns({
      required: ['ja_kodas', 'ja_pavadinimas', 'form_kodas', 'form_pavadinimas', 'formavimo_data'],
      taken: ['stat_pavadinimas'],
      ignored: { 'not part of a line': ['stat_data_nuo'] },
    }),
  },
  // Legal forms are not checked, because their list was not available.
  states: {
    stat_kodas: {
      0: { word: 'Teisinis statusas neįregistruotas', state: 'active', because: 'no special status is registered' },
      1: { word: 'Reorganizuojamas', state: 'active', because: EXISTS },
      2: { word: 'Dalyvaujantis reorganizavime', state: 'active', because: EXISTS },
      3: { word: 'Pertvarkomas', state: 'active', because: EXISTS },
      4: {
        word: 'Restruktūrizuojamas',
        state: 'insolvent',
        because: 'Juridinių asmenų nemokumo įstatymas, and annex A of Regulation (EU) 2015/848',
      },
      5: { word: 'Bankrutuojantis', state: 'insolvent' },
      6: {
        word: 'Bankrutavęs',
        state: 'insolvent',
        because: 'liquidated because of bankruptcy; the entity exists until it is deregistered',
      },
      7: { word: 'Likviduojamas', state: 'in_liquidation' },
      8: { word: 'Dalyvaujantis atskyrime', state: 'active', because: EXISTS },
      9: {
        word: 'Inicijuojamas likvidavimas',
        state: 'active',
        because: 'the register has given notice of a liquidation, which is not decided yet: Civilinis kodeksas 2.70',
      },
      10: { word: 'Išregistruotas', state: 'closed' },
      11: { word: 'Likviduotas', state: 'closed' },
      12: {
        word: 'Nepersiregistravęs',
        because:
          'an entity of before the register of 2004 that did not register again; the word does not say whether it still exists',
      },
      13: { word: 'Bankrutuojantis', state: 'insolvent' },
      16: { word: 'Inicijuojantis Europos bendrovės steigimą jungimosi būdu', state: 'active', because: EXISTS },
      17: {
        word: 'Inicijuojantis Europos bendrovės steigimą valdymo (holdingo) būdu',
        state: 'active',
        because: EXISTS,
      },
      18: { word: 'Europos bendrovė, kurios buveinė yra perkeliama', state: 'active', because: EXISTS },
      19: {
        word: 'Inicijuojantis Europos kooperatinės bendrovės steigimą jungimosi būdu',
        state: 'active',
        because: EXISTS,
      },
      20: { word: 'Europos kooperatinė bendrovė, kurios buveinė perkeliama', state: 'active', because: EXISTS },
      21: {
        word: 'Jungiama, peržengiant vienos valstybės ribas, akcinė bendrovė ar uždaroji akcinė bendrovė',
        state: 'active',
        because: EXISTS,
      },
      22: {
        word: 'Dalyvaujanti vienos valstybės ribas peržengiančiame jungimesi AB ar UAB',
        state: 'active',
        because: EXISTS,
      },
      23: { word: 'Jungiamas peržengiant vienos valstybės ribas juridinis asmuo', state: 'active', because: EXISTS },
      24: {
        word: 'Dalyvaujantis jungimesi peržengiant vienos valstybės ribas juridinis asmuo',
        state: 'active',
        because: EXISTS,
      },
      25: { word: 'Perkeliantis buveinę', state: 'active', because: EXISTS },
      26: { word: 'Likviduojamas dėl bankroto', state: 'insolvent' },
      27: { word: 'Jungiama peržengiant vienos valstybės ribas bendrovė', state: 'active', because: EXISTS },
      28: {
        word: 'Dalyvaujanti vienos valstybės ribas peržengiančiame jungimesi bendrovė',
        state: 'active',
        because: EXISTS,
      },
      29: { word: 'Pertvarkoma peržengiant vienos valstybės ribas bendrovė', state: 'active', because: EXISTS },
      30: { word: 'Skaidoma peržengiant vienos valstybės ribas bendrovė', state: 'active', because: EXISTS },
    },
  },
  mapping: {
    name: 'ja_pavadinimas',
    company_status: readStatus,
    company_type: 'form_kodas',
    legal_form: 'form_pavadinimas',
    as_of_date: 'formavimo_data',
    // An old code has seven digits and no check digit.
    identifiers: {
      number: 'ja_kodas',
      right: (code) => (/^\d{9}$/.test(code) ? hasRightDigits('LT kodas', code) : /^\d{7}$/.test(code)),
      note: 'entity code with wrong form or check digit',
    },
    state: { list: 'stat_kodas', of: (row) => (row.text('isreg_data') === undefined ? row.text('stat_kodas') : '10') },
    registered_on: 'ja_reg_data',
    closed_on: 'isreg_data',
    // None of one person (individuali įmonė), a branch (filialas) or a representation (atstovybė), or without a form.
    address: { text: 'adresas', unless: { form_pavadinimas: /^$|individuali|filial|atstovyb/iu } },
    // Lines have the words of the register.
    fates: { stat_kodas: 'replaced' },
  },
  // 230,000 to 234,000 in 2026. The number of records in the file of deregistered entities is unknown.
  expect: { full: /^JAR_IREGISTRUOTI\.csv$/i, records: 200_000 },
  updateFrequency: UPDATE_FREQUENCIES.daily,
});

/** Returns the words of the status. In the file of deregistered entities only the day of each row states it. */
function readStatus(row: MappedRow): string | undefined {
  if (!row.has('stat_kodas') && !row.has('isreg_data'))
    throw new FieldFault('stat_kodas', 'is not a column, and neither is isreg_data: this is another list');
  const deregisteredOn = row.text('isreg_data');
  if (deregisteredOn === undefined) return row.text('stat_pavadinimas');
  if (/^\d{4}-\d{2}-\d{2}$/.test(deregisteredOn)) return 'Išregistruotas';
  throw new FieldFault('isreg_data', `must be a date, YYYY-MM-DD, got ${quoteValue(deregisteredOn)}`);
}
