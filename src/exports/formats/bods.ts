import { hash } from 'node:crypto';
import { COUNTRIES, type CompanyIdentifier, type LineOfficer } from '../../model/index.ts';
import type { ExportedCompany } from '../exported-company.ts';
import { textLines, type BoardRoles, type Format, type FormatFacts } from './format.ts';
import { withKeys } from './officer-keys.ts';

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

/** What a statement says of a record, after its head. */
interface Said {
  readonly date: string | undefined;
  readonly source?: object;
  /** The company whose record it is, or that the record has to do with. */
  readonly subject: string;
  readonly recordId: string;
  readonly recordType: 'entity' | 'person' | 'relationship';
  readonly recordDetails: object;
}

/** A statement. Equal statements have equal ids. */
function statementOf(
  { date, source, subject, recordId, recordType, recordDetails }: Said,
  { day, publisher }: FormatFacts,
): string {
  const statement = {
    statementDate: date,
    publicationDetails: { publicationDate: day, bodsVersion: BODS_VERSION, publisher: { name: publisher } },
    source,
    declarationSubject: subject,
    recordId,
    recordType,
    recordStatus: 'new',
    recordDetails: { isComponent: false, ...recordDetails },
  };
  const statementId = hash('sha256', JSON.stringify(statement));
  return JSON.stringify({ statementId, ...statement });
}

/** The company, then each officer with a seat on its board, and the relationship between the two. */
function* statementsOf(company: ExportedCompany, facts: FormatFacts): Generator<string, void, undefined> {
  const { id, as_of_date: date = facts.day } = company.resource;
  yield statementOf({ date, subject: id, recordId: id, recordType: 'entity', recordDetails: entityOf(company) }, facts);
  for (const { officer, key } of withKeys(id, company.officers))
    for (const said of officerSaid(id, officer, key, facts)) yield statementOf({ date, ...said }, facts);
}

function entityOf({ resource, country, otherNames }: ExportedCompany): object {
  const { name, identifiers = [], country_code: seat } = resource;
  const isRegistered = identifiers.some(({ scheme }) => scheme === 'national_registry_number');
  const scope = identifiers.find(({ country_scope: one }) => one !== undefined)?.country_scope;
  const known = otherNames.flatMap((one) => (one.isFormer ? [] : [one.name]));
  return {
    entityType: { type: isRegistered ? 'registeredEntity' : 'legalEntity' },
    name,
    // Former names are none by which it is known.
    alternateNames: known.length === 0 ? undefined : known,
    jurisdiction:
      scope === undefined || country === undefined ? undefined : { name: placeOf(country).name, code: scope },
    identifiers: identifiers.length === 0 ? undefined : identifiers.map(identifierOf),
    addresses: seat === undefined ? undefined : [{ type: 'business', country: placeOf(seat) }],
  };
}

/** What is said of an officer and its office; nothing where the register does not say what it is, or that it is on the board. */
function officerSaid(
  companyId: string,
  officer: LineOfficer,
  key: string,
  { boards }: FormatFacts,
): readonly (Omit<Said, 'date'> & { readonly date?: string })[] {
  const { name, kind, source } = officer;
  const interests = interestsOf(officer, boards.get(source.system));
  if (kind === undefined || interests.length === 0) return [];
  const { system, url, observed_at: retrievedAt } = source;
  const shared = {
    ...(retrievedAt === undefined ? {} : { date: retrievedAt.slice(0, 10) }),
    source: { type: ['officialRegister'], description: system, url, retrievedAt },
    subject: companyId,
  };
  const holder = { ...shared, recordId: `officer-${key}` };
  return [
    kind === 'natural_person'
      ? {
          ...holder,
          recordType: 'person',
          recordDetails: { personType: 'knownPerson', names: [{ fullName: name }] },
        }
      : { ...holder, recordType: 'entity', recordDetails: { entityType: { type: 'legalEntity' }, name } },
    {
      ...shared,
      recordId: `office-${key}`,
      recordType: 'relationship',
      recordDetails: { subject: companyId, interestedParty: holder.recordId, interests },
    },
  ];
}

/** A seat on the board for each role whose words say so. Whether it makes a beneficial owner is not said. */
function interestsOf(
  { roles = [], appointed_on: startDate, resigned_on: endDate }: LineOfficer,
  board: BoardRoles | undefined,
): object[] {
  return roles.flatMap((role) => {
    const isChair = board?.chairs?.includes(role) === true;
    if (!isChair && board?.members.includes(role) !== true) return [];
    const type = isChair ? 'boardChair' : 'boardMember';
    // Nobody says whether somebody acts for somebody else.
    return [{ type, directOrIndirect: 'unknown', details: role, startDate, endDate }];
  });
}

/**
 * Statements of the Beneficial Ownership Data Standard, a line each. No register that is read publishes owners; a seat on a board is
 * the only interest.
 */
export const BODS: Format = {
  name: 'bods',
  title: `Beneficial Ownership Data Standard ${BODS_VERSION}`,
  extension: 'bods.jsonl.gz',
  mediaType: 'application/x-ndjson',
  fileType: 'JSON',
  compression: 'gz',
  perCountry: [textLines<ExportedCompany>({ name: 'statements', title: 'Companies as BODS statements' }, statementsOf)],
  forAll: [],
};
