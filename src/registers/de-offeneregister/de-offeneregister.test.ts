import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createImport, importedText } from '../fixture-import.ts';
import { deOffeneregister } from './index.ts';

const imported = createImport(deOffeneregister);
const FIXTURES = [1, 2, 3].map((n) => fileURLToPath(new URL(`fixtures/companies-${n}.jsonl`, import.meta.url)));

interface Given {
  readonly section?: string;
  readonly name?: string;
  readonly status?: string;
  readonly retrieved_at?: string;
  readonly company_number?: string;
  readonly officers?: readonly object[];
  readonly registered_address?: string;
  readonly registered_office?: string;
}

/** A record of the dump. */
function record({
  section = 'HRB',
  company_number = `K1101R_${section}1`,
  name = 'Kranwerk',
  status,
  ...given
}: Given): string {
  return JSON.stringify({
    company_number,
    name,
    current_status: status ?? 'currently registered',
    retrieved_at: given.retrieved_at ?? '2018-06-25T04:24:35Z',
    officers: given.officers ?? [],
    registered_address: given.registered_address,
    all_attributes: {
      _registerArt: section,
      _registerNummer: '1',
      native_company_number: `Hamburg ${section} 1`,
      registered_office: given.registered_office,
    },
  });
}
const officer = (name: string, position: string, type = 'person'): object => ({
  name,
  position,
  type,
  start_date: '2016-01-01',
  other_attributes: { city: 'Geheimstadt', maidenname: 'Geheim' },
});

