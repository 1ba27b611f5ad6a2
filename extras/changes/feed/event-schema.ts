import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  CompanyClassification,
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  LineOfficer,
  profileFields,
} from '../../../src/model/shapes.ts';
import { EVENT_NAMES } from './format.ts';

/** A fingerprint has 17 bytes, 23 characters in base64url. */
const Fingerprint = Type.String({ pattern: '^[A-Za-z0-9_-]{23}$' });

const schema = Compile(
  Type.Object(
    {
      id: CompanyId,
      event: Type.Enum([...EVENT_NAMES]),
      generation: Type.String(),
      time: Type.String(),
      fields: Type.Optional(Type.Array(Type.String())),
      company: Type.Object(
        {
          id: CompanyId,
          object: Type.Literal('company'),
          lifecycle: Type.Optional(CompanyLifecycle),
          ...profileFields,
          classifications: Type.Optional(Type.Array(CompanyClassification)),
          identifiers: Type.Optional(Type.Array(CompanyIdentifier)),
        },
        { additionalProperties: false },
      ),
      officers: Type.Optional(Type.Array(LineOfficer)),
      officers_has_more: Type.Optional(Type.Literal(true)),
      stored: Type.Optional(
        Type.Object(
          {
            identifiers: Type.Optional(Type.Array(CompanyIdentifier)),
            number_forms: Type.Optional(Type.Array(CompanyIdentifier)),
            keys: Type.Optional(Type.Array(Type.String())),
            former_names: Type.Optional(Type.Array(Type.String())),
            other_names: Type.Optional(Type.Array(Type.String())),
            fingerprints: Type.Optional(Type.Array(Fingerprint)),
          },
          { additionalProperties: false },
        ),
      ),
      salt: Type.String(),
    },
    { additionalProperties: false },
  ),
);

/** The path in a value at which it violates the schema of events; undefined for a valid event. */
export function invalidPartOf(value: unknown): string | undefined {
  if (schema.Check(value)) return undefined;
  return schema.Errors(value)[0]?.instancePath ?? '';
}
