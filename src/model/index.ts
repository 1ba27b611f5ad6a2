/**
 * The data model: company ids, register lines, countries, and the folding of names and numbers. Pure: nothing here reads a file,
 * a clock or the environment. Schemas and validation have their own entry, shapes.ts, because TypeBox loads slowly and `serve` does
 * not need it.
 * @module
 */
export { ByteBuffer } from './bytes/byte-buffer.ts';
export { backoffMs, httpDateMs, retryAfterMs, type Backoff } from './backoff.ts';
export {
  COMPANY_ID_PATTERN,
  REQUEST_ID_PATTERN,
  companyIdBytes,
  companyIdOf,
  deriveCompanyId,
  deriveIdBytes,
  encodeBase32,
  isCompanyId,
  writeBase32,
} from './company-id.ts';
export type { NaturalKey } from './numbers/natural-key.ts';
export {
  COUNTRIES,
  COUNTRY_CODE_PATTERN,
  COUNTRY_FILTER_PATTERN,
  COUNTRY_SCOPE_PATTERN,
  countryFilter,
} from './countries.ts';
export {
  SAMPLE_REGISTER,
  extendRange,
  isSample,
  type AsOfRange,
  type CountryFacts,
  type DataExamples,
  type DataFacts,
  type ExampleCompany,
  type ExampleSearch,
  type MeetingCounts,
  type RegisterCounts,
  type RegisterFacts,
} from './data-facts.ts';
export { compareText } from './compare-text.ts';
export { SEPARATORS, cellText, hasPlainQuotes, separatorOf, withoutFormula } from './tables/delimited.ts';
export { InputError, messageOf } from './input-error.ts';
export { isDay, isInstant } from './instant.ts';
export { codePointCount, collapseWhiteSpace, foldNumber } from './folding/rules.ts';
export { foldName } from './folding/fold-name.ts';
export type {
  CompanyAddress,
  CompanyClassification,
  CompanyIdentifier,
  CompanyLifecycle,
  CompanyName,
  OfficerSource,
} from './resources.ts';
export {
  FINGERPRINT_BYTES,
  NO_DETAILS,
  type CompanyDetails,
  type DetailSource,
  type DetailsRecord,
  type CompanyRecord,
  type Profile,
  type PreviousSnapshot,
  type PreviousRecord,
  type ResolvedLine,
} from './company-record.ts';
export { isLei } from './lei.ts';
export { luhnDigitOf, weightedSum } from './numbers/check-digits.ts';
export {
  checkDigitsOf,
  hasRightDigits,
  isPublishedNumber,
  type CheckedDigits,
  type CheckedNumber,
} from './numbers/check-rules.ts';
export { paddedReadings } from './numbers/lost-zeros.ts';
export { registeredCompanyId } from './numbers/registered-id.ts';
export {
  byValue,
  numberCountry,
  readingOf,
  readingsOf,
  type NumberReading,
  type ReadingsByValue,
} from './numbers/readings.ts';
export { cuiForms, isCui, isRegistrationNumber, lastingNumber, registrationNumberForms } from './numbers/romania.ts';
export { agesOf, overdueOf, type Age, type Rhythm } from './rhythm.ts';
export { quoteValue } from './quote-value.ts';
export type { LineOfficer, RegisterLine } from './register-line.ts';
export {
  CHANGE_EVENTS,
  COMPANY_STATES,
  DETAIL_FIELDS,
  IDENTIFIER_SCHEMES,
  LIFECYCLE_STATUSES,
  OFFICER_KINDS,
  PROFILE_FIELDS,
  type CompanyState,
  type DetailField,
  type OfficerKind,
} from './vocabulary.ts';
export { VARINT_BYTES_MAX, VarintReader, sharedBytes, writeVarint } from './bytes/varint.ts';
