/** Invented files of four registers in their published formats. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RegisterLine } from '../../src/model/index.ts';
import { inventedLei, registryNumber } from '../../tools/sample/index.ts';
import { generateLines } from '../../tools/sample/lines.ts';
import { SEED } from '../measuring.ts';

/** How a register publishes its companies. */
export interface Format {
  readonly register: string;
  /** The name of a file that need not have all companies of the register. */
  readonly file: string;
  readonly head?: string;
  readonly between?: string;
  readonly tail?: string;
  /** Writes a company. @param ordinal counts the companies */
  record(company: RegisterLine, ordinal: number): string;
}

const CSV_COLUMNS = [
  'CompanyName, CompanyNumber,RegAddress.CareOf,RegAddress.POBox,RegAddress.AddressLine1, RegAddress.AddressLine2',
  'RegAddress.PostTown,RegAddress.County,RegAddress.Country,RegAddress.PostCode,CompanyCategory,CompanyStatus',
  'CountryOfOrigin,DissolutionDate,IncorporationDate,Accounts.AccountRefDay,Accounts.AccountRefMonth',
  'Accounts.NextDueDate,Accounts.LastMadeUpDate,Accounts.AccountCategory,Returns.NextDueDate,Returns.LastMadeUpDate',
  'Mortgages.NumMortCharges,Mortgages.NumMortOutstanding,Mortgages.NumMortPartSatisfied,Mortgages.NumMortSatisfied',
  'SICCode.SicText_1,SICCode.SicText_2,SICCode.SicText_3,SICCode.SicText_4,LimitedPartnerships.NumGenPartners',
  'LimitedPartnerships.NumLimPartners,URI',
  ...Array.from({ length: 10 }, (_, i) => `PreviousName_${i + 1}.CONDATE, PreviousName_${i + 1}.CompanyName`),
  'ConfStmtNextDueDate, ConfStmtLastMadeUpDate',
].join(',');

/** Companies House, Product 217. */
const csv: Format = {
  register: 'gb-companies-house',
  file: 'companies.csv',
  head: `${CSV_COLUMNS}\r\n`,
  record({ name = '', address = {}, registered_on, former_names: [former] = [] }, ordinal) {
    const number = String(1_000_000 + ordinal).padStart(8, '0');
    const { street = '', locality = '', postal_code = '' } = address;
    const second = ordinal % 3 === 0 ? '68209 - Other letting and operating of own or leased real estate' : '';
    const cells = [
      [name, number, '', '', street, '', locality, '', 'ENGLAND', postal_code, 'Private Limited Company', 'Active'],
      ['United Kingdom', '', dayFirst(registered_on), '31', '3', '30/09/2027', '31/12/2025', 'MICRO ENTITY'],
      ['14/02/2016', '', '0', '0', '0', '0', '62012 - Business and domestic software development', second, '', ''],
      ['0', '0', `http://business.data.gov.uk/id/company/${number}`, dayFirst(former?.until), former?.name ?? ''],
      Array.from({ length: 18 }, () => ''),
      ['14/02/2027', '31/01/2026'],
    ].flat();
    return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
  },
};

function dayFirst(day = ''): string {
  return day.split('-').toReversed().join('/');
}

/** Countries with the codes of their register and of a legal form. */
const LEI_COUNTRIES = [
  ['FI', 'RA000188', 'DKUW'],
  ['NO', 'RA000472', 'YI42'],
  ['BE', 'RA000025', 'R85P'],
] as const;

