import { CountryNames, FieldFault, RecordReader, readTable } from '../../importer/index.ts';
import { findCourtCodes } from './courts.ts';
import { isPersonForm, namesPerson } from './person-forms.ts';

/** A jurisdiction that an authority serves, as the list describes it. */
interface Served {
  readonly country: string;
  /** The name of the part of the country that the authority serves; absent if it serves the whole country. */
  readonly part?: string;
}

/** The members that may hold the name of an authority, the likeliest first. */
const NAMES = ['localOrganizationName', 'internationalOrganizationName', 'localName', 'internationalName'] as const;

/**
 * Looks up entries of the code lists of GLEIF: the lists of this folder (README.md names their sources), and the lists from
 * `fetch gleif-lists` if they are inputs.
 */
export class GleifTables {
  readonly #shipped = new Map<string, readonly string[]>();
  readonly #listed = new Map<string, readonly Served[]>();
  /** The code of a part of a country (ISO 3166-2), by country and name of the part. */
  readonly #parts = new Map<string, string>();
  /** The names of each legal form by language, in the order of the list. */
  readonly #forms = new Map<string, Map<string, string>>();
  readonly #countries = new CountryNames();
  /** Forms of fetched lists whose names say that they are those of persons, and that the list of this folder lacks. */
  readonly #newPersonForms = new Set<string>();
  /** The court codes of each authority that is a German court. */
  readonly #courtCodes = new Map<string, readonly string[]>();

  constructor() {
    for (const [code = '', served = '', , name = ''] of readTable(new URL('ra.tsv', import.meta.url))) {
      this.#shipped.set(code, served.split(' '));
      this.#addCourt(code, [name]);
    }
    for (const [code = '', , language = '', name = ''] of readTable(new URL('elf.tsv', import.meta.url))) {
      const names = this.#forms.get(code) ?? new Map<string, string>();
      // A language may have two rows, of which one has ended; the first counts.
      if (!names.has(language)) names.set(language, name);
      this.#forms.set(code, names);
    }
  }

  /**
   * Adds an entry of the list of registration authorities. Returns its code.
   * @throws {FieldFault} if the value is not such an entry
   */
  addAuthority(value: unknown): string {
    const { code, attributes } = readEntry(value);
    const served = attributes.objects('jurisdictions').flatMap((one): Served[] => {
      const country = one.text('countryCode');
      if (country === undefined) return [];
      const part = one.text('jurisdiction');
      const isWhole = part === undefined || part === one.text('country') || this.#countries.findCode(part) === country;
      return [isWhole ? { country } : { country, part }];
    });
    if (served.length > 0) this.#listed.set(code, served);
    if (served.some(({ country }) => country === 'DE'))
      this.#addCourt(
        code,
        NAMES.map((name) => attributes.text(name)),
      );
    return code;
  }

  /**
   * Adds an entry of the list of legal forms. Returns its code.
   * @throws {FieldFault} if the value is not such an entry
   */
  addForm(value: unknown): string {
    const { code, attributes } = readEntry(value);
    const [country, part] = [attributes.text('countryCode'), attributes.text('jurisdiction')];
    const subdivision = attributes.text('subdivisionCode');
    if (country !== undefined && part !== undefined && subdivision !== undefined) {
      this.#parts.set(partKey(country, part), subdivision);
    }
    const names = new Map<string, string>();
    for (const one of attributes.objects('names')) {
      const [language = '', name] = [one.text('languageCode'), one.text('localName')];
      if (name !== undefined && !names.has(language)) names.set(language, name);
    }
    if (names.size > 0) this.#forms.set(code, names);
    if (!isPersonForm(code) && [...names.values()].some((name) => namesPerson(code, name)))
      this.#newPersonForms.add(code);
    return code;
  }

  /** Whether a form is, or may be by its name, one of a person in business. */
  isPersonForm(code: string): boolean {
    return isPersonForm(code) || this.#newPersonForms.has(code);
  }

  /** Returns the forms of fetched lists that may be those of persons, and that nobody has looked at. */
  get newPersonForms(): ReadonlySet<string> {
    return this.#newPersonForms;
  }

  /**
   * Returns the jurisdiction (ISO 3166) of a registration authority. For a register of several countries, it is the company's own
   * jurisdiction if that is one of them, else the first. Undefined if no list has the authority. The list of this folder takes precedence
   * over a fetched list: it was compared with records, and the ids of companies depend on it.
   */
  findJurisdiction(authority: string, ofCompany?: string): string | undefined {
    const listed = this.#listed.get(authority)?.map((served) => this.#findCode(served, ofCompany));
    const served = this.#shipped.get(authority) ?? listed;
    return served?.find((jurisdiction) => jurisdiction === ofCompany) ?? served?.[0];
  }

  /** Returns the XJustiz codes of an authority that is a German court; empty for any other authority. */
  findCourtCodes(authority: string): readonly string[] {
    return this.#courtCodes.get(authority) ?? [];
  }

  #addCourt(authority: string, names: readonly (string | undefined)[]): void {
    const codes = names.map((name = '') => findCourtCodes(name)).find(({ length }) => length > 0);
    if (codes !== undefined) this.#courtCodes.set(authority, codes);
  }

  /**
   * Returns the local name of a legal form. A form has one name per language of its country. The name in the language of the company's name
   * (`xml:lang`, first part) is preferred, else the first in the list. Undefined for unknown codes.
   */
  findLegalForm(code: string, language: string | undefined): string | undefined {
    const names = this.#forms.get(code);
    const [primary = ''] = (language ?? '').toLowerCase().split('-', 1);
    return names?.get(primary) ?? names?.values().next().value;
  }

  /**
   * Returns the code of what an authority serves. If the code of the part is unknown, the company's jurisdiction is used, provided it is in
   * the country.
   */
  #findCode({ country, part }: Served, ofCompany = ''): string {
    if (part === undefined) return country;
    const own = ofCompany === country || ofCompany.startsWith(`${country}-`) ? ofCompany : country;
    return this.#parts.get(partKey(country, part)) ?? own;
  }
}

function readEntry(value: unknown): { code: string; attributes: RecordReader } {
  const attributes = new RecordReader(value).object('attributes');
  const code = attributes?.text('code');
  if (attributes === undefined || code === undefined) throw new FieldFault('attributes.code', 'is missing');
  return { code, attributes };
}

function partKey(country: string, part: string): string {
  return `${country} ${part.toLowerCase()}`;
}
