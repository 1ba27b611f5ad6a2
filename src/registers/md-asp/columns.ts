import { columnsOf } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

/** The columns that are taken of the sheet of companies. */
export const COLUMN = {
  number: 'IDNO/ Cod fiscal',
  name: 'Denumirea completă',
  form: 'Forma org./jurid.',
  unit: 'Codul unităţii administrativ-teritoriale (CUATM)',
  officers: 'Lista conducătorilor (cu indicarea rolurilor)',
  activities: 'Genuri de activitate nelicentiate',
  ended: 'Data lichidării',
  registered: 'Data înregistrării',
  address: 'Adresa',
  /** Only in older files. */
  status: 'Statutul',
} as const;

export const KINDS = {
  companies: { xlsx: true, ...columnsOf(columns.companies) },
  activities: { xlsx: true, ...columnsOf(columns.activities) },
} as const;
