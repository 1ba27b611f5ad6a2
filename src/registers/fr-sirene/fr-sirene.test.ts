import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RegisterLine } from '../../model/index.ts';
import { createImport, importedText } from '../fixture-import.ts';
import kinds from './columns.json' with { type: 'json' };
import { findCountryCode } from './head-offices.ts';
import { frSirene } from './index.ts';
import { SirenStates } from './read.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const UNITS = fixture('2026-08-01-StockUniteLegale-excerpt.csv');
const OLDER_UNITS = fixture('2018-12-01-StockUniteLegale-excerpt.csv');
const ESTABLISHMENTS = fixture('2026-08-01-StockEtablissement-excerpt.csv');
const OLDER_ESTABLISHMENTS = fixture('2026-07-01-StockEtablissement-excerpt.csv');
const ALL = [UNITS, OLDER_UNITS, ESTABLISHMENTS, OLDER_ESTABLISHMENTS];

const imported = createImport(frSirene);

const ESTABLISHMENT = `siren,etablissementSiege,codeCommuneEtablissement,codePaysEtrangerEtablissement,libellePaysEtrangerEtablissement\n`;

/** A file of units with the required columns and the columns of `row`. A `row` without a SIREN gets an invented SIREN. */
function unitsFile(...rows: Record<string, string>[]): string {
  const columns = [...new Set([...kinds.units.required, ...rows.flatMap((row) => Object.keys(row))])];
  const defaults: Record<string, string> = { siren: '009000019', statutDiffusionUniteLegale: 'O' };
  const texts = rows.map((row) => columns.map((column) => row[column] ?? defaults[column] ?? '').join(','));
  return `${[columns.join(','), ...texts].join('\n')}\n`;
}

async function buildLine(t: TestContext, row: Record<string, string>, name = 'in'): Promise<RegisterLine> {
  const { text } = await importedText(t, frSirene, unitsFile(row), name);
  return JSON.parse(text) as RegisterLine;
}

test('fr-sirene accounts for every record: lines, drops, and head offices that were joined', async (t) => {
  const { report } = await imported(t, ALL);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  const joined = 10;
  assert.equal(report.lines_written + dropped + joined, report.records_read);
});

