import { words } from '../../importer/declaration.ts';
import forms from './forms.json' with { type: 'json' };

/**
 * The statistical legal forms, column FORMA: code list 56 of the statistical office, in its words, as ARES returns it
 * (code list PravniForma, source res). The file itself holds only the codes.
 */
export const FORMS: Readonly<Record<string, string>> = forms;

/** Forms of one person in business; 100 is how the register of persons writes them all. */
export const PERSON_FORMS: ReadonlySet<string> = new Set(words('100 101 102 103 104 105 106 107 108 424 425'));

/** Parts of another subject that is itself in the file. A foreign company's branch (421) is none: it stands for it. */
export const BRANCH_FORMS: ReadonlySet<string> = new Set(['501', '521']);
