/**
 * What people and institutions write must be found: every form of a number, with every label of its kind. The table of forms is written
 * by hand, from the notes on each register, and not from the tables of the program.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyIdentifier } from '../resources.ts';
import { checkDigitsOf } from './check-rules.ts';
import labels from './labels.json' with { type: 'json' };
import { paddedReadings } from './lost-zeros.ts';
import { byValue, readingOf, readingsOf } from './readings.ts';
import schemeIds from './scheme-ids.json' with { type: 'json' };

type Scheme = CompanyIdentifier['scheme'];

/** A number as a register publishes it, its kinds in the table of labels, and the forms in which it is written elsewhere. */
interface Written {
  readonly kinds: readonly string[];
  readonly country?: string;
  readonly scheme?: Scheme;
  readonly value: string;
  readonly forms: readonly string[];
  /** Forms that are written without a label only: they say themselves which number they are. */
  readonly alone?: readonly string[];
}

const TABLE: readonly Written[] = [
  {
    kinds: ['LEI'],
    scheme: 'lei',
    value: '549300AAAAAAAAAAAA08',
    forms: ['549300AAAAAAAAAAAA08', '5493 00AA AAAA AAAA AA08'],
    alone: ['XI-LEI-549300AAAAAAAAAAAA08', '0199:549300AAAAAAAAAAAA08'],
  },
  {
    kinds: ['AT Firmenbuchnummer'],
    country: 'AT',
    value: '30435 h',
    forms: ['30435h', 'FN 30435 h', 'FN 030435h', '030435 h'],
    alone: [
      'FN 30435 h HG Wien',
      'FN 30435h, Handelsgericht Wien',
      'LG Linz FN 30435h',
      'ATBRA.030435-000',
      'EUID: ATBRA.030435-000',
      'AT-FB-30435h',
    ],
  },
  {
    kinds: ['VAT'],
    country: 'AT',
    scheme: 'eu_vat_number',
    value: 'ATU99990000',
    forms: ['ATU99990000', 'U99990000', 'ATU 9999 0000'],
    alone: ['9914:ATU99990000', 'AT-UID-U99990000'],
  },
  {
    kinds: ['BE ondernemingsnummer', 'VAT'],
    country: 'BE',
    value: '0999.000.094',
    forms: ['0999000094', 'BE0999000094', 'BE 0999.000.094', '999.000.094', 'BE 999 000 094', 'BE (0)999.000.094'],
    alone: [
      'BEKBOBCE.0999000094',
      '0208:0999000094',
      '9925:BE0999000094',
      'iso6523-actorid-upis::0208:0999000094',
      'BE-BCE_KBO-0999000094',
    ],
  },
  {
    kinds: ['BG ЕИК', 'VAT'],
    country: 'BG',
    value: '999000017',
    forms: ['999000017', 'BG999000017', 'BG 999 000 017'],
    alone: ['9926:BG999000017', 'BG-EIK-999000017'],
  },
  {
    kinds: ['BG ЕИК'],
    country: 'BG',
    value: '999000070',
    forms: ['9990000700015', '999000070 0015', 'BG9990000700015'],
  },
  {
    kinds: ['CH UID'],
    country: 'CH',
    value: 'CHE-999.900.006',
    forms: [
      'CHE999900006',
      'CHE-999.900.006',
      'CHE 999 900 006',
      '999.900.006',
      'CHE-999.900.006 MWST',
      'CHE-999.900.006 TVA',
      'CHE-999.900.006 HR',
    ],
    alone: ['0183:CHE999900006', '9927:CHE999900006MWST', 'CH-FDJP-CHE999900006'],
  },
  {
    kinds: ['CH Firmennummer'],
    country: 'CH',
    value: 'CH-020.3.999.901-6',
    forms: ['CH-020.3.999.901-6', 'CH02039999016'],
  },
  {
    kinds: ['CY number'],
    country: 'CY',
    value: 'HE 350042',
    forms: ['HE350042', 'HE 350042', 'ΗΕ 350042'],
    alone: ['CYDRCOR.HE350042', 'CY-DRCOR-HE350042'],
  },
  {
    kinds: ['VAT'],
    country: 'CY',
    scheme: 'eu_vat_number',
    value: 'CY99990000X',
    forms: ['CY99990000X', '99990000X'],
    alone: ['9928:CY99990000X'],
  },
  {
    kinds: ['CZ IČO', 'CZ IČO of eight digits'],
    country: 'CZ',
    value: '00090012',
    forms: ['00090012', '000 90 012'],
    alone: ['CZ-ICO-00090012', '90012', 'IČO 90012', 'CZ90012', 'IČO: CZ00090012'],
  },
  {
    kinds: ['CZ DIČ', 'VAT'],
    country: 'CZ',
    value: '00090012',
    forms: ['CZ00090012', 'CZ 00090012', '00090012'],
    alone: ['9929:CZ00090012', 'CZ-DIC-CZ00090012'],
  },
  {
    kinds: ['DK CVR', 'VAT'],
    country: 'DK',
    value: '99990007',
    forms: ['99990007', '99 99 00 07', 'DK99990007', 'DK-99990007'],
    alone: [
      'DKCVR.99990007',
      'EUID DKCVR.99990007',
      '0184:DK99990007',
      '0184:99990007',
      '0198:DK99990007',
      '9902:99990007',
      'DK-CVR-99990007',
    ],
  },
  {
    kinds: ['EE registrikood'],
    country: 'EE',
    value: '09990002',
    forms: ['09990002', '9990002'],
    alone: ['0191:09990002', 'EE-RIK-09990002', 'EE-KMKR-09990002'],
  },
  {
    kinds: ['VAT'],
    country: 'EE',
    scheme: 'eu_vat_number',
    value: 'EE999990001',
    forms: ['EE999990001', '999990001', 'EE 999 990 001'],
    alone: ['9931:EE999990001'],
  },
  {
    kinds: ['ES NIF', 'VAT'],
    country: 'ES',
    value: 'B99990004',
    forms: ['B99990004', 'B-99990004', 'ESB99990004', 'ES B-99.990.004'],
    alone: ['9920:ESB99990004', 'ES-NIF-B99990004'],
  },
  {
    kinds: ['FI Y-tunnus', 'VAT'],
    country: 'FI',
    value: '0999903-9',
    forms: ['0999903-9', '09999039', 'FI09999039', 'FI-09999039', '999903-9'],
    alone: [
      'FIFPRO.0999903-9',
      'FIFPRO09999039',
      'EUID FIFPRO.0999903-9',
      '0212:0999903-9',
      '0213:FI09999039',
      'FI-PRO-0999903-9',
      'FI-VERO-FI09999039',
    ],
  },
  {
    kinds: ['FI OVT'],
    country: 'FI',
    value: '0112038-9',
    forms: ['003701120389', '0037 01120389', '00370112038900001', '003701120389KONE1'],
    alone: ['0216:003701120389', '0037:003701120389', 'OVT-tunnus: 003701120389'],
  },
  {
    kinds: ['FR SIREN'],
    country: 'FR',
    value: '732829320',
    forms: ['732829320', '732 829 320', '73282932000074', '732 829 320 00074'],
    alone: [
      '0002:732829320',
      '0009:73282932000074',
      '0225:732829320',
      '9957:FR44732829320',
      'FR-RCS-732 829 320',
      'FR-INSEE-732829320',
      'FR7501.732829320',
      'RCS PARIS B 732 829 320',
    ],
  },
  {
    kinds: ['VAT'],
    country: 'FR',
    value: '732829320',
    forms: ['FR44732829320', 'FR 44 732 829 320'],
    alone: ['N° de TVA : FR44732829320'],
  },
  {
    kinds: ['FR SIREN'],
    country: 'FR',
    value: '356000000',
    forms: ['35600000000048', '356 000 000 00048', '35600000049837'],
  },
  {
    kinds: ['VAT'],
    country: 'FR',
    scheme: 'eu_vat_number',
    value: 'FR44732829320',
    forms: ['FR44732829320', '732829320'],
    alone: ['73282932000074', 'SIRET 732 829 320 00074'],
  },
  {
    kinds: ['GB company number'],
    country: 'GB',
    value: '00999901',
    forms: ['00999901', '999901', '0099 9901'],
    alone: [
      'GB-COH-00999901',
      'Registered in England and Wales, No. 00999901',
      'Registered in England & Wales: 00999901',
      'Registered company in England & Wales no. 00999901',
      'Registered in England No 00999901',
      'Registered No. 00999901 England',
      'Registered Number 00999901 England and Wales',
      'Company No. 00999901 (England and Wales)',
      'Registered in Wales under number 00999901',
      'Registered in the United Kingdom, company number 00999901',
      'Incorporated in England and Wales with company number 00999901',
      'Companies House number: 00999901',
      'Company Registration No: 00999901 England',
      'Co. Reg. No. 00999901',
    ],
  },
  {
    kinds: ['GB company number'],
    country: 'GB',
    value: 'SC001234',
    forms: ['SC001234', 'SC 001234', 'SC1234'],
    alone: [
      'Registered in Scotland No. SC001234',
      'Registered in Scotland: SC1234',
      'Registered in Scotland, number SC001234',
    ],
  },
  {
    kinds: ['GB company number'],
    country: 'GB',
    value: 'NI099901',
    forms: ['NI099901', 'NI 99901'],
    alone: ['Registered in Northern Ireland No. NI099901', 'Registered in Northern Ireland, NI 099901'],
  },
  { kinds: ['GB company number'], country: 'GB', value: 'SP99995R', forms: ['SP99995R'] },
  {
    kinds: ['VAT'],
    country: 'GB',
    scheme: 'vat_number',
    value: 'GB999999973',
    forms: ['GB999999973', 'GB 999 9999 73', 'XI999999973', '999 9999 73'],
    alone: ['9932:GB999999973'],
  },
  {
    kinds: ['GR ΓΕΜΗ'],
    country: 'GR',
    value: '003031801000',
    forms: ['003031801000', '3031801000'],
    alone: ['ELGEMI.003031801000', 'Αριθμός Γ.Ε.ΜΗ.: 003031801000'],
  },
  {
    kinds: ['GR ΑΦΜ', 'VAT'],
    country: 'GR',
    scheme: 'tin',
    value: '099999992',
    forms: ['099999992', 'EL099999992', 'GR099999992', 'EL 099 999 992', 'GR 99999992', '99999992'],
    alone: ['9933:EL099999992', '9933:GR099999992'],
  },
  {
    kinds: ['GR ΑΦΜ', 'VAT'],
    country: 'GR',
    scheme: 'eu_vat_number',
    value: 'EL099999992',
    forms: ['GR099999992', 'EL099999992', '099999992'],
  },
  {
    kinds: ['HR OIB', 'VAT'],
    country: 'HR',
    scheme: 'tin',
    value: '09999000011',
    forms: ['09999000011', 'HR09999000011', '9999000011'],
    alone: ['9934:HR09999000011', 'HR-OIB-09999000011'],
  },
  {
    kinds: ['HR MBS'],
    country: 'HR',
    value: '080999901',
    forms: ['080999901', '80999901'],
    alone: ['HR-MBS-080999901'],
  },
  {
    kinds: ['HU cégjegyzékszám'],
    country: 'HU',
    value: '01-09-999051',
    forms: ['01-09-999051', '0109999051', '01 09 999051', '109999051'],
    alone: ['HU-AFA-01-09-999051', 'HUOCCSZ.01-09-999051'],
  },
  {
    kinds: ['HU adószám', 'VAT'],
    country: 'HU',
    scheme: 'eu_vat_number',
    value: 'HU99999012',
    forms: ['HU99999012', '99999012'],
    alone: ['9910:HU99999012', 'HU-AFA-99999012-2-41'],
  },
  { kinds: ['HU adószám'], country: 'HU', scheme: 'eu_vat_number', value: 'HU99999012', forms: ['99999012-2-41'] },
  {
    kinds: ['HU statisztikai számjel'],
    country: 'HU',
    scheme: 'eu_vat_number',
    value: 'HU99999012',
    forms: ['99999012-6419-114-01'],
  },
  // As GLEIF's records of Hungary have it.
  { kinds: ['HU adószám'], country: 'HU', value: '99999012-2-41', forms: ['99999012-2-41', '99999012241'] },
  {
    kinds: ['IE company number'],
    country: 'IE',
    value: '999906',
    forms: ['999906'],
    alone: [
      'Registered in Ireland No. 999906',
      'Registered in Ireland, number: 999906',
      'IE-CRO-999906',
      'Company No. 999906 (Ireland)',
      'Registered in Dublin, Ireland No. 999906',
      'Cláraithe in Éirinn Uimh. 999906',
    ],
  },
  {
    kinds: ['VAT'],
    country: 'IE',
    scheme: 'eu_vat_number',
    value: 'IE9999990WA',
    forms: ['IE9999990WA', '9999990WA', 'IE 9999990 WA'],
    alone: ['9935:IE9999990WA'],
  },
  {
    kinds: ['IS kennitala'],
    country: 'IS',
    value: '450199-9990',
    forms: ['450199-9990', '4501999990', '450199 9990'],
    alone: ['Kt. 450199-9990', '0196:4501999990', 'IS-KEN-4501999990'],
  },
  {
    kinds: ['IT codice fiscale', 'VAT'],
    country: 'IT',
    value: '00999500012',
    forms: ['00999500012', 'IT00999500012', 'IT 00999500012', '999500012'],
    alone: [
      '0210:00999500012',
      '0211:IT00999500012',
      '9906:IT00999500012',
      'IT-CF-00999500012',
      'C.F., P.IVA e Registro Imprese di Milano n. 00999500012',
      'Registro Imprese di Milano 00999500012',
    ],
  },
  {
    kinds: ['VAT', 'IT codice fiscale'],
    country: 'IT',
    scheme: 'eu_vat_number',
    value: 'IT00999500012',
    forms: ['IT00999500012', '00999500012', '999500012'],
  },
  { kinds: ['IT REA'], country: 'IT', value: 'MI-9999901', forms: ['MI-9999901', 'MI 9999901'] },
  {
    kinds: ['LI number'],
    country: 'LI',
    value: 'FL-0002.999.901-6',
    forms: ['FL-0002.999.901-6', '0002.999.901-6', 'FL00029999016'],
  },
  {
    kinds: ['LT kodas'],
    country: 'LT',
    value: '999990003',
    forms: ['999990003', '999 990 003'],
    alone: ['0200:999990003', 'LT-RC-999990003', 'LTJAR.999990003'],
  },
  {
    kinds: ['VAT'],
    country: 'LT',
    scheme: 'eu_vat_number',
    value: 'LT999990000016',
    forms: ['LT999990000016', '999990000016'],
    alone: ['9937:LT999990000016', 'LT-PVM-LT999990000016', 'PVM mokėtojo kodas LT999990000016'],
  },
  {
    kinds: ['LU RCS'],
    country: 'LU',
    value: 'B123456',
    forms: ['B123456', 'B 123456', 'B 123.456'],
    alone: ['LURCSL.B123456', 'LU-RCS-B123456', 'R.C.S. Luxembourg : B 123456', 'RCS Luxembourg N° B 123456'],
  },
  {
    kinds: ['VAT'],
    country: 'LU',
    scheme: 'eu_vat_number',
    value: 'LU99990003',
    forms: ['LU99990003', '99990003'],
    alone: ['9938:LU99990003'],
  },
  {
    kinds: ['LV reģistrācijas numurs', 'VAT'],
    country: 'LV',
    value: '49999990016',
    forms: ['49999990016', 'LV49999990016', 'LV 49999990016'],
    alone: [
      'PVN reģ. Nr. LV49999990016',
      'Reģ. Nr. 49999990016',
      'Vien.reģ.Nr. 49999990016',
      '0218:49999990016',
      '9939:LV49999990016',
      'LV-RE-49999990016',
    ],
  },
  {
    kinds: ['MD IDNO'],
    country: 'MD',
    value: '1000999000017',
    forms: ['1000999000017'],
    alone: ['MD-IDNO-1000999000017'],
  },
  {
    kinds: ['MT number'],
    country: 'MT',
    value: 'C 113927',
    forms: ['C113927', 'C 113927'],
    alone: ['MTROC.C113927', 'Company Registration No. C 113927', 'Registered in Malta No. C113927'],
  },
  {
    kinds: ['NL KvK-nummer'],
    country: 'NL',
    value: '09990149',
    forms: ['09990149', '9990149'],
    alone: ['0106:09990149', 'NL-KVK-09990149', 'NLNHR.09990149', 'KvK Amsterdam 09990149', 'K.v.K. nr. 09990149'],
  },
  {
    kinds: ['VAT'],
    country: 'NL',
    scheme: 'eu_vat_number',
    value: 'NL999999990B01',
    forms: ['NL999999990B01', '999999990B01', 'NL 9999.99.990.B01'],
    alone: ['9944:NL999999990B01'],
  },
  {
    kinds: ['NO organisasjonsnummer', 'VAT'],
    country: 'NO',
    value: '999990002',
    forms: ['999990002', '999 990 002', 'NO999990002', 'NO 999 990 002 MVA', 'NO999990002MVA', '999990002MVA'],
    alone: [
      '0192:999990002',
      '9908:999990002',
      '9909:NO999990002MVA',
      'NO-BRC-999990002',
      'Org.nr. 999 990 002 Foretaksregisteret',
      'NO 999 990 002 MVA Foretaksregisteret',
    ],
  },
  {
    kinds: ['PL KRS'],
    country: 'PL',
    value: '0000012345',
    forms: ['0000012345', '12345'],
    alone: [
      'PLKRS.0000012345',
      'PL-KRS-0000012345',
      'numer KRS: 0000012345',
      'Sąd Rejonowy dla m.st. Warszawy, KRS 0000012345',
    ],
  },
  {
    kinds: ['PL NIP', 'VAT'],
    country: 'PL',
    scheme: 'tin',
    value: '9990000008',
    forms: ['9990000008', '999-000-00-08', 'PL9990000008', 'PL 999-000-00-08'],
    alone: ['9945:PL9990000008', 'PL-NIP-9990000008', 'NIP UE: PL 9990000008'],
  },
  {
    kinds: ['PL REGON'],
    country: 'PL',
    value: '012100784',
    forms: ['012100784', '12100784', '01210078400000', '012100784-00000'],
    alone: ['PL-REGON-012100784'],
  },
  {
    kinds: ['PL REGON'],
    country: 'PL',
    value: '01210078400000',
    forms: ['012100784', '12100784', '01210078400000', '1210078400000'],
  },
  {
    kinds: ['PT NIPC', 'VAT'],
    country: 'PT',
    value: '999000004',
    forms: ['999000004', '999 000 004', 'PT999000004'],
    alone: ['9946:PT999000004', 'PT-NIPPC-999000004', 'Contribuinte n.º 999 000 004'],
  },
  {
    kinds: ['RO CUI', 'VAT'],
    country: 'RO',
    value: '99990004',
    forms: ['99990004', 'RO99990004', 'RO 99990004'],
    alone: ['9947:RO99990004', 'RO-CUI-99990004'],
  },
  {
    kinds: ['RO număr de ordine'],
    country: 'RO',
    value: 'J2012000750528',
    forms: [
      'J52/750/2012',
      'J2012000750528',
      'J52/750/10.02.2012',
      'J 52/750/2012',
      'J/52/750/2012',
      'J52 / 750 / 10.02.2012',
      'J52-750-2012',
    ],
    alone: ['ROONRC.J2012000750528', 'ROONRC.J52/750/2012', 'EUID: ROONRC.J2012000750528', 'Nr. înreg. J52/750/2012'],
  },
  {
    kinds: ['RO număr de ordine'],
    country: 'RO',
    value: 'J52/750/2012',
    forms: ['J52/750/2012', 'J2012000750528', 'J52/750/10.02.2012'],
  },
  {
    kinds: ['RS matični broj'],
    country: 'RS',
    value: '09999012',
    forms: ['09999012', '9999012'],
    alone: ['RS-APR-09999012'],
  },
  {
    kinds: ['RS PIB', 'VAT'],
    country: 'RS',
    scheme: 'tin',
    value: '999999012',
    forms: ['999999012', 'RS999999012'],
    alone: ['9948:RS999999012', 'RS-PIB-999999012'],
  },
  {
    kinds: ['SE organisationsnummer'],
    country: 'SE',
    value: '5599990008',
    forms: [
      '5599990008',
      '559999-0008',
      '165599990008',
      '16559999-0008',
      'SE559999000801',
      'SE5599990008',
      'SE 559999-0008',
    ],
    alone: [
      '0007:5599990008',
      '9955:SE559999000801',
      'SE-ON-559999-0008',
      'SE-BLV-559999-0008',
      'SEBOLREG.5599990008',
      'Org.nr 559999-0008',
      'Momsreg.nr SE559999000801',
    ],
  },
  {
    kinds: ['SI matična številka'],
    country: 'SI',
    value: '9999019000',
    forms: ['9999019000', '9999019'],
    alone: ['SI-PRS-9999019', 'Matična št. 9999019000'],
  },
  { kinds: ['SI matična številka'], country: 'SI', value: '9999019', forms: ['9999019000', '9999019'] },
  {
    kinds: ['SI davčna številka', 'VAT'],
    country: 'SI',
    scheme: 'tin',
    value: '99990008',
    forms: ['99990008', 'SI99990008', 'SI 99990008'],
    alone: ['9949:SI99990008', 'SI-TIN-SI99990008', 'ID št. za DDV: SI99990008'],
  },
  {
    kinds: ['SK IČO', 'SK IČO of eight digits'],
    country: 'SK',
    value: '99990008',
    forms: ['99990008', '99 990 008'],
    alone: ['0158:99990008', 'SK-ICO-99990008', 'SK-ORSR-99990008'],
  },
  { kinds: ['SK IČO'], country: 'SK', value: '00090012', forms: ['00090012', '90012'] },
  {
    kinds: ['SK DIČ', 'VAT'],
    country: 'SK',
    scheme: 'tin',
    value: '2099990016',
    forms: ['2099990016', 'SK2099990016', 'SK 2099990016'],
    alone: ['0245:2099990016', '9950:SK2099990016'],
  },
  {
    kinds: ['UA ЄДРПОУ'],
    country: 'UA',
    value: '00099929',
    forms: ['00099929', '99929'],
    alone: ['UA-EDR-00099929', 'код за ЄДРПОУ 00099929'],
  },
];

