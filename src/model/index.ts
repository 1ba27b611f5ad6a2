/**
 * The data model: company ids, register lines, countries, and the folding of names and numbers. Pure: nothing here reads a file,
 * a clock or the environment. Schemas and validation have their own entry, shapes.ts, because TypeBox loads slowly and `serve` does
 * not need it.
 * @module
 */
export { ByteBuffer } from './bytes/byte-buffer.ts';
export { backoffMs, httpDateMs, retryAfterMs, type Backoff } from './backoff.ts';
export * from './company-id.ts';
export type { NaturalKey } from './natural-key.ts';
export { sha256Bytes } from './bytes/sha256.ts';
export * from './countries/countries.ts';
export { NamedCountries, alpha2Of, countryCodes } from './countries/country-names.ts';
export * from './data-facts.ts';
export { compareText } from './text/compare-text.ts';
export {
  SEPARATORS,
  cellText,
  columnsOfRole,
  detectSeparator,
  hasKnownHeading,
  hasPlainQuotes,
  withoutFormula,
  type HeadingsByRole,
} from './tables/delimited.ts';
export { InputError, toErrorMessage } from './input-error.ts';
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
export * from './company-record.ts';
export { isLei } from './lei.ts';
export { GERMAN_COURTS } from './numbers/germany/courts.ts';
export { maybeSameGerman } from './numbers/germany/german-numbers.ts';
export { computeLuhnDigit, weightedSum } from './numbers/check-digits.ts';
export * from './numbers/check-rules.ts';
export { invoicedNumber, type InvoicedNumber } from './numbers/invoiced.ts';
export { paddedReadings } from './numbers/lost-zeros.ts';
export { registeredCompanyId } from './numbers/registered-id.ts';
export {
  byValue,
  findReading,
  foldNumbers,
  listReadings,
  numberCountry,
  type ReadingsByValue,
} from './numbers/readings.ts';
export { cuiForms, isCui, isRegistrationNumber, lastingNumber, registrationNumberForms } from './numbers/romania.ts';
export type { NumberReading } from './numbers/schemes.ts';
export { lostDigits } from './numbers/spreadsheet.ts';
export { UPDATE_FREQUENCIES, computeAges, findOverdue, type Age, type UpdateFrequency } from './update-frequency.ts';
export { counted, pluralUnlessOne, quoteValue } from './quote-value.ts';
export { EditDistance } from './text/edit-distance.ts';
export { nearestWords, offerWords } from './text/nearest.ts';
export type { LineOfficer, RegisterLine } from './register-line.ts';
export * from './vocabulary.ts';
export { VARINT_BYTES_MAX, VarintReader, sharedBytes, writeVarint } from './bytes/varint.ts';
