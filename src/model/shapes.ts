/**
 * The JSON Schemas of resources and register lines, and the validation of a line. A separate entry, because `serve` needs only the
 * types and must not load TypeBox.
 * @module
 */
export {
  CompanyAddress,
  CompanyClassification,
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  CompanyName,
  OfficerSource,
  closedObject,
  describedObject,
  detailFields,
  officerFields,
  optionalText,
  profileFields,
} from './resources.ts';
export { LineOfficer, RegisterLine, firstInvalidField } from './register-line.ts';
