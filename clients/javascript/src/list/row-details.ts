import { textIn } from '../languages/languages.ts';
import { countryName } from '../texts.ts';
import type { DetailsSearchResult } from '../details-types.ts';
import type { Distinction } from './look-alikes.ts';

/**
 * The line below the name of a listed company: state if it is not active, country, number and town. Where the service has no
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
    ? textIn(language, state)
    : undefined;
}
