import personForms from './person-forms.json' with { type: 'json' };
import names from './person-words.json' with { type: 'json' };

/** Legal forms (ELF) of one person in business. Some records have them in a category other than SOLE_PROPRIETOR. */
const PERSON_FORMS: ReadonlySet<string> = new Set(Object.values(personForms).flat());

/** Matches the names of such forms in the languages of the list. */
const PERSON_WORDS = new RegExp(names.words.join('|'), 'iu');
const { 'with limited liability': limited, ...knownLegalPersons } = names.legalPersons;
const LIMITED_LIABILITY = new RegExp(limited, 'iu');

/** Whether a form is one of a person in business, by the list of this folder. */
export function isPersonForm(code: string): boolean {
  return PERSON_FORMS.has(code);
}

/** Whether the name of a form says that it is one of a person in business. */
export function namesPerson(code: string, name: string): boolean {
  return !Object.hasOwn(knownLegalPersons, code) && PERSON_WORDS.test(name) && !LIMITED_LIABILITY.test(name);
}
