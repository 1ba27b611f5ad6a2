import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColumns } from './columns.ts';

/** Headings of numbers as people of each country write them. */
const NUMBERS = `
  number | Number | Numbers | Identifier
  VAT | VAT No. | VAT-ID | VAT ID Number | Vat_Number | vatNumber | VATNumber | VAT Reg. No. | VAT Registration Number | EU VAT No | VAT number (if any) | Customer VAT number | Supplier VAT | Company VAT No | VAT / Tax ID
  Tax number | Tax ID | Tax No. | TIN | Tax code | LEI | LEI code | Legal Entity Identifier (LEI) | EUID
  Company number | Company No. | Company no | company_number | companyNumber | CompanyNumber | CompanyNo | Company registration number | Company Reg. No | Company Reg No | Companies House Number | Companies House No. | CRN | Company Number (CRN) | CRO number | Registered number | Registration no. | Registration Number | Reg. No. | Reg No | RegNo | Reg.nr. | Registry code | Registry number | Business ID | Business registration number | Entity number | Organisation number | Company #
  FN | FN-Nr. | Firmenbuchnummer | Firmenbuch-Nr. | FB-Nr. | UID | UID-Nr. | UID-Nummer | UID Nr | ATU-Nr | USt-IdNr | USt-IdNr. | USt.-Id.-Nr. | USt-ID | UStID | USt-Id-Nr | Ust. ID | Ust Id Nr. | Umsatzsteuer-ID | Umsatzsteuer-Identifikationsnummer | MwSt-Nr.
  HRB | HRB-Nr. | HRB Nummer | HRA | Handelsregisternummer | Handelsregister-Nr. | HR-Nummer | HR-Nr. | Handelsregister Nr | Registernummer | Unternehmensnummer | IDE | CHE
  SIREN | SIRET | N° SIREN | N° SIRET | Nº SIRET | n°siret | No SIRET | Numéro SIRET | Numéro de SIRET | SIRET (14 chiffres) | SIREN/SIRET | code SIREN | siren_num | N° RCS | RCS | N° TVA | N° de TVA | Numéro de TVA | TVA intracommunautaire | N° TVA intracommunautaire | N° TVA intra. (FR) ou SIREN | Numéro d'entreprise | Numéro d’entreprise
  KvK | KvK-nummer | KVK nr. | KvKnummer | kvk_nummer | RSIN | BTW-nummer | BTW nr | Btw-id | Ondernemingsnummer | KBO | KBO-nummer | KBO/BCE
  CVR | CVR-nr. | CVR-nummer | CVR nr | SE-nummer | Org.nr. | Org. nr | Orgnr | Org.-nr | Org-nummer | Orgnummer | Organisasjonsnummer | Organisasjonsnr | Organisationsnummer | Organisationsnr | Momsregistreringsnummer | Moms nr | MVA-nummer | Foretaksnummer | Kennitala | Kt.
  Y-tunnus | Y tunnus | Ytunnus | y_tunnus | ALV-numero | FO-nummer
  Registrikood | Registri kood | Reg. kood | Äriregistri kood | Ariregistri kood | KMKR | KMKR nr | Reģistrācijas numurs | Reģ. Nr. | Reg. nr | PVN numurs | Įmonės kodas | Imones kodas | Įm. kodas | PVM kodas | PVM mokėtojo kodas | Juridinio asmens kodas | Kodas
  NIP | REGON | KRS | Numer KRS | nr KRS | NIP/REGON/KRS | Nr NIP | IČO | ICO | IČ | DIČ | DIC | IČ DPH | Identifikační číslo | Adószám | Cégjegyzékszám | Adoszam | Közösségi adószám
  CUI | CIF | CUI/CIF | Cod fiscal | Nr. Reg. Com. | Nr. ord. reg. com. | Cod unic de înregistrare | IDNO
  OIB | MBS | MB | Matični broj | Матични број | PIB | ПИБ | Matična številka | Davčna številka | ID za DDV | PDV ID broj
  ЕИК | EIK | ЕИК/БУЛСТАТ | Булстат | ДДС номер | ЄДРПОУ | Код ЄДРПОУ | ЕДРПОУ | EDRPOU | ΑΦΜ | Α.Φ.Μ. | AFM | ΓΕΜΗ | Αρ. ΓΕΜΗ | Αριθμός ΓΕΜΗ | Αρ. Εγγραφής
  Partita IVA | P.IVA | P. IVA | PIVA | Codice fiscale | C.F. | Codice Fiscale / P.IVA | REA | Numero REA | NIF | N.I.F. | CIF/NIF | NIPC | Número de contribuinte | Nº contribuinte | Matricule`
  .split(/[|\n] ?/)
  .map((heading) => heading.trim())
  .filter((heading) => heading !== '');
/** A bar separates the headings above, so these are added. */
const all = [...NUMBERS, 'CUI | CIF'];

for (const heading of all)
  test(`a column "${heading}" has numbers`, () => {
    assert.deepEqual(findColumns('list', ['Firma', 'Land', heading], {}, 'name'), { id: [], name: [0], country: [1], number: [2] }); // prettier-ignore
  });

const OTHERS =
  'Customer number, Customer No., Kundennummer, Kunden-Nr., Client ID, Nr, No., #, ID, Invoice number, Rechnungsnummer, Order no, Phone number, Telefon-Nr., Postal code, PLZ, Postcode, IBAN, Account number, Kontonummer, Vendor ID, Lieferantennummer, House no., Region, Amount, VAT rate, VAT amount, Tax, Registration date, Founded, City, Company type, Organisation type, Street, Note, Fax, E-Mail, Bank code, Notiz, Register court, Debitorennummer, Artikelnummer, Numéro de client, Numéro de facture, Nº de cliente'.split(
    ', ',
  );
for (const heading of OTHERS)
  test(`a column "${heading}" has no numbers of companies`, () => {
    assert.deepEqual(findColumns('list', ['Firma', heading], {}, 'name').number, []);
  });

for (const [heading, role] of [
  ['Firma', 'name'],
  ['Company', 'name'],
  ['Company Name', 'name'],
  ['companyName', 'name'],
  ['Organisation', 'name'],
  ['Dénomination sociale', 'name'],
  ['Entreprise', 'name'],
  ['Företagsnamn', 'name'],
  ['Název firmy', 'name'],
  ['Επωνυμία', 'name'],
  ['Найменування', 'name'],
  ['Land', 'country'],
  ['Country (ISO)', 'country'],
  ['Ország', 'country'],
  ['company_id', 'id'],
] as const)
  test(`a column "${heading}" has the role ${role}`, () => {
    assert.deepEqual(findColumns('list', ['x', heading], {}, 'name')[role], [1]);
  });

test('a column "number" is not taken where another column has numbers', () => {
  assert.deepEqual(findColumns('list', ['Name', 'Number', 'VAT'], {}, 'name').number, [2]);
});