test('fr-sirene never writes first names, pseudonyms, addresses or what was withheld since', async (t) => {
  const { text } = await imported(t, ALL, { soleTraders: true });
  const source = ALL.map((file) => readFileSync(file, 'utf8')).join('');
  const secrets = ['SIDONIEVE', 'CHOUETTE', 'DOMICILE INVENTE', 'BORDEAUX', 'SECRET INVENTE', 'CHEZ ', 'ROSELINDE', 'CACHEE-DEPUIS', 'NOM CACHE', '[ND]']; // prettier-ignore
  for (const secret of secrets) {
    assert.ok(source.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
});

test('fr-sirene takes sole traders on request, under the name in use', async (t) => {
  const { lines, report } = await imported(t, [UNITS], { soleTraders: true });
  const names = new Map(lines.map((line) => [line.identifiers?.[0]?.value, line.name]));
  assert.equal(names.get('009000118'), 'OCTAVINE INVENTIER');
  assert.ok(names.has('009000126'));
  assert.equal(names.get('009000126'), undefined);
  assert.equal(names.get('009000134'), 'ANTHELMIN FICTIVEAU');
  assert.equal(names.get('009000142'), 'SANSPRENOMIER');
  assert.equal(report.dropped['sole trader'], undefined);
});

test('fr-sirene names no person who objected, also where the file does', async (t) => {
  const row = { categorieJuridiqueUniteLegale: '1000', nomUniteLegale: 'OUBLIER', statutDiffusionUniteLegale: 'P' };
  const at = mkdtempSync(join(tmpdir(), 'openfirma-fr-'));
  t.after(() => rmSync(at, { recursive: true }));
  writeFileSync(join(at, 'in'), unitsFile(row));
  const { lines } = await imported(t, [join(at, 'in')], { soleTraders: true });
  assert.deepEqual(Object.keys(lines[0] ?? {}).toSorted(), [
    'company_type',
    'identifiers',
    'legal_form',
    'record_url',
    'register',
    'withholds_officers',
  ]);
});

test('fr-sirene gives no country and no address where no file of establishments is given', async (t) => {
  const { lines } = await imported(t, [UNITS]);
  assert.ok(lines.length > 0);
  for (const { country_code: country, address } of lines) assert.deepEqual([country, address], [undefined, undefined]);
});

const STREET = { street: '4 BIS RUE INVENTEE', locality: 'LILLE', country_code: 'FR' };
for (const [claim, unit, diffusion, want] of [
  ['of a company', { categorieJuridiqueUniteLegale: '5710' }, 'O', STREET],
  [
    'of a company in an edition without the status of establishments',
    { categorieJuridiqueUniteLegale: '5710' },
    '',
    STREET,
  ],
  ['that is protected', { categorieJuridiqueUniteLegale: '5710' }, 'P', undefined],
  ['of a protected unit', { categorieJuridiqueUniteLegale: '5710', statutDiffusionUniteLegale: 'P' }, 'O', undefined],
  ['of a sole trader', { categorieJuridiqueUniteLegale: '1000', nomUniteLegale: 'INVENTIER' }, 'O', undefined],
  ['that persons share', { categorieJuridiqueUniteLegale: '2110' }, 'O', undefined],
] as const) {
  test(`fr-sirene gives ${want === undefined ? 'no' : 'the'} address ${claim}`, async (t) => {
    const at = mkdtempSync(join(tmpdir(), 'openfirma-fr-'));
    t.after(() => rmSync(at, { recursive: true }));
    writeFileSync(join(at, 'units'), unitsFile(unit));
    const columns = `${ESTABLISHMENT.trim()},statutDiffusionEtablissement,numeroVoieEtablissement,indiceRepetitionEtablissement,typeVoieEtablissement,libelleVoieEtablissement,libelleCommuneEtablissement`;
    writeFileSync(join(at, 'offices'), `${columns}\n009000019,true,59350,,,${diffusion},4,BIS,RUE,INVENTEE,LILLE\n`);
    const { lines } = await imported(t, [join(at, 'units'), join(at, 'offices')], { soleTraders: true });
    assert.equal(lines[0]?.country_code, 'FR');
    assert.deepEqual(lines[0]?.address, want);
  });
}

const NAMED = [
  { name: 'LES PINS', kind: 'dénomination usuelle' },
  { name: 'AUX PINS', kind: 'enseigne' },
];
for (const [claim, unit, want] of [
  ['of a company', { denominationUniteLegale: 'X', categorieJuridiqueUniteLegale: '5710', denominationUsuelle1UniteLegale: 'LES PINS' }, NAMED],
  ['of a sole trader', { categorieJuridiqueUniteLegale: '1000', nomUniteLegale: 'INVENTIER' }, undefined],
  ['of a protected unit', { categorieJuridiqueUniteLegale: '5710', statutDiffusionUniteLegale: 'P' }, undefined],
] as const) {
  test(`fr-sirene gives ${want === undefined ? 'no' : 'the'} names of the head office ${claim}`, async (t) => {
    const at = mkdtempSync(join(tmpdir(), 'openfirma-fr-'));
    t.after(() => rmSync(at, { recursive: true }));
    writeFileSync(join(at, 'units'), unitsFile(unit));
    const columns = `${ESTABLISHMENT.trim()},denominationUsuelleEtablissement,enseigne1Etablissement,enseigne2Etablissement`;
    writeFileSync(join(at, 'offices'), `${columns}\n009000019,true,59350,,,LES PINS,AUX PINS,X\n`);
    const { lines, report } = await imported(t, [join(at, 'units'), join(at, 'offices')], { soleTraders: true });
    assert.deepEqual(lines[0]?.other_names, want === undefined ? undefined : want.filter(({ name }) => name !== 'X'));
    assert.deepEqual(report.leftover_fields, {});
  });
} // prettier-ignore

test('fr-sirene dates a line by the command line, else the file, else the last change of the unit', async (t) => {
  const row = { dateDernierTraitementUniteLegale: '2024-03-22T14:26:06.123' };
  assert.equal((await buildLine(t, row)).as_of_date, '2024-03-22');
  assert.equal((await buildLine(t, row, '2026-08-01-StockUniteLegale.csv')).as_of_date, '2026-08-01');
  assert.equal((await buildLine(t, {})).as_of_date, undefined);
  const { lines } = await imported(t, [UNITS], { published: '2026-08-02' });
  assert.ok(lines.every(({ as_of_date: date }) => date === '2026-08-02'));
});

const RICE = { scheme: 'NAFRev2', code: '01.12Z', label: 'Culture du riz', is_primary: true };
const IN_2025 = { scheme: 'NAF25', code: '01.12Y', is_primary: true };
for (const [claim, code, scheme, code2025, want, unknown] of [
  ['of both editions', '01.12Z', 'NAFRev2', '01.12Y', [RICE, IN_2025], {}],
  [
    'of an older edition',
    '01.1Z',
    'NAFRev1',
    '01.12Y',
    [{ scheme: 'NAFRev1', code: '01.1Z', is_primary: true }, IN_2025],
    {},
  ],
  ['of 2025 in the first column', '01.12Y', 'NAF25', '', [IN_2025], {}],
  ['of 2025 in the first column, called by its year', '01.12Y', 'NAF2025', '', [IN_2025], {}],
  ['of 2025 in another spelling', '01.12Y', 'NAF rév. 2025', '', [IN_2025], {}],
  ['of 2025 in a spelling with a blank', '01.12Y', 'NAF 2025', '01.12Y', [IN_2025], {}],
  ['of 2025 in both columns', '01.12Y', 'NAF2025', '01.12Y', [IN_2025], {}],
  ['of 2025 in the second column, where the first names it and is empty', '', 'NAF25', '01.12Y', [IN_2025], {}],
  ['without its edition, and that of 2025', '01.12Z', '', '01.12Y', [IN_2025], {}],
  ['that is not known yet', '00.00Z', 'NAFRev2', '', [{ scheme: 'NAFRev2', code: '00.00Z', is_primary: true }], {}],
  [
    'that the edition named does not have',
    '01.12Y',
    'NAFRev2',
    '',
    [{ scheme: 'NAFRev2', code: '01.12Y', is_primary: true }],
    { 'activitePrincipaleUniteLegale in NAFRev2': { '01.12Y': 1 } },
  ],
  [
    'of an unknown edition',
    '01.12W',
    'NAF60',
    '01.12Y',
    [{ scheme: 'NAF60', code: '01.12W', is_primary: true }, IN_2025],
    { nomenclatureActivitePrincipaleUniteLegale: { NAF60: 1 } },
  ],
] as const) {
  test(`fr-sirene names the edition of an activity ${claim}`, async (t) => {
    const row = unitsFile({
      activitePrincipaleUniteLegale: code,
      nomenclatureActivitePrincipaleUniteLegale: scheme,
      activitePrincipaleNAF25UniteLegale: code2025,
    });
    const { text, report } = await importedText(t, frSirene, row);
    assert.deepEqual((JSON.parse(text) as RegisterLine).classifications, want);
    assert.deepEqual(report.unknown_codes, unknown);
  });
}

test('fr-sirene counts activities without a label, because none are at hand for NAF 2025', async (t) => {
  const row = { activitePrincipaleUniteLegale: '01.12Y', nomenclatureActivitePrincipaleUniteLegale: 'NAF2025' };
  const { report } = await importedText(t, frSirene, unitsFile(row, { ...row, siren: '009000027' }));
  const note = 'activity in NAF 2025, of which no labels are at hand';
  assert.deepEqual(report.noted[note], { count: 2, examples: ['01.12Y', '01.12Y'] });
  assert.ok(report.ordinary.includes(note));
});

test('fr-sirene reports a column that the register did not have', async (t) => {
  const { report } = await importedText(t, frSirene, unitsFile({ activitePrincipaleNAF60UniteLegale: 'A' }));
  assert.deepEqual(report.leftover_fields, { activitePrincipaleNAF60UniteLegale: 1 });
});

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  ['only establishments', 'in', `${ESTABLISHMENT}009000019,true,75101,,\n`, /establishments have no companies$/],
  [
    'the file of past periods',
    'in',
    'siren,dateFin,dateDebut,etatAdministratifUniteLegale,denominationUniteLegale\n009000019,,,A,X\n',
    /of none of the kinds units, establishments$/,
  ],
  ['another delimiter', 'in', unitsFile({}).replaceAll(',', ';'), /its columns are divided by ";"; must be ","$/],
  ['a unit without a number', 'in', unitsFile({ siren: '' }), /record 1: siren is missing$/],
  [
    'an invalid date of the last change',
    'in',
    unitsFile({ dateDernierTraitementUniteLegale: '22/03/2024' }),
    /record 1: dateDernierTraitementUniteLegale must begin with a date, got "22\/03\/2024"$/,
  ],
  [
    'a full file that holds next to nothing',
    'StockUniteLegale_utf8.csv',
    unitsFile({}),
    /a full file of fr-sirene holds at least 27000000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, text, want] of REFUSED) {
  test(`fr-sirene refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, frSirene, text, name), want);
  });
}

test('SirenStates keeps a state for every number', () => {
  const states = new SirenStates();
  const given = [['999999998', 3], ['000000000', 1], ['009000019', 2], ['009000027', 1], ['12', 2]] as const; // prettier-ignore
  for (const [siren, state] of given) {
    assert.equal(states.get(siren), 0);
    states.set(siren, state);
  }
  for (const [siren, state] of given) assert.equal(states.get(siren), state, siren);
});

test('SirenStates refuses a register in which numbers have no check digit', () => {
  const states = new SirenStates();
  assert.throws(() => {
    for (let number = 0; number <= 100_000; number++) states.set(`X${number}`, 1);
  }, /more than 100000 numbers have a wrong check digit$/);
});

for (const [code, label, want] of [
  ['99131', 'BELGIQUE', 'BE'],
  ['99131', undefined, 'BE'],
  ['99132', 'ROYAUME-UNI', 'GB'],
  ['99132', 'Jersey', 'JE'],
  ['99161', 'GUERNESEY', 'GG'],
  ['99425', 'CAIMANES (ILES)', 'KY'],
  ['99425', undefined, undefined],
  ['99431', 'ANTILLES NEERLANDAISES', undefined],
  ['99157', 'KOSOVO', undefined],
  ['99699', undefined, 'AQ'],
  ['131', 'BELGIQUE', undefined],
] as const) {
  test(`findCountryCode returns ${want} for ${code} ${label}`, () => assert.equal(findCountryCode(code, label), want));
}
