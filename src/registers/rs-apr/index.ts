/**
 * The companies of the Serbian Business Registers Agency (APR), open data.
 * @module
 */
import {
  UPDATE_FREQUENCIES,
  declareRegister,
  statesOf,
  toColumns,
  type MappedRow,
} from '../../importer/declaration.ts';
import { collapseWhiteSpace } from '../../model/index.ts';

/**
 * The intermediate certificate that the server does not send: SSL2BUY EMEA RSA Domain Validation Secure Server CA, issued by Sectigo Public
 * Server Authentication Root R46, which Node knows; valid to 2034-07-30.
 */
const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIGSzCCBDOgAwIBAgIRAJvUQHUeRiPp62D8LGqVNMcwDQYJKoZIhvcNAQEMBQAw
XzELMAkGA1UEBhMCR0IxGDAWBgNVBAoTD1NlY3RpZ28gTGltaXRlZDE2MDQGA1UE
AxMtU2VjdGlnbyBQdWJsaWMgU2VydmVyIEF1dGhlbnRpY2F0aW9uIFJvb3QgUjQ2
MB4XDTI0MDczMTAwMDAwMFoXDTM0MDczMDIzNTk1OVowZjELMAkGA1UEBhMCQUUx
GTAXBgNVBAoTEFNTTDJCVVkgRU1FQSBMTEMxPDA6BgNVBAMTM1NTTDJCVVkgRU1F
QSBSU0EgRG9tYWluIFZhbGlkYXRpb24gU2VjdXJlIFNlcnZlciBDQTCCAaIwDQYJ
KoZIhvcNAQEBBQADggGPADCCAYoCggGBALsbge3dwtQ6DNyJOcsZ+ZNJw/wpFgoW
xtz5f07UlYcc5ob1YU5hUbwTdfCHl3p2NiIjYedo2jb0qmgD8x0fycJ4yNG0hQRy
ptIUSkzyCEfG5QbNLK8osOPq/b274qVYuh7FeGk08JO050i7yJdUyYT3FlrTr/BA
hy2ckfwu27j63NVWzmT+piryjtCa2md1Txpmn0P2JedZKdzO3nopLYrvQ7ulxh0k
kZFG0QJbTwIC2miuExxTsLfr88dy2OiArQ7mts4aJJTWGxKGP14qTQiv9La5GUwV
y1j4tSxMVJtrQyhdXrAqydo7Z/CP8Crw/5aUlK1DRu7kTQ36S2CJD1M65h7sYaZc
TuXUGcgmeQXBeVsUYPQB7jsrkgaZLEwliyrWF8YUJcYfYHzKqb5TVuMljDsKLweI
1dowbB6B21QpWHwf0n2kCJPR0R2daKClSR9cVi/WyyMBy7zBnMVW6XvfQqH6qrs3
7oGjZhS+XmzgIJIrW9+G46zhw02QiyclLQIDAQABo4IBeTCCAXUwHwYDVR0jBBgw
FoAUVnNYZJX5khqwEioEYnmhQBWIIUkwHQYDVR0OBBYEFIFZSMm65QBv37f/UMWr
793m5K6QMA4GA1UdDwEB/wQEAwIBhjASBgNVHRMBAf8ECDAGAQH/AgEAMB0GA1Ud
JQQWMBQGCCsGAQUFBwMBBggrBgEFBQcDAjATBgNVHSAEDDAKMAgGBmeBDAECATBU
BgNVHR8ETTBLMEmgR6BFhkNodHRwOi8vY3JsLnNlY3RpZ28uY29tL1NlY3RpZ29Q
dWJsaWNTZXJ2ZXJBdXRoZW50aWNhdGlvblJvb3RSNDYuY3JsMIGEBggrBgEFBQcB
AQR4MHYwTwYIKwYBBQUHMAKGQ2h0dHA6Ly9jcnQuc2VjdGlnby5jb20vU2VjdGln
b1B1YmxpY1NlcnZlckF1dGhlbnRpY2F0aW9uUm9vdFI0Ni5wN2MwIwYIKwYBBQUH
MAGGF2h0dHA6Ly9vY3NwLnNlY3RpZ28uY29tMA0GCSqGSIb3DQEBDAUAA4ICAQAI
Lv4hSPNBcCiZPejKD1/xCJsZjLEHiQDEMCABEQ3wzmdKlCGxeKBhyi46URu0BKLY
SoDHT/qXa1QOxt8lUYn1LkGwiN2jWgUn8UK3VloGxmHgKQ9OuAH893TyQNktvZLr
35Ve9qREIBlBNtfNlwqBsm2Z3Vyzd1r+iZJioqG63dSx29Tm9YUcRPzkFXEsrWvp
3uTpSWWnSEo7FPEKk66RuCy1qDViOuAB5DOAWdM/dB5OL52UxisLf91EvZfZHOu2
G5KVA45DvXi7Jmgq/9zL9hM74ziNAudWjruOE/cPfPr2HbW5MTXcmcMctSXy93Df
RqIXoMVHj5ZrZRpxO6vvxNm6wxyizkqOg6WndgTFa13o0Tmva6fVzqVsdm06lNT1
dQA8tu7c+fdWw98ZIUSNeR9S0b/Rzjl0nr0mITVliDwJJhfsPjijLaCLCXBQqA1h
nYTWaGt1HYWEVK0L0SpZRqPcBa15QMHX3Y6wd3nNcRrU2OkgMHox0pKnuhbsVblM
wf5onD0m/CIPJ2pIEKn60Pv8oAXVk19hwHA8IhzSZi8u9atuNJC5vjDj2Uo9bUW1
UJj7MuKhTihTxYlaib8dh1Oq6k9S6AISeQJFgz/eEYPqyTm+irLaFMM/S6eg9M84
J/LdTC0VaJ+lSR+7k+6h3usVo1OXybt5lV9hC+Ymqg==
-----END CERTIFICATE-----
`;

export const rsApr = declareRegister({
  id: 'rs-apr',
  country: 'RS',
  name: 'Регистар привредних субјеката',
  publisher: 'Агенција за привредне регистре (APR)',
  licence: { name: 'SODL 1.0', url: 'https://data.gov.rs/sr/pages/licenca/' },
  attribution: 'Contains data from the Serbian Business Registers Agency (APR), Serbian Open Data Licence 1.0.',
  hasOfficers: false,
  coverage: {
    companies: 'companies, cooperatives and branches; struck-off entities leave the file',
    officers: 'none: the open data name no persons',
    details: ['state', 'registered_on', 'address'],
    rhythm: 'monthly',
    missing:
      'officers, tax numbers, former names, of addresses all but the municipality, and pages of companies, which the file does not have; sole traders and associations, which have registers of their own',
    proven: 'genuine records: one; 10 fields compared, none different',
  },
  files: {
    page: 'https://www.apr.gov.rs/',
    current: [{ name: 'companies.json', url: 'https://openapi.apr.gov.rs/api/opendata/companies' }],
    server: { certificates: [CERTIFICATE.trim()] },
    json: { recordsAt: 'Podaci', keyAs: 'MaticniBroj', shared: ['DatumPreseka'] },
    ...toColumns({
      required: ['MaticniBroj', 'PoslovnoIme', 'NazivStatus'],
      taken: ['PoslovnoIme', 'NazivOpstine'],
      ignored: { 'not part of a line': ['SifraOpstine'] },
    }),
  },
  // From a profile of the whole file of 2026-07-31.
  codes: {
    NazivPravneForme: [
      'Представништво страног привредног друштва',
      'Огранак страног привредног друштва',
      'Друштво са ограниченом одговорношћу',
      'Задруга',
      'Акционарско друштво',
      'Ортачко друштво',
      'Јавно предузеће',
      'Друштвено предузеће',
      'Командитно друштво',
      'Отворено акционарско друштво',
      'Задружни савез',
      'Друго',
      'Затворено акционарско друштво',
    ],
  },
  states: {
    NazivStatus: statesOf({
      Активан: 'active',
      'У ликвидацији': 'in_liquidation',
      'У стечају': 'insolvent',
      'У принудној ликвидацији': [
        'in_liquidation',
        'the register starts the liquidation without a decision of the company (Zakon o privrednim društvima, art. 546)',
      ],
    }),
  },
  mapping: {
    name: readName,
    country_code: (row) => (municipalityOf(row) === undefined ? undefined : 'RS'),
    company_status: 'NazivStatus',
    state: 'NazivStatus',
    registered_on: 'DatumOsnivanja',
    address: { locality: municipalityOf, withCountry: true },
    legal_form: 'NazivPravneForme',
    as_of_date: 'DatumPreseka',
    identifiers: {
      number: 'MaticniBroj',
      right: 'RS matični broj',
      note: 'matični broj with wrong form or check digit',
    },
    classifications: { scheme: 'KD 2010', code: 'SifraDelatnosti', isPrimary: true },
  },
  // 133,634 in the file of 2026-07-31.
  expect: { full: /^companies\.json$/, records: 120_000 },
  updateFrequency: UPDATE_FREQUENCIES.monthly,
});

/** Returns the municipality. That of a branch or a representation of a foreign company is not that of a head office. */
function municipalityOf(row: MappedRow): string | undefined {
  if (row.text('NazivPravneForme')?.endsWith('страног привредног друштва') === true) return undefined;
  return collapseWhiteSpace(row.text('NazivOpstine') ?? '') || undefined;
}

/** Returns the name. Published names have blanks at their ends and repeated blanks, and one has a byte order mark. */
function readName(row: MappedRow): string | undefined {
  return collapseWhiteSpace((row.text('PoslovnoIme') ?? '').replaceAll('\uFEFF', '')) || undefined;
}
