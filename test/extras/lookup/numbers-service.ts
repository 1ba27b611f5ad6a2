import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import type { IdentifierLookup } from '../../../extras/lookup/schemas.ts';
import type { ReconcileResults } from '../../../extras/reconcile/schemas.ts';
import { openBackend, type Backend } from '../../../src/backend/index.ts';
import type { RegisterLine } from '../../../src/model/index.ts';
import { serviceWithDoors, type TestService } from '../../fixtures/service.ts';
import { buildLines } from '../../searching/generations.ts';

/** Serves lines by look-up and reconciliation during a suite. */
export function numbersService(lines: readonly RegisterLine[]) {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-numbers-'));
  let backend: Backend;
  let service: TestService;
  before(async () => {
    const path = await buildLines(directory, 'numbers', lines, { match: true });
    backend = openBackend(`snapshot:${path}`, { nameIndex: async () => MATCH_INDEX });
    service = await serviceWithDoors(backend, 'lookup', 'reconcile');
  });
  after(async () => {
    await service.app.close();
    await backend.close();
    rmSync(directory, { recursive: true });
  });

  return {
    /** Looks a number up. */
    lookedUp: async (number: string): Promise<IdentifierLookup> => {
      const answer = await service.ask(`/lookup/v1/identifiers/${encodeURIComponent(number)}`);
      assert.equal(answer.status, 200, answer.body);
      return answer.json() as IdentifierLookup;
    },
    /** Returns the likeliest company for a name, and perhaps a number and a country. */
    reconciled: async (query: string, number?: string, country?: string) => {
      const properties = [
        ...(number === undefined ? [] : [{ pid: 'number', v: number }]),
        ...(country === undefined ? [] : [{ pid: 'country', v: country }]),
      ];
      const queries = JSON.stringify({ q: { query, properties } });
      const answer = await service.ask(`/reconcile/v1?queries=${encodeURIComponent(queries)}`);
      assert.equal(answer.status, 200, answer.body);
      return (answer.json() as ReconcileResults)['q']?.result[0];
    },
  };
}
