import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runImport, type ImportOptions } from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { noBrreg } from './index.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { createImport, toCounts } from '../fixture-import.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const ENTITIES = fixture('enheter-2026-11-20.json');
const ROLES = fixture('roller-2026-11-20.json');

const imported = createImport(noBrreg);

/** Writes records as a published file and returns its path. */
function published(t: TestContext, name: string, records: unknown[]): string {
  const path = join(folder(t), name);
  writeFileSync(path, JSON.stringify(records));
  return path;
}

const entity = (more: object): object => ({
  organisasjonsnummer: '999000010',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  ...more,
});

const readRoles = (...roller: object[]): object => ({ organisasjonsnummer: '999000010', rollegrupper: [{ roller }] });

const chair = (etternavn: string, more: object = {}): object => ({
  type: { kode: 'LEDE', beskrivelse: 'Styrets leder' },
  person: { navn: { etternavn } },
  ...more,
});

test('no-brreg turns entities and roles with every known trap into the expected lines, in any order', async (t) => {
  const { text, report } = await imported(t, [ENTITIES, ROLES]);
  assert.equal(text, readFileSync(fixture('expected.ndjson'), 'utf8'));
  assert.equal((await imported(t, [ROLES, ENTITIES])).text, text);
  assert.deepEqual(
    report.inputs.map((input) => input.records),
    [8, 17],
  );
  assert.deepEqual(toCounts(report), JSON.parse(readFileSync(fixture('expected.report.json'), 'utf8')));
});

test('no-brreg counts every record as a line, as a drop or as the roles of a line', async (t) => {
  const { report, lines } = await imported(t, [ENTITIES, ROLES]);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  const joined = lines.filter(({ officers }) => officers !== undefined).length;
  assert.equal(report.lines_written + dropped + joined, report.records_read);
});

test('no-brreg never writes a date of birth, an e-mail address, a phone number or the address of a person', async (t) => {
  const { text } = await imported(t, [ENTITIES, ROLES], { soleTraders: true });
  for (const secret of ['1970-01-01', '1950-02-03', '@eksempelfisk', '00 00 00 00', 'Oppdiktede vei', 'Omsorg']) {
    assert.ok(readFileSync(ENTITIES, 'utf8').includes(secret) || readFileSync(ROLES, 'utf8').includes(secret));
    assert.ok(!text.includes(secret), secret);
  }
});

test('no-brreg imports sole traders and their owners on request', async (t) => {
  const sole = (lines: readonly RegisterLine[]): unknown =>
    lines.find((line) => line.company_type === 'ENK')?.officers?.[0];
  assert.equal(sole((await imported(t, [ENTITIES, ROLES])).lines), undefined);
  const asked = sole((await imported(t, [ENTITIES, ROLES], { soleTraders: true })).lines);
  assert.deepEqual(asked, {
    name: 'Ola Oppdiktet',
    kind: 'natural_person',
    roles: ['Innehaver'],
    source: {
      system: 'Brønnøysundregistrene, Enhetsregisteret',
      url: 'https://data.brreg.no/enhetsregisteret/api/enheter/999000061/roller',
      observed_at: '2026-11-20T00:00:00Z',
    },
  });
});

test('no-brreg shows no officers without a file of roles', async (t) => {
  const { lines } = await imported(t, [ENTITIES]);
  assert.equal(lines.length, 14);
  assert.ok(lines.every(({ officers }) => officers === undefined));
});

test('no-brreg uses the newest roles of an entity, even an empty list', async (t) => {
  const old = published(t, 'roller-2026-11-01.json', [readRoles(chair('Gammel'))]);
  const gone = published(t, 'roller-2026-11-02.json', [readRoles(chair('Gammel', { fratraadt: true }))]);
  const company = published(t, 'enheter-2026-11-02.json', [entity({})]);
  const before = await imported(t, [company, old]);
  assert.equal(before.lines[0]?.officers?.[0]?.name, 'Gammel');
  const after = await imported(t, [company, old, gone]);
  assert.equal(after.lines[0]?.officers, undefined);
  assert.equal(after.report.dropped['roles: a newer record has the same number']?.count, 1);
});

