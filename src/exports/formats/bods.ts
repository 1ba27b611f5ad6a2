import { hash } from 'node:crypto';
import { COUNTRIES, type CompanyIdentifier } from '../../model/index.ts';
import type { ExportedCompany } from '../exported-company.ts';
import { textLines, type Format, type FormatFacts } from './format.ts';

/** The version of the Beneficial Ownership Data Standard. */
const BODS_VERSION = '0.4';

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

interface Place {
  readonly name: string;
  readonly code: string;
}

const placeOf = (code: string): Place => ({ name: COUNTRIES.get(code) ?? COUNTRY_NAMES.of(code) ?? code, code });

/** What issues the identifiers of a scheme. */
const SCHEME_NAMES: Readonly<Record<CompanyIdentifier['scheme'], string>> = {
  national_registry_number: 'Company register',
  lei: 'Global Legal Entity Identifier',
  eu_vat_number: 'EU VAT number',
  vat_number: 'VAT number',
  tin: 'Tax identification number',
};

function identifierOf({ scheme, value, country_scope: scope }: CompanyIdentifier): object {
  // The codes of org-id.guide for registers are not known here, but for that of the LEI.
  if (scheme === 'lei') return { id: value, scheme: 'XI-LEI', schemeName: SCHEME_NAMES.lei };
  return { id: value, schemeName: scope === undefined ? SCHEME_NAMES[scheme] : `${SCHEME_NAMES[scheme]}, ${scope}` };
}

/** The statement about a company. Equal statements have equal ids. */
function statementOf({ resource, country, otherNames }: ExportedCompany, { day, publisher }: FormatFacts): string {
  const { id, name, identifiers = [], country_code: seat, as_of_date: date = day } = resource;
  const isRegistered = identifiers.some(({ scheme }) => scheme === 'national_registry_number');
  const scope = identifiers.find(({ country_scope: one }) => one !== undefined)?.country_scope;
  const known = otherNames.flatMap((one) => (one.isFormer ? [] : [one.name]));
  const statement = {
    statementDate: date,
    publicationDetails: { publicationDate: day, bodsVersion: BODS_VERSION, publisher: { name: publisher } },
    declarationSubject: id,
    recordId: id,
    recordType: 'entity',
    recordStatus: 'new',
    recordDetails: {
      isComponent: false,
      entityType: { type: isRegistered ? 'registeredEntity' : 'legalEntity' },
      name,
      // Former names are none by which it is known.
      alternateNames: known.length === 0 ? undefined : known,
      jurisdiction:
        scope === undefined || country === undefined ? undefined : { name: placeOf(country).name, code: scope },
      identifiers: identifiers.length === 0 ? undefined : identifiers.map(identifierOf),
      addresses: seat === undefined ? undefined : [{ type: 'business', country: placeOf(seat) }],
    },
  };
  const statementId = hash('sha256', JSON.stringify(statement));
  return JSON.stringify({ statementId, ...statement });
}

/**
 * Entity statements of the Beneficial Ownership Data Standard, a line each. No register that is read publishes interests, and
 * which officers are natural persons is not known: there are neither person nor relationship statements.
 */
export const BODS: Format = {
  name: 'bods',
  title: `Beneficial Ownership Data Standard ${BODS_VERSION}`,
  extension: 'bods.jsonl.gz',
  mediaType: 'application/x-ndjson',
  fileType: 'JSON',
  compression: 'gz',
  perCountry: [
    textLines<ExportedCompany>({ name: 'statements', title: 'Companies as entity statements' }, (company, facts) => [
      statementOf(company, facts),
    ]),
  ],
  forAll: [],
};
