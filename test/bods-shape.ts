/**
 * What the Beneficial Ownership Data Standard 0.4 requires of entity statements, in our words, as JSON Schema: its own schema is not
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

export const STATEMENT = object(
  ['statementId', 'statementDate', 'declarationSubject', 'recordId', 'recordType', 'recordDetails'],
  {
    statementId: { type: 'string', minLength: 32, maxLength: 64 },
    statementDate: date,
    publicationDetails: object(['publicationDate', 'bodsVersion', 'publisher'], {
      publicationDate: date,
      bodsVersion: { const: '0.4' },
      publisher: object(['name'], { name: text }),
    }),
    declarationSubject: text,
    recordId: text,
    recordType: { const: 'entity' },
    recordStatus: { enum: ['new', 'updated', 'closed'] },
    recordDetails: object(['isComponent', 'entityType'], {
      isComponent: { type: 'boolean' },
      entityType: object(['type'], { type: { enum: ['registeredEntity', 'legalEntity'] } }),
      name: text,
      alternateNames: { type: 'array', items: text, minItems: 1 },
      jurisdiction: object(['name'], { name: text, code: { type: 'string', minLength: 2, maxLength: 6 } }),
      identifiers: { type: 'array', items: identifier },
      addresses: { type: 'array', items: object(['type'], { type: { const: 'business' }, country }) },
    }),
  },
);
