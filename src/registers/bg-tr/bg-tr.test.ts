import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { importedText, imported } from '../fixture-import.ts';
import { fixtureCases } from '../fixtures.ts';
import type { Days } from './line.ts';
import { findDays } from './read.ts';
import { bgTr } from './index.ts';

const INPUTS = fixtureCases('bg-tr').flatMap(({ inputs }) => inputs);

const DAYS: readonly (readonly [claim: string, days: readonly string[], list: readonly string[], want: Partial<Days>])[] = [
  ['nothing of no day', [], [], { listed: [], unlisted: [] }],
  ['nothing over a Sunday', ['2026-05-23', '2026-05-25'], [], { last: '2026-05-25', unlisted: [] }],
  ['other days between', ['2026-05-26', '2026-05-23', '2026-05-23'], [], { last: '2026-05-26', unlisted: ['2026-05-25'] }],
  ['no certain gap in a week', ['2026-05-01', '2026-05-09'], [], { last: '2026-05-09', listed: [] }],
  ['where the first long gap begins', ['2026-05-09', '2026-05-30', '2026-06-20'], [], { beforeGap: '2026-05-09' }],
  ['a listed day', ['2026-05-20', '2026-05-22'], ['2026-05-22', '2026-05-21', '2026-05-20'], { beforeGap: '2026-05-20', listed: ['2026-05-21'], unlisted: [] }],
  ['nothing of days that a list lacks', ['2026-05-01', '2026-05-20'], ['2026-05-20', '2026-05-01'], { listed: [], unlisted: [] }],
  ['what is older than a list', ['2026-05-01', '2026-05-04', '2026-05-06'], ['2026-05-06', '2026-05-05'], { listed: ['2026-05-05'], unlisted: ['2026-05-02'], beforeGap: '2026-05-04' }],
]; // prettier-ignore
for (const [claim, days, list, want] of DAYS) {
  test(`days without a file: ${claim}`, () => {
    const found = findDays(days, new Set(list));
    assert.deepEqual({ ...found, ...want }, found);
    if (want.beforeGap === undefined) assert.equal(found.beforeGap, undefined);
  });
}

test('bg-tr has no word of owners, addresses of persons, passports or personal numbers in its lines or its report', async (t) => {
  const { text, report } = await imported(t, bgTr, INPUTS, { soleTraders: true });
  const raw = INPUTS.map((input) => readFileSync(input, 'utf8')).join('\n');
  for (const word of ['ЗАБРАНЕН', 'ДЕЙСТВИТЕЛЕН', 'Тайна', 'Домашна', 'АЛМА', 'office@', 'abab', 'cdcd', '1234567890', 'ЛИЦЕ"}],"Ind']) {
    if (word.length < 12) assert.ok(raw.includes(word), word);
    assert.ok(!text.includes(word) && !JSON.stringify(report).includes(word), word);
  }
}); // prettier-ignore

test('bg-tr has sole traders on request, and never the person', async (t) => {
  const { lines } = await imported(t, bgTr, INPUTS, { soleTraders: true });
  const trader = lines.find(({ legal_form: form }) => form === 'Едноличен търговец');
  assert.equal(trader?.name, 'ЕДНО ЛИЦЕ');
  assert.equal(trader.officers, undefined);
});

test('bg-tr gives the same lines where every day is there twice', async (t) => {
  const at = folder(t);
  const copies = INPUTS.map((input) => {
    const copy = join(at, `again ${basename(input)}`);
    copyFileSync(input, copy);
    return copy;
  });
  const once = await imported(t, bgTr, INPUTS);
  const twice = await imported(t, bgTr, [...copies, ...INPUTS]);
  assert.equal(twice.text, once.text);
});

const deed = (members: object, attributes: object = {}): string =>
  JSON.stringify({
    Message: [{ Body: [{ Deeds: [{ Deed: [{ $: { UIC: '999000017', LegalForm: 'OOD', ...attributes }, SubDeed: [members] }] }] }] }],
  }); // prettier-ignore

test('bg-tr takes the activity with the higher code of two in one entry, in either order', async (t) => {
  const entered = { FieldOperation: 'Add', FieldEntryNumber: '20260521101010' };
  const activities = [
    { $: { ...entered, codeNkid: '0111', textNkid: 'Я' } },
    { $: { ...entered, codeNkid: '0112', textNkid: 'А' } },
  ];
  for (const SubjectOfActivityNKID of [activities, activities.toReversed()]) {
    const section = { $: { SubUICType: 'MainCircumstances', SubUIC: '0011' }, SubjectOfActivityNKID };
    const { lines } = await importedText(t, bgTr, deed(section), '2026-05-22.json');
    assert.deepEqual(lines[0]?.classifications?.map(({ label }) => label), ['А']); // prettier-ignore
  }
});

