import type { Company } from '../../src/contract/index.ts';
import { describe } from './matcher.ts';

/** The frame that the manifest asks for. */
export const PREVIEW_SIZE = { width: 400, height: 220 } as const;

/** A company as a page for a small frame. */
export function previewPage(company: Company, address: string, attribution: string): string {
  const { id, name = id } = company;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(name)}</title>
<style>body{font:14px/1.4 system-ui,sans-serif;margin:8px;color:#111;background:#fff}h1{font-size:16px;margin:0 0 4px}p{margin:0 0 4px}dl{display:grid;grid-template-columns:auto 1fr;gap:0 8px;margin:0 0 4px}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}small{color:#555}</style>
</head><body>${companyPiece(company, address, attribution)}</body></html>
`;
}

/** A company as a piece of a page. */
export function companyPiece(company: Company, address: string, attribution: string): string {
  const { id, name = id, identifiers = [], lifecycle } = company;
  const { description } = describe(company);
  const numbers = identifiers
    .slice(0, 4)
    .map(({ scheme, value, country_scope: scope }) => {
      const title = `${scheme.replaceAll('_', ' ')}${scope === undefined ? '' : ` (${scope})`}`;
      return `<dt>${escaped(title)}</dt><dd>${escaped(value)}</dd>`;
    })
    .join('');
  const state = lifecycle.status === 'active' ? '' : `<p>${escaped(lifecycle.status)}</p>`;
  return `<h1><a href="${escaped(address)}" target="_blank" rel="noopener">${escaped(name)}</a></h1>
${description === undefined ? '' : `<p>${escaped(description)}</p>`}${state}${numbers === '' ? '' : `<dl>${numbers}</dl>`}<small>${escaped(attribution)}</small>`;
}

/** A property or a type as a piece of a page. */
export function termPiece({ name, description }: { readonly name: string; readonly description?: string }): string {
  return `<h1>${escaped(name)}</h1>${description === undefined ? '' : `<p>${escaped(description)}</p>`}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
