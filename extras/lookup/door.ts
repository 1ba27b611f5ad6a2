import { RequestTooLarge, UPSTREAM_REQUESTS_MAX } from '../../src/backend/index.ts';
import { attributionText } from '../../src/contract/index.ts';
import { LOOKUP, LOOKUP_LIMITS } from './declaration.ts';
import type { IdentifierLookup, IdentifierLookupList } from './schemas.ts';
import { invalidParameter } from '../../src/operations/index.ts';
import { ARRIVAL_COST, type Door, type DoorAnswer } from '../../src/server/index.ts';
import type { DoorParts } from '../../src/extra/index.ts';
import { Finder } from './finder.ts';
import { readAsked, readBatch } from './parameters.ts';

/** Whose number is this. */
export function lookupDoor({ backend, facts }: Omit<DoorParts, 'doorOf'>): Door {
  const finder = new Finder(backend);
  const attribution = attributionText(facts.dataProvider);
  // Of a service that can only be searched each number takes requests, and its allowance is for all clients.
  const isSearched = backend.byNumber === undefined;
  const { searchedCost, alone } = LOOKUP_LIMITS;
  return {
    declaration: LOOKUP,
    handlers: {
      lookUpIdentifier: async ({ target, parameters, charge }) => {
        const asked = readAsked(parameters['value'], target);
        await charge((isSearched ? searchedCost : alone) - ARRIVAL_COST);
        return json({ ...(await finder.find(asked, charge)), attribution } satisfies IdentifierLookup);
      },
      lookUpIdentifiers: async ({ body, charge, turn }) => {
        const batch = readBatch(body);
        if (isSearched && batch.length > UPSTREAM_REQUESTS_MAX) throw tooMany('fewer entries at once');
        await charge(batch.length * (isSearched ? searchedCost : 1) - ARRIVAL_COST);
        const data: IdentifierLookupList['data'] = [];
        for (const asked of batch) {
          await turn();
          const result = await finder.find(asked, charge).catch((error: unknown) => {
            throw error instanceof RequestTooLarge && data.length > 0
              ? tooMany(`its first ${data.length} entries, then the others`)
              : error;
          });
          data.push(result);
        }
        return json({ object: 'identifier_lookup_list', data, attribution } satisfies IdentifierLookupList);
      },
    },
  };
}

/** The problem of a batch that takes more requests to the data service than one request may. */
function tooMany(instead: string): Error {
  return invalidParameter(
    'identifiers',
    `takes more than ${UPSTREAM_REQUESTS_MAX} requests to the data service: send ${instead}`,
  );
}

function json(value: IdentifierLookup | IdentifierLookupList): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}
