import {
  LOOKUP_LIMITS,
  attributionText,
  type IdentifierLookup,
  type IdentifierLookupList,
} from '../../contract/index.ts';
import { ARRIVAL_COST, type Door, type DoorAnswer } from '../../server/index.ts';
import type { DoorParts } from '../parts.ts';
import { Finder } from './finder.ts';
import { readAsked, readBatch } from './parameters.ts';

/** Whose number is this. */
export function lookupDoor({ backend, facts }: DoorParts): Door {
  const finder = new Finder(backend);
  const attribution = attributionText(facts.dataProvider);
  return {
    name: 'lookup',
    handlers: {
      lookUpIdentifier: async ({ target, parameters, charge }) => {
        const asked = readAsked(parameters['value'], target);
        await charge(LOOKUP_LIMITS.alone - ARRIVAL_COST);
        return json({ ...(await finder.find(asked, charge)), attribution } satisfies IdentifierLookup);
      },
      lookUpIdentifiers: async ({ body, charge, turn }) => {
        const batch = readBatch(body);
        await charge(batch.length - ARRIVAL_COST);
        const data: IdentifierLookupList['data'] = [];
        for (const asked of batch) {
          await turn();
          data.push(await finder.find(asked, charge));
        }
        return json({ object: 'identifier_lookup_list', data, attribution } satisfies IdentifierLookupList);
      },
    },
  };
}

function json(value: IdentifierLookup | IdentifierLookupList): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}
