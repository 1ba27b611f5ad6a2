import { words } from '../../importer/declaration.ts';

/** RFC 4180, with a byte order mark. */
const csv = { delimiter: ',' };

/** The columns of organisations_NN.csv in their published order, by which records over two lines are put together. */
export const ORGANISATION_COLUMNS = words(`
  ORGANISATION_NAME REGISTRATION_NO ORGANISATION_TYPE_CODE ORGANISATION_TYPE ORGANISATION_SUB_TYPE NAME_STATUS_CODE
  NAME_STATUS REGISTRATION_DATE ORGANISATION_STATUS ORGANISATION_STATUS_DATE ADDRESS_SEQ_NO
`);

const DATES = ['REGISTRATION_DATE', 'ORGANISATION_STATUS_DATE'];

export const KINDS = {
  organisations: {
    csv,
    required: words(`
      ORGANISATION_NAME REGISTRATION_NO ORGANISATION_TYPE_CODE NAME_STATUS_CODE ORGANISATION_STATUS ADDRESS_SEQ_NO
    `),
    taken: ORGANISATION_COLUMNS.filter((column) => !DATES.includes(column)),
    ignored: DATES,
  },
  officials: {
    csv,
    required: words('REGISTRATION_NO ORGANISATION_TYPE_CODE PERSON_OR_ORGANISATION_NAME OFFICIAL_POSITION'),
    taken: words('REGISTRATION_NO ORGANISATION_TYPE_CODE PERSON_OR_ORGANISATION_NAME OFFICIAL_POSITION'),
    // What organisations_NN.csv says better.
    ignored: ['ORGANISATION_NAME', 'ORGANISATION_TYPE'],
  },
  offices: {
    csv,
    required: ['ADDRESS_SEQ_NO', 'TERRITORY'],
    taken: ['ADDRESS_SEQ_NO', 'TERRITORY'],
    ignored: ['STREET', 'BUILDING'],
  },
};
