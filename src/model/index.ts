/**
 * The words of the project: company ids, register lines, countries, and the folding of names and numbers.
 * Pure: nothing here reads a file, a clock or the environment.
 * @module
 */
export {
  COMPANY_ID_PATTERN,
  REQUEST_ID_PATTERN,
  companyIdBytes,
  companyIdOf,
  deriveCompanyId,
  deriveIdBytes,
  encodeBase32,
  isCompanyId,
  type IdOrigin,
} from './company-id.ts';
export { COUNTRIES, COUNTRY_CODE_PATTERN, COUNTRY_SCOPE_PATTERN } from './countries.ts';
export { InputError } from './input-error.ts';
export { codePointCount, collapseWhiteSpace, foldName, foldNumber } from './folding.ts';
export {
  CompanyClassification,
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  IDENTIFIER_SCHEMES,
  LIFECYCLE_STATUSES,
  OfficerSource,
  PROFILE_FIELDS,
  officerFields,
  profileFields,
} from './resources.ts';
export {
  MARK_BYTES,
  type CompanyRecord,
  type Profile,
  type Published,
  type PublishedRecord,
} from './company-record.ts';
export { LineOfficer, RegisterLine, faultOfLine, quoteValue, type LineFault } from './register-line.ts';
