import type { Country } from './country.ts';
import type { Random } from './random.ts';

/** Joins a company's own name with its legal form in the manner of its register. */
export function companyName(country: Country, own: string, form: string): string {
  const name = country.capitals ? own.toUpperCase() : own;
  switch (country.formPlace) {
    case 'none':
      return name;
    case 'before':
      return `${form} ${name}`;
    case 'quoted':
      return `${form} "${name}"`;
    case 'after':
    default:
      return form.startsWith(',') ? `${name}${form}` : `${name} ${form}`;
  }
}

/** An invented family name; the tables join its particle with a hyphen. */
export function familyName(country: Country, random: Random): string {
  return random.pick(country.family).replace(/^(de|van|Mac|Ní)-/, '$1 ');
}

/** An invented person, written as the country's register writes people. */
export function personName(country: Country, random: Random): string {
  const given = random.pick(country.given);
  const family = familyName(country, random);
  switch (country.person) {
    case 'Given Family':
      return `${given} ${family}`;
    case 'Family Given':
      return `${family} ${given}`;
    case 'FAMILY, Given':
      return `${family.toUpperCase()}, ${given}`;
    case 'FAMILY GIVEN':
    default:
      return `${family.toUpperCase()} ${given.toUpperCase()}`;
  }
}
