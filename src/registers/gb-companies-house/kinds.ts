import { columnsOf } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };
import officers from './officers.json' with { type: 'json' };

/** The kind of a record about a person. */
export const PERSON = '2';

/**
 * officers.json has the files of current appointments (Product 195), or with all that ended (Product 216), after the publisher's description
 * of the format; an update (Product 198) begins with DDDDUPDT and has other columns. The names of columns are the publisher's, run together
 * and trimmed. Every file has all that are taken. PersonNumber distinguishes two officers of one name and is never written.
 */
export const KINDS = {
  officers: { fixedWidth: officers, ...columnsOf(columns.officers) },
  companies: { csv: { delimiter: ',' }, ...columnsOf(columns.companies) },
};
