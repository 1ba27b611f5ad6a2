import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../model/index.ts';
import { folder } from '../../../test/folder.ts';
import { importedText, importsOf } from '../fixture-import.ts';
import { deOffeneregister } from './index.ts';

const imported = importsOf(deOffeneregister);
const FIXTURES = [1, 2, 3].map((n) => fileURLToPath(new URL(`fixtures/companies-${n}.jsonl`, import.meta.url)));

interface Given {
  readonly section?: string;
  readonly name?: string;
  readonly status?: string;
  readonly retrieved_at?: string;
  readonly company_number?: string;
  readonly officers?: readonly object[];
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
    all_attributes: { _registerArt: section, _registerNummer: '1', native_company_number: `Hamburg ${section} 1` },
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
  test('has no officers unless they are asked for: they are of 2017 to 2019', async (t) => {
    const { text } = await imported(t, FIXTURES, { oldOfficers: false });
    assert.doesNotMatch(text, /officers/);
  });

  test('says of which year every line and every officer is', async (t) => {
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

  test('takes neither towns nor names at birth of persons', async (t) => {
    const officers = [officer('Trudi geborene Geheim Muster', 'Prokurist')];
    const { text } = await importedText(t, deOffeneregister, record({ officers }));
    assert.match(text, /"Trudi Muster"/);
    assert.doesNotMatch(text, /geheim/i);
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
      assert.equal(asked.lines[0]?.officers, undefined, 'an owner is no officer');
    });

  test('tells no officers of a company that was removed', async (t) => {
    const officers = [officer('Erna Erfunden', 'Vorstand')];
    const { lines } = await importedText(t, deOffeneregister, record({ status: 'removed', officers }));
    assert.equal(lines[0]?.officers, undefined);
  });

  const FORMS: [key: string, forms: string[]][] = [
    ['K1101R_HRB1', ['K1101R_HRB1', 'HRB 1', 'DEK1101R.HRB1']],
    ['B1204_HRB1', ['B1204_HRB1', 'HRB 1']],
    ['F1103R_HRB1', ['F1103R_HRB1', 'HRB 1']],
    ['M1103_M1106_HRB1', ['M1103_M1106_HRB1', 'HRB 1']],
    ['K1101R_VR1', ['K1101R_VR1', 'HRB 1']],
  ];
  for (const [company_number, forms] of FORMS)
    test(`writes the number of ${company_number} as ${forms.join(', ')}`, async (t) => {
      const { lines } = await importedText(t, deOffeneregister, record({ company_number }));
      assert.deepEqual(lines[0]?.number_forms, forms);
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

  test('reads the dump as it is published, and says where it is cut or damaged', async (t) => {
    const path = join(folder(t), 'companies.jsonl.bz2');
    writeFileSync(path, COMPRESSED);
    const { text, report } = await imported(t, [path]);
    assert.equal(text, (await imported(t, FIXTURES.slice(2))).text);
    assert.equal(report.inputs[0]?.proven_whole, true);
    const damaged = Buffer.from(COMPRESSED);
    damaged.fill(0, 200, 209);
    for (const [bytes, reason] of [
      [COMPRESSED.subarray(0, -9), 'unexpected end of file'],
      [damaged, 'the bzip2 data is damaged: a block has more bytes than its stream allows, before byte 203'],
    ] as const) {
      writeFileSync(path, bytes);
      const message = `Cannot read "${path}": ${reason}`;
      await assert.rejects(imported(t, [path]), (error) => error instanceof InputError && error.message === message);
    }
  });
});

/** The last of the fixtures in two streams, as bzip2 1.0.8 writes them. */
const COMPRESSED = Buffer.from(
  'QlpoOTFBWSZTWTH303AAAwrfrEAQUAZ/8D/r31q//986AQABAAgAQAK9Q2woCElTRNNNPSNDRGJiZqMTTRkabRNMNE9BpPUpoMgBiBoMhoDRoD' +
    'IAA5piYCNMCMIwAAABMIwCpIgQ0Kn6npJtNIDE8p6QPUGhoPTTSMp8HKTMpFKgpVFUKKIqUk58/ZOG2fdIfpCppxgIaNbkvuOQc1tI1Mbz7fFB' +
    'A8Zc1tXpNk1XWRZRsXOUte7vWiutO1vdzl4vIzjxcIRSiooipUJz9Ho4vVOJPSfSqVKhKVKXPqed2LS6k7Z19aXsdDswYQ9v2Waxl62TSzDn6s' +
    '2KtzWrtWDDslNPXsyl0DtP0hGIFCMYnDUFpPRSATCJVjcsyklQGROIIhDFpS0ohjIRa2J2YfHVG4mD2HdZ9iUapSUdNNJzSDBowYMkp3MFpZ7W' +
    'DYxf25mEjwMWjZOlui7JeLPf+SjjR3w7uEtmWWUYxpTCM2Dwa5SZNGNtzOU3TcinvWu4T4JsUeLDVhdZ5GVkdHJlmnDXIv6V9VixpMFjftlp76' +
    'j+dhpXXkREijTFZKYi0IikIGXok+iovAsEo8Q1SmGcwZeX3It5pTWZuK21q3GE4+a7HGzN0cy8k3tbucdGy0qVKU+RKbJvlSjDJK9z42PQam1y' +
    'XaWL6ypPPMJwPonXdNsm2qqRwa2NTqZHIp3pyNJKWSjOThK9jcyiYtMY8uanK/RMMZVTc3lxpNsxl1dMusdKzbCo6lpGcbZofKpkzZDhG9yiYy' +
    'ZThNYmh4N6dR8W81eqYRtb3NjNpUpwPBR41x+NNJUKAzklHcXckU4UJAx99NwAQlpoOTFBWSZTWc9NPj0AAd5frEAQUAd/cC7rHxC/9/8qAQAA' +
    'BAgAQAH8AAGAAAAA0AAAAAGAAAAA0AAAAAGAAAAA0AAAAABVCjU0xTBMk9FHlD1P1Q9T1D9KDGR6SYR9W4wTKSUxEkpQmJTJHe+Lz/z5aFPn9L' +
    'gwbu1Oj+ub0X2p2ZbzXSTCpKiq1Sn8EcnJ5Ojm0OjNCJSSlEObr+HUR3nclKSOTk528IOMeK3d1vFl37bViXvBodtL2R+alaXjGnHKhDkSrwU8' +
    '37PJdC0zPpKObappeHGZm6pej+FP1yrLdUWVh5Pk/J4KeZe0lz9yn/YNq5yfAvexZsZMU2XLnqPmdllmcpvTGyFy7zXvZo0MGTallm9VXPqjQk' +
    '49G2Ut6ULRwYXRhpfQzLJjjsp66V3Biua29vbHC1pOEG+KWa2Ny2OqHC98YMF6yzMwZ0q6lsSkdamo0a1VJie61+UxxMTapJjDUzK0YyYTMxHU' +
    'mNJjmXbIpqe2s0kw5RRGFyXCN2tLtX7GstBw17UuxTSSmIzVwYKWs1M3WRYxQul74HR1dx7tUZrmpk3Ymo6OJZ9ojvfZr8n/i7kinChIZ6afHo' +
    'A=',
  'base64',
);