const REFUSED: readonly (readonly [claim: string, text: string, want: RegExp])[] = [
  ['a deed without a number', deed({}, { UIC: '' }), /record 1: \$\.UIC is missing/],
  ['an attribute that is not a text', deed({ $: { SubUIC: 7 } }), /record 1: SubDeed\.\$\.SubUIC must be text, got 7/],
  ['a field that is not a list', deed({ Managers: 'x' }), /record 1: SubDeed\.Managers must be a list, got "x"/],
  ['a field that is a list of texts', deed({ Managers: ['x'] }), /record 1: SubDeed\.Managers must be an object, got "x"/],
  ['a page that says why there is no file', '{"error":"no such resource"}', /its first record \("error"\) has the required fields of none/],
  ['an HTML page', '<!DOCTYPE html><html></html>', /Cannot read/],
]; // prettier-ignore
for (const [claim, text, want] of REFUSED) {
  test(`bg-tr refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, bgTr, text, '2026-05-22.json'), want);
  });
}

const ENTRY = { FieldOperation: 'Add', FieldEntryNumber: '20260521101010' };
const DATED: readonly (readonly [claim: string, name: string, field: object, want: string | undefined])[] = [
  ['as the publisher names files', 'Търговски регистър 22.05.2026.json', ENTRY, '2026-05-22'],
  ['year first', '2026-05-22.json', ENTRY, '2026-05-22'],
  ['of its newest entry where its name has none', 'day.json', ENTRY, '2026-05-21'],
  ['of the date of the entry where that has no number', 'day.json', { FieldOperation: 'Add', FieldEntryDate: '2026-05-20T09:00:00' }, '2026-05-20'],
  ['of no day where the files have none', 'day.json', { FieldOperation: 'Add' }, undefined],
]; // prettier-ignore
for (const [claim, name, $, want] of DATED) {
  test(`bg-tr takes the day of a file ${claim}`, async (t) => {
    const section = { SubUICType: 'MainCircumstances', SubUIC: '0011' };
    const text = deed({ $: section, Company: [''], Transliteration: [{ $, _: 'A' }], Managers: [[]] });
    const { lines } = await importedText(t, bgTr, text, name);
    assert.equal(lines[0]?.as_of_date, want);
    assert.equal(lines[0]?.other_names?.[0]?.name, 'A');
  });
}

const inEntry = (FieldEntryNumber: string): object => ({ FieldOperation: 'Add', FieldEntryNumber });
const person = (RecordID: string, Name: string, IndentType: string, more: object = {}): object => ({
  $: { RecordID, ...more },
  Person: [{ Name: [{ _: Name }], IndentType: [{ _: IndentType }], Indent: [{ _: 'abab' }] }],
  Address: [{ Street: [{ _: 'Тайна' }] }],
  Contacts: [{ EMail: [{ _: 'office@example.bg' }] }],
  Status: [{ Name: [{ _: 'постоянен' }] }],
});
const BANKRUPTCY = { SubUICType: 'Bankruptcy', SubUIC: '0012' };
const NEW_OFFICERS: readonly (readonly [claim: string, section: object, want: readonly object[] | undefined])[] = [
  [
    'the general partners of a limited partnership',
    {
      $: { SubUICType: 'MainCircumstances', SubUIC: '0011' },
      UnlimitedLiabilityPartners: [
        {
          $: inEntry('20260521101010'),
          UnlimitedLiabilityPartner: [
            { $: { RecordID: '1' }, Subject: [{ Name: [{ _: 'ИЗМИСЛЕНА ФИРМА' }], IndentType: [{ _: 'UIC' }] }], Address: [{ Street: [{ _: 'Тайна' }] }] },
          ],
        },
      ],
      LimitedLiabilityPartners: [{ $: inEntry('20260521101010'), LimitedLiabilityPartner: [person('2', 'ТИХ СЪДРУЖНИК', 'EGN')] }],
    },
    [{ name: 'ИЗМИСЛЕНА ФИРМА', kind: 'organisation', roles: ['Неограничено отговорни съдружници'] }],
  ],
  [
    'the trustee in bankruptcy, of whatever court',
    {
      $: BANKRUPTCY,
      Trustees: [{ $: inEntry('20260521101010'), Trustee: [person('1', 'ИЗМИСЛЕН СИНДИК', 'EGN', { InductionDate: '21.05.2026', AcquittanseDate: '..' })] }],
      TrusteesSecIns: [{ $: inEntry('20260521101011'), TrusteeSecIns: [person('2', 'ВТОРИ СИНДИК', 'EGN', { WarrantyFund: 'false' })] }],
    },
    [
      { name: 'ИЗМИСЛЕН СИНДИК', kind: 'natural_person', roles: ['Синдик'] },
      { name: 'ВТОРИ СИНДИК', kind: 'natural_person', roles: ['Синдик'] },
    ],
  ],
  [
    'no trustee who was released',
    {
      $: BANKRUPTCY,
      Trustees: [
        { $: inEntry('20260520101010'), Trustee: [person('1', 'ИЗМИСЛЕН СИНДИК', 'EGN')] },
        { $: inEntry('20260521101010'), Trustee: [person('1', 'ИЗМИСЛЕН СИНДИК', 'EGN', { AcquittanseDate: '20.05.2026' })] },
      ],
    },
    undefined,
  ],
]; // prettier-ignore
for (const [claim, section, want] of NEW_OFFICERS) {
  test(`bg-tr names ${claim}, and nothing else of them`, async (t) => {
    const { lines, text, report } = await importedText(t, bgTr, deed(section), '2026-05-22.json');
    const officers = lines[0]?.officers?.map(({ name, kind, roles }) => ({ name, kind, roles }));
    assert.deepEqual(officers, want);
    assert.doesNotMatch(text, /Тайна|office@|abab|ТИХ/);
    assert.deepEqual(report.leftover_fields, {});
  });
}
