import { setImmediate as nextTurn } from 'node:timers/promises';
import { attributionText, type IdentifierLookup, type IdentifierLookupList } from '../../contract/index.ts';
import type { Door, DoorAnswer } from '../../server/index.ts';
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
      lookUpIdentifier: async ({ target, parameters }) =>
        json({
          ...(await finder.find(readAsked(parameters['value'], target))),
          attribution,
        } satisfies IdentifierLookup),
      lookUpIdentifiers: async ({ body }) => {
        const data: IdentifierLookupList['data'] = [];
        for (const asked of readBatch(body)) {
          data.push(await finder.find(asked));
          // A snapshot answers at once: other requests have their turn between two numbers.
          await nextTurn();
        }
        return json({ object: 'identifier_lookup_list', data, attribution } satisfies IdentifierLookupList);
      },
    },
  };
}

function json(value: IdentifierLookup | IdentifierLookupList): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}
