/** Which companies of the index become lines, and which of them are persons. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder } from '../../../test/fixtures/folder.ts';
import { readTable } from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { gleif } from './index.ts';
import { isPersonForm, namesPerson } from './person-forms.ts';

const imported = createImport(gleif);
const JSON_EDITION = fileURLToPath(
  new URL('fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json', import.meta.url),
);

test('every legal form whose name says one person publishes no address and no day', () => {
  const rows = readTable(new URL('elf.tsv', import.meta.url));
  const named = rows.filter(([code = '', , , name = '']) => namesPerson(code, name));
  assert.ok(named.length > 80);
  assert.deepEqual(named.filter(([code = '']) => !isPersonForm(code)), []); // prettier-ignore
  // Of Serbia, Portugal, China, South Korea, Russia and Monaco the last six.
  for (const code of ['UX9X', 'ETZT', '43JO', 'B2N4', 'T5MB', 'QF8K', 'NFDF', 'RDZR', 'VHOW', '9O67', 'ZILA', 'RV48', 'GF7G', 'P9CF', 'X7W6']) assert.ok(isPersonForm(code), code); // prettier-ignore
});

test('gleif takes a new form of a fetched list that may be of one person as such, and counts it', async (t) => {
  const at = folder(t);
  const form = (code: string, localName: string): string =>
    JSON.stringify({ attributes: { code, countryCode: 'FI', names: [{ languageCode: 'fi', localName }] } });
  writeFileSync(join(at, 'forms-excerpt.ndjson'), `${form('ZZZ1', 'Uusi toiminimi')}\n${form('ZZZ2', 'Uusi yhtiö')}\n`);
  const record = (lei: string, code: string): object => ({
    LEI: { $: lei },
    Entity: { LegalName: { $: code }, LegalForm: { EntityLegalFormCode: { $: code } }, EntityStatus: { $: 'ACTIVE' }, EntityCategory: { $: 'GENERAL' }, EntityCreationDate: { $: '2020-01-01T00:00:00Z' } },
    Registration: { RegistrationStatus: { $: 'ISSUED' } },
  }); // prettier-ignore
  const records = [record('984500FIXTURE0000179', 'ZZZ1'), record('984500FIXTURE0000276', 'ZZZ2')];
  writeFileSync(join(at, 'toys.json'), JSON.stringify({ records }));
  const { lines, report } = await imported(t, [join(at, 'toys.json'), join(at, 'forms-excerpt.ndjson')]);
  assert.deepEqual(
    lines.map(({ legal_form: name, registered_on: day }) => [name, day]),
    [['Uusi toiminimi', undefined], ['Uusi yhtiö', '2020-01-01']], // prettier-ignore
  );
  assert.deepEqual(
    Object.entries(report.noted).filter(([reason]) => reason.includes('may be of one person')).map(([, { examples }]) => examples),
    [['ZZZ1']],
  ); // prettier-ignore
});

test('gleif has companies that are registered or seated in one of the 35 countries, and others on request', async (t) => {
  const [all, ours] = [await imported(t, [JSON_EDITION]), await imported(t, [JSON_EDITION], { world: false })];
  // A second company of the United States continues one of the 35 countries.
  const isAbroad = ({ identifiers }: RegisterLine): boolean =>
    identifiers?.some(({ country_scope: scope }) => scope === 'US-MA') === true;
  assert.equal(all.lines.filter(isAbroad).length, 1);
  assert.deepEqual(
    ours.lines,
    all.lines.filter((line) => !isAbroad(line)),
  );
  assert.equal(ours.report.dropped['registered and seated outside of the 35 countries']?.count, 1);
});

test('gleif keeps a company abroad that continues one of the 35 countries, and one of no country', async (t) => {
  const entity = (country: string | undefined, more: object = {}): object => ({
    LegalName: { $: `Toys of ${country}` },
    ...(country && { LegalJurisdiction: { $: country }, HeadquartersAddress: { Country: { $: country } } }),
    ...more,
  });
  const [abroad, ours, other, nowhere] = ['984500FIXTURE0000179', '984500FIXTURE0000276', '984500FIXTURE0000373', '984500FIXTURE0000470']; // prettier-ignore
  const records = [
    { LEI: { $: abroad }, Entity: entity('US'), Registration: { RegistrationStatus: { $: 'ISSUED' } } },
    { LEI: { $: ours }, Entity: entity('FI', { SuccessorEntity: [{ SuccessorLEI: { $: abroad } }] }), Registration: { RegistrationStatus: { $: 'MERGED' } } },
    { LEI: { $: other }, Entity: entity('US'), Registration: { RegistrationStatus: { $: 'ISSUED' } } },
    { LEI: { $: nowhere }, Entity: entity(undefined), Registration: { RegistrationStatus: { $: 'ISSUED' } } },
  ]; // prettier-ignore
  const path = join(folder(t), 'toys.json');
  writeFileSync(path, JSON.stringify({ records }));
  const { lines } = await imported(t, [path], { world: false });
  assert.deepEqual(
    lines.map(({ identifiers, lifecycle }) => [identifiers?.at(-1)?.value, lifecycle?.status]),
    [[abroad, undefined], [nowhere, undefined], [ours, 'redirected']], // prettier-ignore
  );
});

test('gleif compares days with the file of records, also where undated code lists are inputs', async (t) => {
  const at = folder(t);
  const forms = fileURLToPath(new URL('fixtures/lists/forms-excerpt.ndjson', import.meta.url));
  const entity = {
    LegalName: { $: 'Toys' },
    EntityCategory: { $: 'GENERAL' },
    EntityCreationDate: { $: '2026-11-25' },
  };
  const record = { LEI: { $: '984500FIXTURE0000179' }, Entity: entity, Registration: { RegistrationStatus: { $: 'ISSUED' } } }; // prettier-ignore
  const path = join(at, '20261120-0000-gleif-goldencopy-lei2-intra-day.json');
  writeFileSync(path, JSON.stringify({ records: [record] }));
  const { lines, report } = await imported(t, [path, forms]);
  assert.equal(lines[0]?.registered_on, undefined);
  assert.equal(report.noted['registered_on is later than the file, skipped']?.count, 1);
});

for (const [line, number, want] of [
  ['Strada Inventată', '35', 'Strada Inventată 35'],
  ['Esimerkkikatu 35', '35', 'Esimerkkikatu 35'],
  ['Esimerkkikatu 35', undefined, 'Esimerkkikatu 35'],
] as const)
  test(`gleif gives "${want}" for the line "${line}" and the house number ${number}`, async (t) => {
    const address = { FirstAddressLine: { $: line }, ...(number && { AddressNumber: { $: number } }), City: { $: 'Toytown' } }; // prettier-ignore
    const entity = { LegalName: { $: 'Toys' }, EntityCategory: { $: 'GENERAL' }, LegalAddress: address };
    const record = { LEI: { $: '984500FIXTURE0000179' }, Entity: entity, Registration: { RegistrationStatus: { $: 'ISSUED' } } }; // prettier-ignore
    const path = join(folder(t), 'toys.json');
    writeFileSync(path, JSON.stringify({ records: [record] }));
    const { lines, report } = await imported(t, [path]);
    assert.deepEqual(lines[0]?.address?.lines, [want]);
    assert.deepEqual(report.leftover_fields, {});
  });
