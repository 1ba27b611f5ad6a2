/**
 * What the Beneficial Ownership Data Standard 0.4 requires of the statements that are written, in our words, as JSON Schema: its own schema is not
 * a part of this project.
 */
const date = { type: 'string', format: 'date' };
const text = { type: 'string', minLength: 1 };

const object = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const country = object(['name', 'code'], { name: text, code: { type: 'string', minLength: 2, maxLength: 2 } });

const identifier = {
  ...object(['id'], { id: text, scheme: text, schemeName: text }),
  anyOf: [{ required: ['scheme'] }, { required: ['schemeName'] }],
};

/** A statement about a record of a type. */
function statement(recordType: string, recordDetails: object): object {
  return object(['statementId', 'statementDate', 'declarationSubject', 'recordId', 'recordType', 'recordDetails'], {
    statementId: { type: 'string', minLength: 32, maxLength: 64 },
    statementDate: date,
    publicationDetails: object(['publicationDate', 'bodsVersion', 'publisher'], {
      publicationDate: date,
      bodsVersion: { const: '0.4' },
      publisher: object(['name'], { name: text }),
    }),
    source: object(['type', 'description'], {
      type: { const: ['officialRegister'] },
      description: text,
      url: { type: 'string', format: 'uri' },
      retrievedAt: { type: 'string', format: 'date-time' },
    }),
    declarationSubject: text,
    recordId: text,
    recordType: { const: recordType },
    recordStatus: { enum: ['new', 'updated', 'closed'] },
    recordDetails,
  });
}

/** The only interests that are stated. Nothing is said of whether they make a beneficial owner. */
const interest = object(['type', 'directOrIndirect', 'details'], {
  type: { enum: ['boardMember', 'boardChair'] },
  directOrIndirect: { const: 'unknown' },
  details: text,
  startDate: date,
  endDate: date,
});

export const STATEMENT = {
  oneOf: [
    statement(
      'entity',
      object(['isComponent', 'entityType'], {
        isComponent: { type: 'boolean' },
        entityType: object(['type'], { type: { enum: ['registeredEntity', 'legalEntity'] } }),
        name: text,
        alternateNames: { type: 'array', items: text, minItems: 1 },
        jurisdiction: object(['name'], { name: text, code: { type: 'string', minLength: 2, maxLength: 6 } }),
        identifiers: { type: 'array', items: identifier },
        addresses: { type: 'array', items: object(['type'], { type: { const: 'business' }, country }) },
      }),
    ),
    statement(
      'person',
      object(['isComponent', 'personType', 'names'], {
        isComponent: { const: false },
        personType: { const: 'knownPerson' },
        names: { type: 'array', items: object(['fullName'], { fullName: text }), minItems: 1, maxItems: 1 },
      }),
    ),
    statement(
      'relationship',
      object(['isComponent', 'subject', 'interestedParty', 'interests'], {
        isComponent: { const: false },
        subject: text,
        interestedParty: text,
        interests: { type: 'array', items: interest, minItems: 1 },
      }),
    ),
  ],
};
