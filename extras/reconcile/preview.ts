import type { Company } from '../../src/contract/index.ts';
import { NO_DETAILS, type CompanyDetails } from '../../src/model/index.ts';
import { addressLines, markup, type Html } from '../../src/site/index.ts';

/** The size of the frame in the manifest. */
export const PREVIEW_SIZE = { width: 400, height: 220 } as const;

/** A company, and the address of its page. */
export interface Shown {
  readonly company: Company;
  readonly details: CompanyDetails | undefined;
  /** The address of the page of the company. */
  readonly page: string;
}

/** Maximum number of former names in a preview: the frame is small. */
const NAMES_MAX = 3;

/** Returns a company as a page for a small frame. */
export function previewPage(shown: Shown, attribution: string): Html {
  const { company } = shown;
  const { id, name = id } = company;
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${name}</title>
<style>body{font:14px/1.4 system-ui,sans-serif;margin:8px;color:#111;background:#fff}h1{font-size:16px;margin:0 0 4px}p{margin:0 0 4px}dl{display:grid;grid-template-columns:auto 1fr;gap:0 8px;margin:0 0 4px}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}small{color:#555}</style>
</head><body>${companyPiece(shown, attribution)}</body></html>
`;
}

/** Returns a company as a piece of a page. */
export function companyPiece({ company, details = NO_DETAILS, page }: Shown, attribution: string): Html {
  const { id, name = id, identifiers = [], lifecycle } = company;
  const numbers = identifiers.slice(0, 4).map(({ scheme, value, country_scope: scope }) => {
    const title = `${scheme.replaceAll('_', ' ')}${scope === undefined ? '' : ` (${scope})`}`;
    return markup`<dt>${title}</dt><dd>${value}</dd>`;
  });
  return markup`<h1><a href="${page}" target="_blank" rel="noopener">${name}</a></h1>
${paragraph(formatNature(company))}${paragraph(formatPlace(details))}${paragraph(formatFormerNames(details))}${lifecycle.status !== 'active' && paragraph(lifecycle.status)}${numbers.length > 0 && markup`<dl>${numbers}</dl>`}<small>${attribution}</small>`;
}

/** Returns country, legal form and status in one line. */
function formatNature({
  country_code: country,
  legal_form: form,
  company_status: status,
}: Company): string | undefined {
  return [country, form, status].filter((part) => part !== undefined).join(' · ') || undefined;
}

/** Returns the state and the address in one line. */
function formatPlace({ state, address = {} }: CompanyDetails): string | undefined {
  const parts = [state?.replaceAll('_', ' '), addressLines(address).join(', ')].filter((part) => part);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

function formatFormerNames({ former_names: names = [] }: CompanyDetails): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, NAMES_MAX).map(({ name }) => name);
  return `formerly ${shown.join(', ')}${names.length > NAMES_MAX ? ', …' : ''}`;
}

/** Returns a property or a type as a piece of a page. */
export function termPiece({ name, description }: { readonly name: string; readonly description?: string }): Html {
  return markup`<h1>${name}</h1>${paragraph(description)}`;
}

function paragraph(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : markup`<p>${text}</p>`;
}
