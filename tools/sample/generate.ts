/**
 * Makes the bundled sample: `node tools/sample/generate.ts` writes tools/sample/companies.ndjson. Every name, number and person
 * in it is invented.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FICTION, Random, type Country } from './index.ts';
import { InventedDetails } from './details.ts';
import { SAMPLE_REGISTER, type RegisterLine } from '../../src/model/index.ts';
import { Numbering, identityOf } from './numbering.ts';
import { ordinaryLine } from './ordinary.ts';
import { specialLines } from './special.ts';

export const SAMPLE_FILE = fileURLToPath(new URL('companies.ndjson', import.meta.url));

/** Changing the seed changes every company of the sample, and with it the examples in the documents. */
const SEED = 35;

/** No country of the sample has fewer ordinary companies. */
const COMPANIES_MIN = 14;

/** How much larger a large register is in the sample: above 1, so that its pages fill while the file stays small. */
const UNEVENNESS = 1.3;

/** The whole text of the sample file, the same on every machine. */
export function sampleText(): string {
  const random = new Random(SEED);
  const numbering = new Numbering(random);
  const special = specialLines(random, numbering);
  const ordinary = FICTION.flatMap((country) =>
    Array.from({ length: COMPANIES_MIN + Math.round((country.thousands / 100) ** UNEVENNESS) }, (_, turn) =>
      ordinaryLine(country, turn, random, numbering),
    ),
  );
  // Drawn last, so that every other company keeps its numbers: README.md and the first start search for "lodz".
  const boats = {
    ...identityOf(numbering.next('PL'), true),
    name: 'Łódź Żółwigrodzka spółka jawna',
    country_code: 'PL',
    as_of_date: '2026-11-15',
  };
  // The register tells whoever serves them that these companies are invented.
  return [...special, ...ordinary, boats]
    .map((line) => `${JSON.stringify({ register: SAMPLE_REGISTER, ...line, ...detailsOf(line) })}\n`)
    .join('');
}

const INVENTED: ReadonlyMap<string, readonly [Country, InventedDetails]> = new Map(
  FICTION.map((country, i) => [country.code, [country, new InventedDetails(country, SEED + i)]]),
);

/** Details as far as the record is active and has a number; some companies stay without any. */
function detailsOf({
  identifiers = [],
  lifecycle,
  company_status: status,
  officers,
}: RegisterLine): Partial<RegisterLine> {
  const number = identifiers.find(({ scheme }) => scheme === 'national_registry_number');
  const [country, invented] = INVENTED.get(number?.country_scope?.slice(0, 2) ?? '') ?? [];
  if (number === undefined || country === undefined || invented === undefined || lifecycle !== undefined) return {};
  const isUsual = status === undefined || status === country.statuses[0];
  const details = invented.next({ number: number.value, isUsual, hasOfficers: officers !== undefined });
  return number.value.length % 7 === 0 ? {} : details;
}

if (import.meta.main) writeFileSync(SAMPLE_FILE, sampleText());
