import { limitsOf, type ServiceFacts } from '../../contract/index.ts';
import { jsonDocument, type SiteDocument } from '../document.ts';

/** The limits of the service for programs. */
export function limitsDocument(facts: ServiceFacts): SiteDocument {
  return jsonDocument({ documentation: `${facts.siteUrl}/developers/limits`, ...limitsOf(facts) });
}
