/**
 * The shapes of resources and register lines as JSON Schema, and the check of a line. A door of its own: who only answers
 * requests needs the types, and not the library that this loads.
 * @module
 */
export {
  CompanyClassification,
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  OfficerSource,
  officerFields,
  profileFields,
} from './resources.ts';
export { LineOfficer, RegisterLine, firstInvalidField, type InvalidField } from './register-line.ts';
