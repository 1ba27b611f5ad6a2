import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { fixtureCases } from '../fixtures.ts';
import { imported, importedText } from '../fixture-import.ts';
import codes from './codes.json' with { type: 'json' };
import { listCodes } from '../../importer/declaration.ts';
import { findSources, frRne } from './index.ts';

const OFFICER_ROLES = new Map(Object.entries(codes.roleEntreprise.officers));

const SIREN = '009200015';

type Fields = Readonly<Record<string, unknown>>;

const person = (more: Fields = {}) => ({ descriptionPersonne: { nom: 'EXEMPLE', prenoms: ['Anne'], ...more } });
const manager = (more: Fields = {}) => ({ typeDePersonne: 'INDIVIDU', roleEntreprise: '30', individu: person(), ...more }); // prettier-ignore

/** A record of a legal person with these powers. */
const record = (powers: readonly unknown[], { formality, ...more }: Fields & { formality?: Fields } = {}) => ({
  siren: SIREN,
  updatedAt: '2026-02-01T12:00:00+01:00',
  ...more,
  formality: { siren: SIREN, content: { personneMorale: { composition: { pouvoirs: powers } } }, ...formality },
});

const importedRecords = (t: TestContext, records: readonly unknown[], name = 'in.json', options = {}) =>
  importedText(t, frRne, JSON.stringify(records), name, options);

async function readOfficers(t: TestContext, ...powers: readonly unknown[]) {
  const { lines } = await importedRecords(t, [record(powers)]);
  return (lines[0]?.officers ?? []).map(({ name, roles }) => [name, ...(roles ?? [])].join(': '));
}

