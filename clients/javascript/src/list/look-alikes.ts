import type { DetailsSearchResult } from '../details-types.ts';
import { findText } from '../languages/languages.ts';
import { countryName } from '../texts.ts';
import type { Lookup } from '../lookup.ts';
import type { Company } from '../types.ts';

/** Time that a company must be highlighted before it is requested, so that a short highlight costs no request. */
const HIGHLIGHT_MS = 150;
/** Maximum number of companies that are stored, for pages that stay open for days. */
const COMPANIES_MAX = 500;

/** The business ID of a company, and the country of the register that issued it. */
interface Distinction {
  readonly value: string;
  readonly country: string | undefined;
}

/** Distinguishes listed companies that look the same. If search results have no business ID, the highlighted company is requested. */
export class LookAlikes {
  readonly #lookup: Lookup;
  readonly #onKnown: (company: Company, distinction: Distinction) => void;
  /** Distinctions by company ID; undefined while the request is pending. */
  readonly #known = new Map<string, Distinction | undefined>();
  #alike: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onKnown` is called once for each company, when its business ID is known. */
  constructor(lookup: Lookup, onKnown: (company: Company, distinction: Distinction) => void) {
    this.#lookup = lookup;
    this.#onKnown = onKnown;
  }

  /** Sets the listed companies. */
  list(all: readonly DetailsSearchResult[]): void {
    const companies = all.filter(({ number }) => number === undefined);
    const looks = companies.map(({ name, country_code: country, legal_form: form, company_status: status }) =>
      [name, country, form, status].join('\n').toLowerCase(),
    );
    const alike = companies.filter((_, i) => looks.indexOf(looks[i] ?? '') !== looks.lastIndexOf(looks[i] ?? ''));
    this.#alike = alike.map(({ id }) => id);
  }

  /** Returns the distinction of a company that was highlighted before. */
  of(id: string): Distinction | undefined {
    return this.#known.get(id);
  }

  /** Requests the highlighted company if it looks like another listed company. `company` is undefined if none is highlighted. */
  highlight(company: Company | undefined): void {
    clearTimeout(this.#timer);
    if (company === undefined || !this.#alike.includes(company.id) || this.#known.has(company.id)) return;
    this.#timer = setTimeout(() => {
      // After a failure the row stays unchanged, and the next highlight requests the company again.
      this.#request(company).catch(() => this.#known.delete(company.id));
    }, HIGHLIGHT_MS);
  }

  async #request(company: Company): Promise<void> {
    if (this.#known.size >= COMPANIES_MAX) this.#known.clear();
    this.#known.set(company.id, undefined);
    const identifier = await this.#lookup.identifier(company.id);
    const distinction = { value: identifier?.value ?? company.id, country: identifier?.country_scope?.slice(0, 2) };
    this.#known.set(company.id, distinction);
    this.#onKnown(company, distinction);
  }
}

/**
 * Returns the line below the name of a listed company: state unless active, country, number and town. If the service has no
 * details: country, legal form, status, and the number once it is known.
 */
export function rowDetails(company: DetailsSearchResult, language: string, distinction?: Distinction): string {
  const { number, country, country_code: headOffice, state, locality } = company;
  const code = country ?? headOffice ?? distinction?.country;
  const countryText = code && countryName(code, language);
  const isDetailed = [number, country, state, locality].some((field) => field !== undefined);
  const details = isDetailed
    ? [stateText(state, language), countryText, number?.value, locality]
    : [countryText, company.legal_form, company.company_status, distinction?.value];
  return details.filter((detail) => detail !== undefined).join(' · ');
}

function stateText(state: DetailsSearchResult['state'], language: string): string | undefined {
  return state === 'in_liquidation' || state === 'insolvent' || state === 'closed'
    ? findText(language, state)
    : undefined;
}