suite('de-offeneregister', () => {
  test('has officers only on request: they are of 2017 to 2019', async (t) => {
    const { text } = await imported(t, FIXTURES, { oldOfficers: false });
    assert.doesNotMatch(text, /officers/);
  });

  test('shows the year of every line and of every officer', async (t) => {
    const { lines } = await imported(t, FIXTURES);
    for (const { as_of_date: date = '', officers = [] } of lines) {
      assert.match(date, /^201[789]-/);
      for (const { source } of officers) {
        assert.equal(source.title, `OffeneRegister, as of ${date.slice(0, 4)}`);
        assert.equal(source.observed_at?.slice(0, 10), date);
      }
    }
    assert.match(deOffeneregister.attribution, /as of 2017 to January 2019/);
    assert.match(deOffeneregister.name, /as of 2017 to January 2019/);
  });

  test('stores neither towns nor birth names of persons', async (t) => {
    const officers = [officer('Trudi geborene Geheim Muster', 'Prokurist')];
    const { text } = await importedText(t, deOffeneregister, record({ officers }));
    assert.match(text, /"Trudi Muster"/);
    assert.doesNotMatch(text, /geheim/i);
  });

  test('gives no kind to an officer whose type has the name of a member of objects', async (t) => {
    const officers = [officer('Trudi Muster', 'Prokurist', 'constructor')];
    const { lines } = await importedText(t, deOffeneregister, record({ officers }));
    assert.deepEqual(lines[0]?.officers?.map(({ name, kind }) => [name, kind]), [['Trudi Muster', undefined]]); // prettier-ignore
  });

  const SOLE: [claim: string, given: Given, isLine: boolean][] = [
    ['a firm with an owner', { section: 'HRA', officers: [officer('Erna Erfunden', 'Inhaber')] }, false],
    ['e.K.', { section: 'HRA', name: 'Apotheke e.K.' }, false],
    ['e. Kfr.', { section: 'HRA', name: 'Apotheke e. Kfr.' }, false],
    ['e.Kfm. within the name', { section: 'HRA', name: 'Apotheke e.Kfm. am Markt' }, false],
    ['eingetragene Kauffrau', { section: 'HRA', name: 'Erna Erfunden, eingetragene Kauffrau' }, false],
    ['Inh.', { section: 'HRA', name: 'Drogerie Inh. Erna Erfunden' }, false],
    ['Inhaberin', { section: 'HRA', name: 'Drogerie, Inhaberin: Erna Erfunden' }, false],
    ['a partnership', { section: 'HRA', name: 'Drogerie Erfunden KG' }, true],
    ['a company with the word in its name', { section: 'HRB', name: 'Inhaberschuld GmbH' }, true],
    ['a partnership with the word in another', { section: 'HRA', name: 'Inhaberschuld KG' }, true],
  ];
  for (const [claim, given, isLine] of SOLE)
    test(`${isLine ? 'keeps' : 'leaves out'} ${claim}`, async (t) => {
      const { lines, report } = await importedText(t, deOffeneregister, record(given));
      assert.equal(lines.length, isLine ? 1 : 0);
      assert.equal(report.dropped['sole trader']?.count, isLine ? undefined : 1);
      const asked = await importedText(t, deOffeneregister, record(given), 'in', { soleTraders: true });
      assert.equal(asked.lines.length, 1);
      assert.equal(asked.lines[0]?.officers, undefined, 'an owner is not an officer');
    });

  test('has no officers of a company that was removed', async (t) => {
    const officers = [officer('Erna Erfunden', 'Vorstand')];
    const { lines } = await importedText(t, deOffeneregister, record({ status: 'removed', officers }));
    assert.equal(lines[0]?.officers, undefined);
  });

  const WITHOUT_ADDRESS: Given[] = [
    { section: 'HRA', name: 'Apotheke e.K.' },
    { section: 'HRA', name: 'Drogerie KG Inh. Erna Erfunden' },
    { section: 'HRA', name: 'Drogerie Erfunden' },
  ];
  for (const given of WITHOUT_ADDRESS)
    test(`gives no address of ${given.name}, which may be a sole trader`, async (t) => {
      const text = record({ ...given, registered_address: 'Privatweg 1, 55116 Mainz.', registered_office: 'Mainz' });
      const { lines } = await importedText(t, deOffeneregister, text, 'in', { soleTraders: true });
      assert.equal(lines.length, 1);
      assert.equal(lines[0]?.address, undefined);
    });

  const SEATS: [claim: string, given: Given, want: object | undefined][] = [
    ['without an address is that of the seat', { registered_office: 'Bingen' }, { locality: 'Bingen' }],
    [
      'with an address that the collector cut is that of the seat',
      { registered_address: 'Erfundenstr.', registered_office: 'Mainz (Amtsgericht Mainz - HRB 1)' },
      { locality: 'Mainz' },
    ],
    [
      'with a whole address is in its text',
      { registered_address: 'Rheinufer 8, 55116 Mainz.', registered_office: 'Bingen' },
      { text: 'Rheinufer 8, 55116 Mainz' },
    ],
    ['without a seat is absent', {}, undefined],
  ];
  for (const [claim, given, want] of SEATS) {
    test(`the town of a company ${claim}`, async (t) => {
      const { lines } = await importedText(t, deOffeneregister, record(given));
      assert.deepEqual(lines[0]?.address, want);
    });
  }

  const FORMS: [key: string, forms: string[], euid?: string][] = [
    ['K1101R_HRB1', ['K1101R_HRB1', 'HRB 1'], 'DEK1101R.HRB1'],
    ['B1204_HRB1', ['B1204_HRB1', 'HRB 1']],
    ['F1103R_HRB1', ['F1103R_HRB1', 'HRB 1']],
    ['M1103_M1106_HRB1', ['M1103_M1106_HRB1', 'HRB 1']],
    ['K1101R_VR1', ['K1101R_VR1', 'HRB 1']],
  ];
  for (const [company_number, forms, euid] of FORMS)
    test(`writes the number of ${company_number} as ${forms.join(', ')}, its EUID ${euid ?? 'not at all'}`, async (t) => {
      const { lines } = await importedText(t, deOffeneregister, record({ company_number }));
      assert.deepEqual(lines[0]?.number_forms, forms);
      assert.equal(lines[0]?.euid, euid);
    });

  const REFUSED: [claim: string, text: string, message: RegExp][] = [
    [
      'a record without its time',
      record({ retrieved_at: 'gestern' }),
      /record 1: retrieved_at must be a time, YYYY-MM-DDThh:mm:ssZ, got "gestern"/,
    ],
    [
      'a record without a number',
      '{"company_number":"K1101R_HRB1","all_attributes":{},"retrieved_at":""}',
      /all_attributes\.native_company_number is missing/,
    ],
    ['a record without a key', '{"all_attributes":{},"retrieved_at":""}', /company_number is missing/],
  ];
  for (const [claim, text, message] of REFUSED)
    test(`refuses ${claim}`, async (t) => {
      await assert.rejects(importedText(t, deOffeneregister, text), message);
    });
});