function identifierOf({ value, scheme = 'national_registry_number', country }: Written): CompanyIdentifier {
  return { value, scheme, ...(country !== undefined && { country_scope: country }) };
}

function isFound(text: string, row: Written): boolean {
  return [readingsOf, paddedReadings].some((read) => readingOf(identifierOf(row), byValue(read(text))) !== undefined);
}

/** Returns the texts of a form with a label in front, as invoices print it, and behind, as lists do. */
function labelled(form: string, words: string): string[] {
  const word = words.replace('*', 'Westerloo');
  const behind = !words.includes('*') && /[\p{L}].*[\p{L}].*[\p{L}]/u.test(words) ? [`${form} (${word})`] : [];
  return [`${word} ${form}`, `${word}: ${form}`, `${word} Nr. ${form}`, `${word} no. ${form}`, ...behind];
}

/** Labels of many countries stand in front only: behind a number they do not say which it is. */
const FRONT_ONLY: ReadonlySet<string> = new Set(['VAT']);

suite('a number is found', () => {
  for (const row of TABLE) {
    const published = `${row.country ?? ''} ${row.scheme ?? 'national_registry_number'} ${row.value}`.trim();
    test(`${published}: in every form`, () => {
      const lost = [...row.forms, ...(row.alone ?? [])].filter((form) => !isFound(form, row));
      assert.deepEqual(lost, []);
    });

    test(`${published}: in every form with every label`, () => {
      const rows = labels.before.filter(({ kind }) => row.kinds.includes(kind));
      assert.ok(rows.length > 0);
      const texts = rows.flatMap(({ kind, words }) =>
        words.flatMap((word) => {
          const all = row.forms.flatMap((form) => labelled(form, word));
          return FRONT_ONLY.has(kind) ? all.filter((text) => !text.endsWith(')')) : all;
        }),
      );
      assert.deepEqual(
        texts.filter((text) => !isFound(text, row)),
        [],
      );
    });
  }

  test('in every scheme of the table: each kind has a number above', () => {
    const kinds = new Set(TABLE.flatMap((row) => row.kinds));
    const missing = [...labels.before, ...labels.behind]
      .map(({ kind }) => kind)
      .filter(
        (kind) =>
          !kinds.has(kind) && !['register', 'EUID', 'AT ZVR-Zahl', 'NL RSIN', 'CH UID with its letters'].includes(kind),
      );
    assert.deepEqual(missing, []);
    const codes = [...Object.keys(schemeIds.eas.kinds), ...Object.keys(schemeIds.orgId.kinds)];
    assert.equal(new Set(codes).size, codes.length);
  });

  test('wherever its check digits are called right', () => {
    const texts = TABLE.flatMap(({ forms, alone = [] }) => [...forms, ...alone]);
    for (const text of texts)
      for (const { scheme, country_scope: country, are_right: areRight, name } of checkDigitsOf(text)) {
        if (!areRight) continue;
        const found = readingsOf(text).some(
          (reading) =>
            (reading.country === undefined || country === undefined || reading.country === country) &&
            (reading.schemes === undefined || reading.schemes.includes(scheme)),
        );
        assert.ok(found, `${text} is called a right ${name}`);
      }
  });
});
