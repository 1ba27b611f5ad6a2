/** Lines and ids for tests, and functions that resolve lines to companies. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveCompanyId, foldNumber } from '../model/index.ts';
import type { CompanyRecord, PreviousSnapshot, RegisterLine } from '../model/index.ts';
import { CompanyResolver, keyedHashWith, type ResolutionReport } from './index.ts';

export type Identifier = NonNullable<RegisterLine['identifiers']>[number];

export const nrn = (scope: string, value: string): Identifier => ({
  scheme: 'national_registry_number',
  value,
  country_scope: scope,
});
export const lei = (value: string): Identifier => ({ scheme: 'lei', value });
export const deriveId = (identifier: Identifier): string =>
  deriveCompanyId({
    kind: 'identifier',
    scheme: identifier.scheme,
    scope: identifier.country_scope ?? '',
    comparedValue: foldNumber(identifier.value),
  });
export const idOfKey = (key: string): string => deriveCompanyId({ kind: 'key', key });

export const FI_1 = nrn('FI', '0112038-9');
export const FI_2 = nrn('FI', '0201256-6');
export const LEI_1 = lei('549300AAAAAAAAAAAA01');
export const LEI_2 = lei('549300BBBBBBBBBBBB02');
export const TIN: Identifier = { scheme: 'tin', value: 'T1', country_scope: 'FI' };
export const ID_1 = 'co_00000000000000000000000001';
export const ID_2 = 'co_00000000000000000000000002';
export const ID_3 = 'co_00000000000000000000000003';

const KEYED_HASH = keyedHashWith(Buffer.alloc(32, 7));

/** The companies of a build by id, and its report. */
interface Resolution {
  companies: Map<string, CompanyRecord>;
  report: ResolutionReport;
  registers: CompanyResolver['registers'];
}

/** Resolves the lines of each input. */
export function resolve(...inputs: RegisterLine[][]): Promise<Resolution> {
  return resolveAfter(new Map(), ...inputs);
}

/** Resolves the lines of each input after a build that published the companies `before`. */
export async function resolveAfter(
  before: ReadonlyMap<string, CompanyRecord>,
  ...inputs: RegisterLine[][]
): Promise<Resolution> {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-resolver-'));
  try {
    const resolver = await CompanyResolver.open(directory, {
      previousSnapshot: asPreviousSnapshot(before),
      keyedHash: KEYED_HASH,
    });
    try {
      for (const [input, lines] of inputs.entries()) {
        for (const line of lines) resolver.add(line, Buffer.from(JSON.stringify(line)), input);
      }
      const companies = new Map<string, CompanyRecord>();
      for await (const { company } of resolver.companies()) {
        assert.ok(!companies.has(company.id), `the id ${company.id} is yielded once`);
        companies.set(company.id, company);
      }
      return { companies, report: { ...resolver.report }, registers: resolver.registers };
    } finally {
      resolver.close();
      assert.deepEqual(readdirSync(directory), [], 'nothing is left on disk');
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Makes a previous snapshot of companies, without the values that their lifecycle withholds. */
function asPreviousSnapshot(companies: ReadonlyMap<string, CompanyRecord>): PreviousSnapshot {
  const inOrder = [...companies.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    *records() {
      for (const { id, lifecycle, keys, identifiers, numberForms, fingerprints, nameBefore } of inOrder) {
        const isWithheld = lifecycle.status === 'tombstoned' || lifecycle.status === 'restricted';
        yield isWithheld
          ? { id, lifecycle, keys: [], identifiers: [], numberForms: [], fingerprints }
          : { id, lifecycle, keys, identifiers, numberForms, fingerprints: [], nameBefore };
      }
    },
    has: (id) => companies.has(id),
    readValues: (id) => {
      const { profile = {}, classifications = [] } = companies.get(id) ?? {};
      return { profile, classifications };
    },
  };
}
