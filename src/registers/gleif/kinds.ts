import { words } from '../../importer/declaration.ts';
import { IGNORED_FIELDS, REQUIRED_FIELDS, TAKEN_FIELDS } from './fields.ts';

/** LEI records in any edition, and the two code lists as `fetch gleif-lists` keeps them, told apart by their fields. */
export const KINDS = {
  records: {
    json: { recordsAt: 'records' },
    csv: { delimiter: ',' },
    xml: { records: 'LEIData.LEIRecords.LEIRecord', shared: ['LEIData.LEIHeader.ContentDate'] },
    required: REQUIRED_FIELDS,
    taken: TAKEN_FIELDS,
    ignored: IGNORED_FIELDS,
  },
  authorities: {
    json: {},
    isCodeList: true,
    required: ['attributes.code', 'attributes.jurisdictions'],
    taken: words(`
      attributes.code attributes.jurisdictions.country attributes.jurisdictions.countryCode
      attributes.jurisdictions.jurisdiction
    `),
    ignored: words(`
      type id links.* attributes.internationalName attributes.localName attributes.internationalOrganizationName
      attributes.localOrganizationName attributes.website
    `),
  },
  forms: {
    json: {},
    isCodeList: true,
    required: ['attributes.code', 'attributes.names'],
    taken: words(`
      attributes.code attributes.countryCode attributes.jurisdiction attributes.subdivisionCode
      attributes.names.localName attributes.names.languageCode
    `),
    ignored: words(`
      type id links.* attributes.country attributes.dateCreated attributes.status attributes.names.language
      attributes.names.transliteratedName
    `),
  },
} as const;
