/**
 * The entry for React 19: defines `<company-search>` and its types in JSX.
 * @module
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import { CompanySearch, type UnlistedCompany } from './company-search.ts';
import type { DetailsSearchResult } from './details-types.ts';

// Exported, so that importing this entry defines the element.
export { CompanySearch };

/** The attributes of `<company-search>` in addition to those of every element. The README of the client explains each. */
export interface CompanySearchAttributes extends DetailedHTMLProps<HTMLAttributes<CompanySearch>, CompanySearch> {
  name?: string | undefined;
  /** The ID of the chosen company. */
  value?: string | undefined;
  label?: string | undefined;
  placeholder?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  'country-picker'?: boolean | undefined;
  /** Public address of the API. */
  'base-url'?: string | undefined;
  /** The form fields that the chosen company fills; an empty text for all. */
  fill?: string | undefined;
  /** Whether the chosen company also replaces text that the user typed. */
  overwrite?: boolean | undefined;
  required?: boolean | undefined;
  /** Whether the user may choose the typed name instead of a listed company. */
  'allow-unlisted'?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Called with the company that the user chose. */
  'oncompany-selected'?: ((event: CustomEvent<DetailsSearchResult>) => void) | undefined;
  /** Called with the name that the user chose instead of a listed company. */
  'oncompany-unlisted'?: ((event: CustomEvent<UnlistedCompany>) => void) | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'company-search': CompanySearchAttributes;
    }
  }
}