/** GLEIF's golden copy, level 1. */
const xml: Format = {
  register: 'gleif',
  file: '20261120-0000-gleif-goldencopy-lei2-intra-day.xml',
  head: `<?xml version="1.0" encoding="UTF-8"?>
<lei:LEIData xmlns:lei="http://www.gleif.org/data/schema/leidata/2016" xmlns:gleif="http://www.gleif.org/data/schema/golden-copy/extensions/1.0">
 <lei:LEIHeader>
  <lei:ContentDate>2026-11-20T00:00:00Z</lei:ContentDate>
 </lei:LEIHeader>
 <lei:LEIRecords>
`,
  tail: ' </lei:LEIRecords>\n</lei:LEIData>\n',
  record({ name = '', address = {}, registered_on, former_names: [former] = [] }, ordinal) {
    const [country, authority, form] = LEI_COUNTRIES[ordinal % LEI_COUNTRIES.length] ?? LEI_COUNTRIES[0];
    const number = String(10_000_000 + ordinal);
    const place = `<lei:FirstAddressLine>${escaped(address.street)}</lei:FirstAddressLine>
     <lei:City>${escaped(address.locality)}</lei:City>
     <lei:Region>${country}-01</lei:Region>
     <lei:Country>${country}</lei:Country>
     <lei:PostalCode>${address.postal_code}</lei:PostalCode>`;
    return `  <lei:LEIRecord>
   <lei:LEI>${inventedLei(ordinal)}</lei:LEI>
   <lei:Entity>
    <lei:LegalName xml:lang="en">${escaped(name)}</lei:LegalName>
    <lei:OtherEntityNames>
     <lei:OtherEntityName xml:lang="en" type="PREVIOUS_LEGAL_NAME">${escaped(former?.name ?? name)}</lei:OtherEntityName>
    </lei:OtherEntityNames>
    <lei:LegalAddress xml:lang="en">
     ${place}
    </lei:LegalAddress>
    <lei:HeadquartersAddress xml:lang="en">
     ${place}
    </lei:HeadquartersAddress>
    <lei:RegistrationAuthority>
     <lei:RegistrationAuthorityID>${authority}</lei:RegistrationAuthorityID>
     <lei:RegistrationAuthorityEntityID>${number}</lei:RegistrationAuthorityEntityID>
    </lei:RegistrationAuthority>
    <lei:LegalJurisdiction>${country}</lei:LegalJurisdiction>
    <lei:EntityCategory>GENERAL</lei:EntityCategory>
    <lei:LegalForm>
     <lei:EntityLegalFormCode>${form}</lei:EntityLegalFormCode>
    </lei:LegalForm>
    <lei:EntityStatus>ACTIVE</lei:EntityStatus>
    <lei:EntityCreationDate>${registered_on ?? '2001-01-01'}T00:00:00.000Z</lei:EntityCreationDate>
   </lei:Entity>
   <lei:Registration>
    <lei:InitialRegistrationDate>2018-03-27T00:00:00+02:00</lei:InitialRegistrationDate>
    <lei:LastUpdateDate>2026-11-19T00:00:00+02:00</lei:LastUpdateDate>
    <lei:RegistrationStatus>ISSUED</lei:RegistrationStatus>
    <lei:NextRenewalDate>2027-05-03T08:31:20.554+02:00</lei:NextRenewalDate>
    <lei:ManagingLOU>984500FIXTUREISSUER0</lei:ManagingLOU>
    <lei:ValidationSources>FULLY_CORROBORATED</lei:ValidationSources>
    <lei:ValidationAuthority>
     <lei:ValidationAuthorityID>${authority}</lei:ValidationAuthorityID>
     <lei:ValidationAuthorityEntityID>${number}</lei:ValidationAuthorityEntityID>
    </lei:ValidationAuthority>
   </lei:Registration>
   <lei:Extension>
    <gleif:conformity>
     <gleif:conformityflag>CONFORMING</gleif:conformityflag>
    </gleif:conformity>
   </lei:Extension>
  </lei:LEIRecord>
`;
  },
};

function escaped(text = ''): string {
  return text.replaceAll('&', '&amp;');
}

/** Descriptions in the languages of the Finnish register. */
const described = (finnish: string, swedish: string, english: string) => ({
  descriptions: Object.entries({ 2: swedish, 1: finnish, 3: english }).map(([languageCode, description]) => ({
    languageCode,
    description,
  })),
});

