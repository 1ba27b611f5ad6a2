import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { cutsThatImport, importedText } from '../fixture-import.ts';
import certificate from './certificate.json' with { type: 'json' };
import { rsApr } from './index.ts';
import { isPublishedNumber } from '../../model/index.ts';

// Numbers of large companies, which the agency and the companies publish.
for (const [number, want] of [
  ['20084693', true],
  ['17162543', true],
  ['00003506', true],
  ['29516901', true],
  ['20084694', false],
  ['2008469', false],
  ['200846931', false],
  ['2008469X', false],
] as const) {
  test(`the check digit of ${number} is ${want ? 'right' : 'wrong'}`, () => {
    assert.equal(isPublishedNumber('RS matični broj', number), want);
  });
}

test('the intermediate certificate is issued by a root that Node knows, and is valid for years', () => {
  const intermediate = new X509Certificate(certificate.pem.join('\n'));
  const roots = rootCertificates.map((pem) => new X509Certificate(pem));
  assert.ok(roots.some((root) => intermediate.checkIssued(root) && intermediate.verify(root.publicKey)));
  assert.ok(intermediate.ca);
  assert.ok(intermediate.validToDate > new Date('2034-01-01'));
});

const FILE = '{"DatumPreseka":"2026-10-31","Podaci":{"20999993":{"PoslovnoIme":"A","NazivStatus":"Активан"}}}';

test('rs-apr gives the date of the command line before that of the file', async (t) => {
  const dated = await importedText(t, rsApr, FILE);
  assert.equal(dated.lines[0]?.as_of_date, '2026-10-31');
  const { lines } = await importedText(t, rsApr, FILE, 'in', { published: '2026-11-20' });
  assert.equal(lines[0]?.as_of_date, '2026-11-20');
});

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  ['companies without their numbers', 'in', '[{"PoslovnoIme":"A"}]', /record 1: MaticniBroj is missing/],
  ['another file of the agency', 'in', '{"DatumPreseka":"x","Podaci":[{"Naziv":"A"}]}', /"Podaci" is not an object/],
  ['an invalid date', 'in', FILE.replace('2026-10-31', '31.10.2026'), /as_of_date must be a calendar day/],
  ['a name that is not a text', 'in', FILE.replace('"A"', '7'), /record 1: PoslovnoIme must be text, got 7$/],
  [
    'a whole file that holds next to nothing',
    'companies.json',
    FILE,
    /a full file of rs-apr holds at least 120000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, text, want] of REFUSED) {
  test(`rs-apr refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, rsApr, text, name), want);
  });
}

test('rs-apr takes no cut file', async (t) => {
  assert.deepEqual(await cutsThatImport(t, rsApr, FILE), []);
});