suite('Officers of the RNE', () => {
  test('are only those with a role of the list', async (t) => {
    for (const code of listCodes(codes.roleEntreprise)) {
      const words = OFFICER_ROLES.get(code);
      assert.deepEqual(
        await readOfficers(t, manager({ roleEntreprise: code })),
        words === undefined ? [] : [`Anne EXEMPLE: ${words}`],
        code,
      );
    }
  });

  const otherRoles: [claim: string, power: Fields, officers: string[]][] = [
    ['an office', manager({ roleEntreprise: '99', autreRoleEntreprise: "Membre du Conseil d'Administration", individu: person({ nom: 'ZIRBEL', prenoms: ['ALMA'] }), actif: true }), ["ALMA ZIRBEL: Membre du Conseil d'Administration"]],
    ['an office in capitals, with a number as the code', manager({ roleEntreprise: 99, autreRoleEntreprise: ' VICE-PRÉSIDENTE  DU CONSEIL ' }), ['Anne EXEMPLE: VICE-PRÉSIDENTE DU CONSEIL']],
    ['an office of a company', { typeDePersonne: 'ENTREPRISE', roleEntreprise: '99', autreRoleEntreprise: 'Administrateur', entreprise: { denomination: 'CONTE' }, representant: person() }, ['CONTE: Administrateur', 'Anne EXEMPLE: Représentant de CONTE, Administrateur']],
    ['an office of a company that has the code itself', { typeDePersonne: 'ENTREPRISE', autreRoleEntreprise: 'Gérante', entreprise: { denomination: 'CONTE', roleEntreprise: '99' } }, ['CONTE: Gérante']],
    ['an office in the text of the first role', manager({ roleEntreprise: '99', libelleRoleEntreprise: 'Directrice générale' }), ['Anne EXEMPLE: Directrice générale']],
    ['a second office', manager({ secondRoleEntreprise: '99', libelleSecondRoleEntreprise: 'Membre du comité stratégique' }), ['Anne EXEMPLE: Gérant: Membre du comité stratégique']],
    ['a second office in the text of the first', manager({ secondRoleEntreprise: '99', autreRoleEntreprise: 'Trésorier' }), ['Anne EXEMPLE: Gérant: Trésorier']],
    ['two offices', manager({ roleEntreprise: '99', autreRoleEntreprise: 'Président', secondRoleEntreprise: '99', libelleSecondRoleEntreprise: 'Liquidateur' }), ['Anne EXEMPLE: Président: Liquidateur']],
    ['an owner', manager({ roleEntreprise: '99', autreRoleEntreprise: 'Actionnaire' }), []],
    ['a second role as an owner', manager({ secondRoleEntreprise: '99', libelleSecondRoleEntreprise: 'Associé' }), ['Anne EXEMPLE: Gérant']],
    ['an auditor', manager({ roleEntreprise: '99', autreRoleEntreprise: 'Président des commissaires aux comptes' }), []],
    ['an honour', manager({ roleEntreprise: '99', autreRoleEntreprise: "Présidente d'honneur" }), []],
    ['the head of one establishment', manager({ roleEntreprise: '99', autreRoleEntreprise: "Directeur de l'établissement de Lille" }), []],
    ['a word that only begins as an office does', manager({ roleEntreprise: '99', autreRoleEntreprise: 'Secrétariat' }), []],
    ['nothing more', manager({ roleEntreprise: '99', libelleRoleEntreprise: 'Autre' }), []],
    ['nothing', manager({ roleEntreprise: '99' }), []],
  ]; // prettier-ignore
  for (const [claim, power, officers] of otherRoles) {
    test(`of the code 99 are those whose text names an office: ${claim}`, async (t) => {
      assert.deepEqual(await readOfficers(t, power), officers);
    });
  }

  test('of the code 99 are counted where the text does not name an office', async (t) => {
    const { report } = await importedRecords(t, [record([manager({ roleEntreprise: '99', autreRoleEntreprise: 'Actionnaire' })])]); // prettier-ignore
    assert.deepEqual(report.noted['role 99 whose text is not an office, skipped'], { count: 1, examples: [SIREN] });
    assert.ok(report.ordinary.includes('role 99 whose text is not an office, skipped'));
  });

  test('owners, partners and auditors are not among them', () => {
    const words = [...OFFICER_ROLES.values()].join(' ');
    assert.doesNotMatch(words, /Commissaire|unique qui|bénéficiaire|Indivisaire|majoritaire|commandit|contr[oô]le/i);
  });

  const cases: [claim: string, power: Fields, officers: string[]][] = [
    ['has the role of the person where the power has none', manager({ roleEntreprise: null, individu: person({ role: '73' }) }), ['Anne EXEMPLE: Président de SAS']],
    ['may have a role as a number', manager({ roleEntreprise: 30 }), ['Anne EXEMPLE: Gérant']],
    ['has the name in use', manager({ individu: person({ nomUsage: 'FABLE' }) }), ['Anne FABLE: Gérant']],
    ['may have a first name as a text', manager({ individu: person({ prenoms: 'Anne  Zoé' }) }), ['Anne Zoé EXEMPLE: Gérant']],
    ['is skipped where the name is withheld', manager({ individu: person({ nom: '[ND]' }) }), []],
    ['is skipped where there is no name', manager({ individu: null }), []],
    ['is active where nothing is said', manager({ actif: null }), ['Anne EXEMPLE: Gérant']],
    ['is skipped where the person is not active', manager({ actif: true, individu: { ...person(), actif: false } }), []],
    ['is skipped where the company is not active', { typeDePersonne: 'ENTREPRISE', roleEntreprise: '65', entreprise: { denomination: 'CONTE', actif: false } }, []],
    ['has no representative who is not active', { typeDePersonne: 'ENTREPRISE', roleEntreprise: '65', entreprise: { denomination: 'CONTE' }, representant: { ...person(), actif: false } }, ['CONTE: Administrateur']],
    ['is only an owner without a role', manager({ roleEntreprise: null, beneficiaireEffectif: true }), []],
    ['may be a company that has the role', { typeDePersonne: 'ENTREPRISE', entreprise: { denomination: 'CONTE', roleEntreprise: '73' } }, ['CONTE: Président de SAS']],
    ['is represented by a person within the company', { typeDePersonne: 'ENTREPRISE', roleEntreprise: '65', entreprise: { denomination: 'CONTE', individuRepresentant: person() } }, ['CONTE: Administrateur', 'Anne EXEMPLE: Représentant de CONTE, Administrateur']],
    ['is not the representative of an auditor', { typeDePersonne: 'ENTREPRISE', roleEntreprise: '71', entreprise: { denomination: 'CONTE' }, representant: person() }, []],
  ]; // prettier-ignore
  for (const [claim, power, officers] of cases) {
    test(`an officer ${claim}`, async (t) => assert.deepEqual(await readOfficers(t, power), officers));
  }
});