/** The Finnish register: one array. */
const array: Format = {
  register: 'fi-prh',
  file: 'ytj-2026-11-20.json',
  head: '[',
  between: ',',
  tail: ']',
  record({ name, address = {}, registered_on: day, former_names: [former] = [] }, ordinal) {
    const value = registryNumber('FI', ordinal)?.value ?? registryNumber('FI', ordinal + 1_000_000)?.value ?? '';
    const entry = (register: string, authority: string) => {
      const words = described('Rekisterissä', 'Registrerad', 'Registered');
      return { type: '1', ...words, registrationDate: day, register, authority };
    };
    const street = { street: address.street, postCode: address.postal_code, buildingNumber: '5', entrance: 'A' };
    const city = { city: address.locality, municipalityCode: '091' };
    const postOffices = ['1', '2'].map((languageCode) => Object.assign({ languageCode }, city));
    return JSON.stringify({
      businessId: { value, registrationDate: day, source: '3' },
      euId: { value: `FIFPRO.${value}`, source: '1' },
      names: [
        { name, type: '1', registrationDate: day, version: 1, source: '1' },
        ...(former === undefined
          ? []
          : [{ name: former.name, type: '1', endDate: former.until, version: 2, source: '1' }]),
      ],
      mainBusinessLine: {
        type: '62100',
        ...described('Ohjelmistojen suunnittelu ja valmistus', 'Dataprogrammering', 'Computer programming activities'),
        typeCodeSet: 'TOIMI4',
        registrationDate: '2026-01-01',
        source: '2',
      },
      companyForms: [
        {
          type: '16',
          ...described('Osakeyhtiö', 'Aktiebolag', 'Limited company'),
          registrationDate: day,
          version: 1,
          source: '1',
        },
      ],
      companySituations: [],
      registeredEntries: [entry('1', '2'), entry('4', '1'), entry('6', '1')],
      addresses: [1, 2].map((type) =>
        Object.assign({ type, postOffices, co: '', freeAddressLine: '', source: '0' }, street),
      ),
      tradeRegisterStatus: '1',
      status: '2',
      registrationDate: day,
      lastModified: '2026-11-19 12:12:45',
    });
  },
};

/** OffeneRegister: JSON lines. */
const lines: Format = {
  register: 'de-offeneregister',
  file: 'companies.jsonl',
  between: '\n',
  tail: '\n',
  record({ name, address = {}, registered_on: start_date, officers = [] }, ordinal) {
    const number = String(100_000 + ordinal);
    const attributes = { _registerArt: 'HRB', _registerNummer: number, federal_state: 'Hamburg', registrar: 'Hamburg' };
    return JSON.stringify({
      all_attributes: {
        ...attributes,
        additional_data: { AD: true, CD: true, DK: true, HD: false, SI: true, UT: true, VÖ: true },
        native_company_number: `Hamburg HRB ${number}`,
        registered_office: 'Hamburg',
      },
      company_number: `K1101R_HRB${number}`,
      current_status: 'currently registered',
      jurisdiction_code: 'de',
      name: `${name} GmbH`,
      registered_address: `${address.street}, ${address.postal_code} ${address.locality}.`,
      retrieved_at: '2018-06-25T04:24:35Z',
      officers: officers.map((officer) => ({
        name: officer.name,
        position: 'Geschäftsführer',
        type: 'person',
        start_date,
        other_attributes: { city: address.locality, flag: 'einzelvertretungsberechtigt' },
      })),
    });
  },
};

/** The formats by the name of the bare reader of each. */
export const FORMATS: Readonly<Record<string, Format>> = { csv, xml, array, lines };

/** Writes a file with the first `records` invented companies unless it exists. Returns its path. */
export function ensureFile(folder: string, format: Format, records: number): string {
  const { file, head = '', between = '', tail = '' } = format;
  const path = join(folder, file);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const out = openSync(`${path}.part`, 'w');
  writeSync(out, head);
  let ordinal = 0;
  for (const batch of generateLines({ companies: records, seed: SEED })) {
    const start = ordinal === 0 ? '' : between;
    const companies = batch.split('\n').slice(0, -1);
    const texts = companies.map((line) => format.record(JSON.parse(line) as RegisterLine, ordinal++));
    writeSync(out, start + texts.join(between));
  }
  writeSync(out, tail);
  closeSync(out);
  renameSync(`${path}.part`, path);
  return path;
}
