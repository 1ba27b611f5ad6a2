import assert from 'node:assert/strict';
import type { CompanyIdentifier } from '../resources.ts';

const SCHEMES: Readonly<Record<string, CompanyIdentifier['scheme']>> = {
  n: 'national_registry_number',
  l: 'lei',
  v: 'eu_vat_number',
  w: 'vat_number',
  t: 'tin',
};

/** Returns the identifier of a line such as `n FI 0112038-9`: scheme, scope (`-` for none) and value. */
export function parseIdentifier(published: string): CompanyIdentifier {
  const [kind = '', scope = '', ...value] = published.split(' ');
  const scheme = SCHEMES[kind] ?? assert.fail(kind);
  return { scheme, value: value.join(' '), ...(scope !== '-' && { country_scope: scope }) };
}
