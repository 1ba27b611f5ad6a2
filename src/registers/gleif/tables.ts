import { CountryNames, FieldFault, RecordReader, readTable } from '../../importer/index.ts';
import { courtCodesOf } from './courts.ts';

/** A jurisdiction that an authority serves, as the list describes it. */
interface Served {
  readonly country: string;
  /** The name of the part of the country that it serves; absent where it serves all of it. */
  readonly part?: string;
}

/** Where an authority of the list has its name, the likeliest first. */
const NAMES = ['localOrganizationName', 'internationalOrganizationName', 'localName', 'internationalName'] as const;

/**
 * The code lists of GLEIF that an import needs, ready for look-up: those of this folder (README.md names their
 * sources), and the lists that `fetch gleif-lists` brings, where they are given.
 */
export class GleifTables {
  readonly #shipped = new Map<string, readonly string[]>();
  readonly #listed = new Map<string, readonly Served[]>();
  /** The code of a part of a country (ISO 3166-2), by the country and the name of the part. */
  readonly #parts = new Map<string, string>();
  /** The names of a legal form by their language, in the order of the list. */
  readonly #forms = new Map<string, Map<string, string>>();
  readonly #countries = new CountryNames();
  /** The codes of the German court that an authority is. */
  readonly #courtCodes = new Map<string, readonly string[]>();

  constructor() {
    for (const [code = '', served = '', , name = ''] of readTable(new URL('ra.tsv', import.meta.url))) {
      this.#shipped.set(code, served.split(' '));
      this.#addCourt(code, [name]);
    }
    for (const [code = '', , language = '', name = ''] of readTable(new URL('elf.tsv', import.meta.url))) {
      const names = this.#forms.get(code) ?? new Map<string, string>();
      // One language may have two rows, one of them ended; the first counts.
      if (!names.has(language)) names.set(language, name);
      this.#forms.set(code, names);
    }
  }

  /**
   * Takes an entry of the list of registration authorities; returns its code.
   * @throws {FieldFault} for another value
   */
  addAuthority(value: unknown): string {
    const { code, attributes } = entryOf(value);
    const served = attributes.objects('jurisdictions').flatMap((one): Served[] => {
      const country = one.text('countryCode');
      if (country === undefined) return [];
      const part = one.text('jurisdiction');
      const isWhole = part === undefined || part === one.text('country') || this.#countries.codeOf(part) === country;
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
   * Takes an entry of the list of legal forms; returns its code.
   * @throws {FieldFault} for another value
   */
  addForm(value: unknown): string {
    const { code, attributes } = entryOf(value);
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
    return code;
  }

  /**
   * The jurisdiction (ISO 3166) of a registration authority. A register of several countries counts for the company's
   * own where that is one of them, else for its first. Undefined for authorities that no list has. The list of this
   * folder has precedence over a fetched one: it was compared with records, and the ids of companies follow from it.
   */
  jurisdictionOf(authority: string, ofCompany?: string): string | undefined {
    const listed = this.#listed.get(authority)?.map((served) => this.#codeOf(served, ofCompany));
    const served = this.#shipped.get(authority) ?? listed;
    return served?.find((jurisdiction) => jurisdiction === ofCompany) ?? served?.[0];
  }

  /** The XJustiz codes of the German court that an authority is; none for any other. */
  courtCodesOf(authority: string): readonly string[] {
    return this.#courtCodes.get(authority) ?? [];
  }

  #addCourt(authority: string, names: readonly (string | undefined)[]): void {
    const codes = names.map((name = '') => courtCodesOf(name)).find(({ length }) => length > 0);
    if (codes !== undefined) this.#courtCodes.set(authority, codes);
  }

  /**
   * The local name of a legal form. A form has one name per language of its country: the one in the language of the
   * company's name (`xml:lang`, by its first part) is taken, else the first of the list. Undefined for unknown codes.
   */
  legalFormOf(code: string, language: string | undefined): string | undefined {
    const names = this.#forms.get(code);
    const [primary = ''] = (language ?? '').toLowerCase().split('-', 1);
    return names?.get(primary) ?? names?.values().next().value;
  }

  /** A part of a country whose code is not known is that of the company, if that is a part of the country. */
  #codeOf({ country, part }: Served, ofCompany = ''): string {
    if (part === undefined) return country;
    const own = ofCompany === country || ofCompany.startsWith(`${country}-`) ? ofCompany : country;
    return this.#parts.get(partKey(country, part)) ?? own;
  }
}

function entryOf(value: unknown): { code: string; attributes: RecordReader } {
  const attributes = new RecordReader(value).object('attributes');
  const code = attributes?.text('code');
  if (attributes === undefined || code === undefined) throw new FieldFault('attributes.code', 'is missing');
  return { code, attributes };
}

function partKey(country: string, part: string): string {
  return `${country} ${part.toLowerCase()}`;
}
