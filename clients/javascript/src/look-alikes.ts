import type { Company, CompanyIdentifier } from './types.ts';

/** How long a company is highlighted before it is requested: who moves on is not interested. */
const HIGHLIGHT_MS = 150;
/** What a page that is open for days may keep. */
const COMPANIES_MAX = 500;

/** What tells a company apart: its business ID, and the country of the register that gave it. */
export interface Told {
  readonly value: string;
  readonly country: string | undefined;
}

/** What tells apart the companies of a list that look the same: search results carry no business ID, so the highlighted one is requested. */
export class LookAlikes {
  readonly #identifierOf: (id: string) => Promise<CompanyIdentifier | undefined>;
  readonly #onTold: (company: Company, told: Told) => void;
  readonly #told = new Map<string, Told>();
  /** The IDs that were requested, so that each is requested once. */
  readonly #asked = new Set<string>();
  #alike: ReadonlySet<string> = new Set();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onTold` is called once for each company, when what tells it apart is known. */
  constructor(
    identifierOf: (id: string) => Promise<CompanyIdentifier | undefined>,
    onTold: (company: Company, told: Told) => void,
  ) {
    this.#identifierOf = identifierOf;
    this.#onTold = onTold;
  }

  /** Takes the companies that are listed now. */
  list(companies: readonly Company[]): void {
    const looks = companies.map(({ name, country_code: country, legal_form: form, company_status: status }) =>
      [name, country, form, status].join('\n').toLowerCase(),
    );
    this.#alike = new Set(
      companies.filter((_, i) => looks.some((look, j) => look === looks[i] && i !== j)).map(({ id }) => id),
    );
  }

  /** What tells a company apart, if it was highlighted before. */
  told(id: string): Told | undefined {
    return this.#told.get(id);
  }

  /** A company was highlighted; undefined for none. */
  highlight(company: Company | undefined): void {
    clearTimeout(this.#timer);
    if (company === undefined || !this.#alike.has(company.id) || this.#asked.has(company.id)) return;
    this.#timer = setTimeout(() => {
      // After a failure the row stays as it is, and the next highlight requests it again.
      this.#ask(company).catch(() => this.#asked.delete(company.id));
    }, HIGHLIGHT_MS);
  }

  async #ask(company: Company): Promise<void> {
    if (this.#asked.size >= COMPANIES_MAX) {
      this.#asked.clear();
      this.#told.clear();
    }
    this.#asked.add(company.id);
    const identifier = await this.#identifierOf(company.id);
    const told = { value: identifier?.value ?? company.id, country: identifier?.country_scope?.slice(0, 2) };
    this.#told.set(company.id, told);
    this.#onTold(company, told);
  }
}
