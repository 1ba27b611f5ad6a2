import { doorLimits, limitsOf, type ServiceFacts, type SiteDocument } from '../../contract/index.ts';
import { jsonDocument } from '../document.ts';

/** The limits of the service for programs. */
export function limitsDocument(facts: ServiceFacts): SiteDocument {
  const { rate_limits: rateLimits, ...limits } = limitsOf(facts);
  const doors = (facts.doors ?? []).map(doorLimits);
  return jsonDocument({
    documentation: `${facts.siteUrl}/developers/limits`,
    rate_limits: [...rateLimits, ...doors.map(({ rateLimit }) => rateLimit)],
    ...limits,
    ...Object.assign({}, ...doors.map((door) => door.limits)),
  });
}
