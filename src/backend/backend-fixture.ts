/** The companies of the suite of backends. */
import assert from 'node:assert/strict';
import { deriveCompanyId, type RegisterLine } from '../model/index.ts';

export const COMPANIES = 120;

/** Makes company `n` of the suite. Names sort by `n`; every third company is Swedish, the others Finnish. */
export function line(n: number, name = toName(n)): RegisterLine {
  const number = `98${String(n).padStart(5, '0')}`;
  const source = { system: 'Test register' };
  return {
    name,
    identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: n % 3 === 0 ? 'SE' : 'FI' }],
    state: n % 4 === 0 ? 'in_liquidation' : 'active',
    address: { street: `Esimerkkitie ${n}`, locality: 'Helsinki' },
    former_names: [{ name: `Vanha Mylly ${n}`, kind: 'previous', until: '2020-01-31' }],
    register: 'test-register',
    as_of_date: '2026-11-20',
    officers: [
      { name: `Aino Esimerkki ${n}`, roles: ['Director'], source },
      { name: `Bo Exempel ${n}`, source },
      { name: `Cia Avgången ${n}`, resigned_on: '2020-01-01', source },
    ],
  };
}

export const toName = (n: number): string => `Pohjola Mylly ${String(n).padStart(5, '0')}`;

export const toLaterName = (n: number): string => `Pohjola Mylly Uusi ${String(COMPANIES - n).padStart(5, '0')}`;

/** The id of a record that redirects to company 8. */
export const MOVED_ID = 'co_01040g2081040g2081040g2081';

/** A company that no search of the suite finds; the later data restrict it. */
const WITHHELD: RegisterLine = {
  name: 'Rajalinna Oy',
  identifiers: [{ scheme: 'national_registry_number', value: '9700001', country_scope: 'FI' }],
  address: { street: 'Salatie 1', locality: 'Turku' },
  register: 'test-register',
  as_of_date: '2026-11-20',
};
export const WITHHELD_ID = deriveId(WITHHELD);

/** The id of a record that redirects to {@linkcode WITHHELD}. */
export const MOVED_TO_WITHHELD_ID = 'co_01040g2081040g2081040g2082';

/** Another company at the address of {@linkcode WITHHELD}. */
const NEIGHBOUR: RegisterLine = {
  ...WITHHELD,
  name: 'Naapurila Oy',
  identifiers: [{ scheme: 'national_registry_number', value: '9700002', country_scope: 'FI' }],
  address: { lines: ['SALATIE 1'], locality: 'TURKU', country_code: 'FI' },
};
export const NEIGHBOUR_ID = deriveId(NEIGHBOUR);

/** The name of the records that redirect. */
export const NAME_BEFORE = 'Vanhala Oy';

function redirectTo(id: string, target: string): RegisterLine {
  const lifecycle = { status: 'redirected', canonical_id: target } as const;
  return { register: 'test-register', id, name: NAME_BEFORE, lifecycle };
}

/** The companies of the suite, and the records that redirect to two of them. `open` returns a backend over them. */
export const SUITE_LINES: readonly RegisterLine[] = [
  ...Array.from({ length: COMPANIES }, (_, n) => line(n)),
  redirectTo(MOVED_ID, suiteId(8)),
  redirectTo(MOVED_TO_WITHHELD_ID, WITHHELD_ID),
  WITHHELD,
  NEIGHBOUR,
];

/** The records of {@linkcode SUITE_LINES} under names that sort in the opposite order, so ranks change. One company is restricted. */
export const LATER_LINES: readonly RegisterLine[] = [
  ...Array.from({ length: COMPANIES }, (_, n) => line(n, toLaterName(n))),
  redirectTo(MOVED_ID, suiteId(8)),
  redirectTo(MOVED_TO_WITHHELD_ID, WITHHELD_ID),
  { ...WITHHELD, lifecycle: { status: 'restricted' } },
  NEIGHBOUR,
];

/** Derives the id of company `n` from its number. */
export function suiteId(n: number): string {
  return deriveId(line(n));
}

function deriveId({ identifiers: [identifier] = [] }: RegisterLine): string {
  assert.ok(identifier !== undefined);
  const { scheme, country_scope: scope = '', value } = identifier;
  return deriveCompanyId({ kind: 'identifier', scheme, scope, comparedValue: value });
}
