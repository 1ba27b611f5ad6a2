import { RequestTooLarge, UPSTREAM_REQUESTS_MAX } from '../../src/backend/index.ts';
import { attributionText } from '../../src/contract/index.ts';
import { invalidParameter } from '../../src/operations/index.ts';
import { ARRIVAL_COST, jsonAnswer, type Door } from '../../src/server/index.ts';
import type { DoorParts } from '../../src/extra/index.ts';
import { LOOKUP, LOOKUP_LIMITS } from './declaration.ts';
import { findByNumber } from './finder.ts';
import { readBatch, readLookup } from './parameters.ts';
import type { IdentifierLookup, IdentifierLookupList } from './schemas.ts';
import { counted } from '../../src/model/index.ts';

/** The handlers of the door `lookup`. */
export function lookupDoor({ backend, facts }: Pick<DoorParts, 'backend' | 'facts'>): Door {
  const attribution = attributionText(facts.dataProvider);
  // If the service can only be searched, each number takes several requests, and all clients share the rate limit of the service.
  const isSearched = backend.byNumber === undefined;
  const { searchedCost, singleCost } = LOOKUP_LIMITS;
  return {
    declaration: LOOKUP,
    handlers: {
      lookUpIdentifier: async ({ target, parameters, charge }) => {
        const lookup = readLookup(parameters['value'], target);
        await charge((isSearched ? searchedCost : singleCost) - ARRIVAL_COST);
        const result = await findByNumber(backend, lookup, charge);
        return jsonAnswer({ ...result, attribution } satisfies IdentifierLookup);
      },
      lookUpIdentifiers: async ({ body, charge, turn }) => {
        const batch = readBatch(body);
        if (isSearched && batch.length > UPSTREAM_REQUESTS_MAX) throw tooMany('fewer entries at once');
        await charge(batch.length * (isSearched ? searchedCost : 1) - ARRIVAL_COST);
        const data: IdentifierLookupList['data'] = [];
        for (const lookup of batch) {
          await turn();
          const result = await findByNumber(backend, lookup, charge).catch((error: unknown) => {
            throw error instanceof RequestTooLarge && data.length > 0
              ? tooMany(`its first ${counted(data.length, 'entry')}, then the others`)
              : error;
          });
          data.push(result);
        }
        return jsonAnswer({ object: 'identifier_lookup_list', data, attribution } satisfies IdentifierLookupList);
      },
    },
  };
}

/** Returns the problem for a batch that needs more requests to the data service than one client request may make. */
function tooMany(instead: string): Error {
  return invalidParameter(
    'identifiers',
    `takes more than ${UPSTREAM_REQUESTS_MAX} requests to the data service: send ${instead}`,
  );
}