for (const [kode, beskrivelse, isShown] of [
  ['PROK', 'Prokura', true],
  ['POFE', 'Prokura i fellesskap', true],
  ['POHV', 'Prokura hver for seg', true],
  ['SIGN', 'Signatur', false],
  ['REVI', 'Revisor', false],
] as const) {
  test(`no-brreg ${isShown ? 'names' : 'does not name'} the holder of the role ${kode}`, async (t) => {
    const company = published(t, 'enheter.json', [entity({})]);
    const roles = published(t, 'roller.json', [readRoles(chair('Oppdiktet', { type: { kode, beskrivelse } }))]);
    const { lines, report } = await imported(t, [company, roles]);
    assert.deepEqual(lines[0]?.officers?.map(({ name, roles: held }) => [name, held]), isShown ? [['Oppdiktet', [beskrivelse]]] : undefined); // prettier-ignore
    assert.deepEqual(report.unknown_codes, {});
  });
}

test('no-brreg names the standard of activity codes by the date of the file', async (t) => {
  const readScheme = async (name: string, more: Partial<ImportOptions> = {}): Promise<unknown> => {
    const path = published(t, name, [entity({ naeringskode1: { kode: '45.310' } })]);
    return (await imported(t, [path], more)).lines[0]?.classifications;
  };
  const want = (scheme: string): object[] => [{ scheme, code: '45.310', is_primary: true }];
  assert.deepEqual(await readScheme('enheter-2025-12-31.json'), want('SN2007'));
  assert.deepEqual(await readScheme('enheter-2026-01-01.json'), want('SN2025'));
  assert.deepEqual(await readScheme('enheter.json'), want('SN2025'));
  assert.deepEqual(await readScheme('enheter-2026-01-01.json', { published: '2024-05-05' }), want('SN2007'));
});

test('no-brreg reports its progress and can be stopped while it reads roles, before the first line', async (t) => {
  const reported: number[] = [];
  const stop = new AbortController();
  const onProgress = (_bytes: number, _total: number, records: number): void => {
    reported.push(records);
    if (records === 3) stop.abort(new InputError('Cannot import: interrupted'));
  };
  await assert.rejects(imported(t, [ENTITIES, ROLES], { onProgress, signal: stop.signal }), /interrupted$/);
  assert.deepEqual(reported, [1, 2, 3]);
});

const REFUSED: [string, string, unknown[], RegExp][] = [
  ['only roles', 'roller.json', [readRoles()], /no input is a file of entities; roles have no companies$/],
  ['another register', 'other.json', [{ LEI: 'X' }], /of none of the kinds roles, entities$/],
  ['an empty list', 'enheter.json', [], /it holds no record$/],
  ['a record without a number', 'a.json', [entity({}), {}], /record 2: organisasjonsnummer is missing$/],
  ['a name that is not a text', 'a.json', [entity({ navn: 5 })], /record 1: navn must be text, got 5$/],
  [
    'a flag that is a text',
    'a.json',
    [entity({ konkurs: 'ja' })],
    /record 1: konkurs must be true or false, got "ja"$/,
  ],
  [
    'an address that is not an object',
    'a.json',
    [entity({ postadresse: [] })],
    /postadresse must be an object, got \[\]$/,
  ],
  [
    'a full file that is too short',
    'enheter_alle.json',
    [entity({})],
    /holds at least 1000000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, records, want] of REFUSED) {
  test(`no-brreg refuses ${claim}`, async (t) => {
    const input = published(t, name, records);
    const output = join(folder(t), 'out');
    await assert.rejects(
      runImport(noBrreg, { output, inputs: [input], maxRejects: 0 }),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

test('no-brreg refuses the CSV edition, which has other columns', async (t) => {
  const path = join(folder(t), 'enheter.csv');
  writeFileSync(path, '"organisasjonsnummer","navn","organisasjonsform.kode"\n"999000010","A","AS"\n');
  await assert.rejects(imported(t, [path]), /it is CSV; take the JSON edition$/);
});
