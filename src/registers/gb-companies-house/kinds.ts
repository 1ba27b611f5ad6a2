import { IGNORED_COLUMNS, TAKEN_COLUMNS } from './columns.ts';
import { OFFICER_IGNORED, OFFICER_LAYOUT, OFFICER_TAKEN } from './officer-columns.ts';

export const KINDS = {
  officers: { fixedWidth: OFFICER_LAYOUT, required: OFFICER_TAKEN, taken: OFFICER_TAKEN, ignored: OFFICER_IGNORED },
  companies: { csv: { delimiter: ',' }, required: TAKEN_COLUMNS, taken: TAKEN_COLUMNS, ignored: IGNORED_COLUMNS },
};
