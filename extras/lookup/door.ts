import { attributionText } from '../../src/contract/index.ts';
import { ARRIVAL_COST, jsonAnswer, type Door } from '../../src/server/index.ts';
import type { DoorParts } from '../../src/extra/index.ts';
import { LOOKUP, LOOKUP_LIMITS } from './declaration.ts';
import { findByNumber } from './finder.ts';
import { readBatch, readLookup } from './parameters.ts';
import type { IdentifierLookup, IdentifierLookupList } from './schemas.ts';

/** The handlers of the door `lookup`. */
export function lookupDoor({ backend, facts }: Pick<DoorParts, 'backend' | 'facts'>): Door {
  const attribution = attributionText(facts.dataProvider);
  return {
    declaration: LOOKUP,
    handlers: {
      lookUpIdentifier: async ({ target, parameters, charge }) => {
        const lookup = readLookup(parameters['value'], target);
        await charge(LOOKUP_LIMITS.singleCost - ARRIVAL_COST);
        const result = await findByNumber(backend, lookup, charge);
        return jsonAnswer({ ...result, attribution } satisfies IdentifierLookup);
      },
      lookUpIdentifiers: async ({ body, charge, turn }) => {
        const batch = readBatch(body);
        await charge(batch.length - ARRIVAL_COST);
        const data: IdentifierLookupList['data'] = [];
        for (const lookup of batch) {
          await turn();
          data.push(await findByNumber(backend, lookup, charge));
        }
        return jsonAnswer({ object: 'identifier_lookup_list', data, attribution } satisfies IdentifierLookupList);
      },
    },
  };
}
