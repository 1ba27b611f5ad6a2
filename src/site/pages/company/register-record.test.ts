import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Company } from '../../../contract/index.ts';
import { REGISTERS } from '../../../registers/index.ts';
import { recordAt } from '../register-facts.ts';

const companyOf = (scope: string, value: string): Company => ({
  id: 'co_2v5k8m0q3s6t9w1x4y7za0bcde',
  object: 'company',
  lifecycle: { status: 'active' },
  identifiers: [{ scheme: 'national_registry_number', value, country_scope: scope }],
});

for (const [scope, value, registers, want] of [
  [
    'GB',
    'SC300047',
    ['gb-companies-house', 'gleif'],
    'https://find-and-update.company-information.service.gov.uk/company/SC300047',
  ],
  [
    'GB-SCT',
    'SC 1/?',
    ['gb-companies-house'],
    'https://find-and-update.company-information.service.gov.uk/company/SC%201%2F%3F',
  ],
  ['EE', '19900019', ['ee-ariregister'], 'https://ariregister.rik.ee/est/company/19900019'],
  ['NO', '911000695', ['gleif', 'no-brreg'], 'https://data.brreg.no/enhetsregisteret/api/enheter/911000695'],
  ['FI', '0110071-6', ['fi-prh'], undefined],
  ['SE', '911000695', ['no-brreg'], undefined],
  ['GB', 'SC300047', [], undefined],
] as const) {
  test(`the record of ${scope} ${value} at ${registers.join(' or ') || 'no register'}`, () => {
    assert.equal(recordAt(companyOf(scope, value), registers)?.address, want);
  });
}

test('every address of a record is of https and has a place for one number', () => {
  for (const { id, companyUrl } of REGISTERS.values()) {
    if (companyUrl === undefined) continue;
    assert.equal(new URL(companyUrl).protocol, 'https:', id);
    assert.equal(companyUrl.split('{number}').length, 2, id);
  }
});