test('no birth, home, nationality or owner is in a line or in a report', async (t) => {
  const [fixtures] = fixtureCases('fr-rne');
  const { text, report } = await imported(t, frRne, fixtures?.inputs ?? []);
  const written = text + JSON.stringify(report);
  for (const secret of [
    '1901',
    'RUE INVENTEE',
    'Inventaise',
    'SECRETIER',
    'Ulysse',
    'PROPRIETAIRE',
    'OPPOSANT',
    'INACTIF',
  ])
    assert.ok(!written.includes(secret), secret);
});

const newest: [claim: string, records: unknown[], names: string[]][] = [
  ['the newest record of a SIREN is used, in any file', [record([manager()], { updatedAt: '2026-01-01T00:00:00Z' }), record([manager({ individu: person({ nom: 'NOUVEAU' }) })])], ['Anne NOUVEAU']],
  ['by the time and not by its text', [record([manager()], { updatedAt: '2026-01-01T00:30:00+02:00' }), record([manager({ individu: person({ nom: 'NOUVEAU' }) })], { updatedAt: '2025-12-31T23:00:00Z' })], ['Anne NOUVEAU']],
  ['also if it has no officers', [record([manager()], { updatedAt: '2026-01-01T00:00:00Z' }), record([])], []],
  ['also where it is not diffused', [record([manager()], { updatedAt: '2026-01-01T00:00:00Z' }), record([manager()], { formality: { diffusionINSEE: 'N' } })], []],
]; // prettier-ignore
for (const [claim, records, names] of newest) {
  test(claim, async (t) => {
    const { lines } = await importedRecords(t, records);
    assert.deepEqual(
      lines.flatMap(({ officers = [] }) => officers.map(({ name }) => name)),
      names,
    );
  });
}

test('a record without a SIREN is rejected by its place', async (t) => {
  const { formality: _, ...rest } = record([manager()]);
  await assert.rejects(
    importedRecords(t, [rest]),
    /its first record \("siren", "updatedAt"\) has the required fields of none of the kinds/,
  );
  const { report } = await importedRecords(t, [record([]), { formality: { content: {} } }], 'in.json', {
    maxRejects: 1,
  });
  assert.deepEqual(report.rejects.map(({ record: at, field, reason }) => [at, field, reason]), [[2, 'formality.siren', 'is missing']]); // prettier-ignore
});

test('a line has the day of the stock, from the name of the file or of its zip', async (t) => {
  const day = async (name: string) => (await importedRecords(t, [record([manager()])], name)).lines[0]?.as_of_date;
  assert.equal(await day('stock_RNE_formalites_NIVEAU1_20260304_1400.json'), '2026-03-04');
  assert.equal(await day('stock_RNE_formalites_20250523_0000.json'), '2025-05-23');
  assert.equal(await day('in.json'), '2026-02-01');
});

test('the lines add to fr-sirene, and those of a whole stock must name officers', async (t) => {
  assert.equal(frRne.addsTo, 'fr-sirene');
  const { lines } = await importedRecords(t, [record([manager()])]);
  assert.deepEqual(Object.keys(lines[0] ?? {}).toSorted(), [
    'adds_to',
    'as_of_date',
    'identifiers',
    'officers',
    'register',
  ]);
});

const file = (name: string) => ({ name, url: `ftp://x/${name}`, bytes: 5 });
test('fetch downloads the newest stock of formalities, whatever the name of its level', () => {
  const files = ['stock_RNE_formalites_20250523_0000.zip', 'stock_RNE_formalites_NIVEAU1_20260304_1400.zip', 'stock_RNE_comptes_annuels_NIVEAU1_20260320_1400.zip', 'lisez-moi.txt'].map(file); // prettier-ignore
  const [source, ...more] = findSources(files);
  assert.deepEqual([source?.name, more], ['stock_RNE_formalites_NIVEAU1_20260304_1400.zip', []]);
  const [next] = findSources([...files, file('stock_RNE_formalites_20270302_0900_v2.zip')]);
  assert.equal(next?.name, 'stock_RNE_formalites_20270302_0900_v2.zip');
  assert.deepEqual(findSources([file('stock_RNE_comptes_annuels_20250926_1000_v2.zip')]), []);
  assert.ok(frRne.files.superseded?.test(next?.name ?? ''));
});
