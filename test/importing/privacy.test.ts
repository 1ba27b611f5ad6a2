/**
 * No line has an address of a natural person, a name after c/o, a birth date or a personal number. Runs over the fixtures, and with
 * `SAMPLES=FOLDER` over genuine files in `FOLDER/COUNTRY/…` or `FOLDER/REGISTER/…`, such as `norway` or `no-brreg`.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { InputError, type RegisterLine } from '../../src/model/index.ts';
import type { Register } from '../../src/importer/index.ts';
import { imported } from '../../src/registers/fixture-import.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { folder } from '../fixtures/folder.ts';

const CARE_OF = /(?<![\p{L}\p{N}.])c\s?[/|]\s?o(?![\p{L}\p{N}])|℅|(?<!\p{L})care of(?!\p{L})/iu;

/** Words in types and legal forms of one person, or of the estate of one. */
const ONE_PERSON =
  /^(?:PFA?|I[FI])$|εμπορική επωνυμία|yksityinen elinkeinonharj|kuolinpesä|füüsilisest isikust|individuālais komersants|^ENK$|enkeltperson|enkeltmand|dødsbo|dödsbo|enskild (?:firma|närings)|einzelunternehm|einzelkauf|einzelfirma|raison individuelle|ditta individuale|entrepreneur individuel|personne physique|natuurlijk persoon|natural person|sole.?(?:trader|propr)|fyzick[áé] osob|fyzická osoba|živnost|persoan[ăa] fizic|[îi]ntreprindere individual|едноличен търговец|trgovac pojedinac|samostojni podjetnik|предузетник|preduzetnik|ατομικη|фізична особа/iu;

/** Forms of personal numbers, and of days as birth dates are written. No postal code or house number has these forms. */
const PERSONAL: readonly (readonly [what: string, form: RegExp])[] = [
  // Some street names include the day until which they were used.
  ['a day', /(?<![\d.]|tot )\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}(?!\d)|(?<!\d)(?:19|20)\d{2}-[01]\d-[0-3]\d(?!\d)/],
  ['a word for a birth', /(?<!\p{L})(?:born|geboren|geb\.|née?|nar\.|född|født|syntynyt|dzim\.)\s+\d/iu],
  ['a number of the north', /(?<!\d)[0-3]\d[01]\d\d{2}[-+A][0-9]{3}[0-9A-Z](?![\dA-Z])/],
  ['a number of Sweden', /(?<!\d)(?:19|20)?\d{2}[01]\d[0-3]\d[-+]\d{4}(?!\d)/],
  ['a number of Latvia', /(?<!\d)[0-3]\d[01]\d{3}-\d{5}(?!\d)/],
  ['a number of Czechia or Slovakia', /(?<!\d)\d{2}[0156]\d[0-3]\d\/\d{3,4}(?!\d)/],
  ['a number of Belgium', /(?<!\d)\d{2}\.[01]\d\.[0-3]\d-\d{3}\.\d{2}(?!\d)/],
  ['ten or more digits', /(?<!\d)\d{10,13}(?!\d)/],
];

/** Returns the faults of a text. */
function findTextFaults(text: string): string[] {
  const forms = PERSONAL.filter(([, form]) => form.test(text)).map(([what]) => what);
  return CARE_OF.test(text) ? ['c/o', ...forms] : forms;
}

const TEXTS: readonly (readonly [text: string, faults: readonly string[]])[] = [
  ['c/o Alma Zirbel, Musterstraße 1', ['c/o']],
  ['Musterstraße 1 (C/O Zirbel)', ['c/o']],
  ['Care of A. Zirbel', ['c/o']],
  ['Alma Zirbel, 31.12.1970', ['a day']],
  ['Zirbel 1970-12-31', ['a day']],
  ['Zirbel, geb. 1970', ['a word for a birth']],
  ['311270-123A', ['a number of the north']],
  ['701231-1234', ['a number of Sweden']],
  ['311270-12345', ['a number of Latvia']],
  ['701231/1234', ['a number of Czechia or Slovakia']],
  ['70.12.31-123.45', ['a number of Belgium']],
  ['Zirbel 37012310123', ['ten or more digits']],
  ['B.C.O.S.E.', []],
  ['Rue de l’Athénée 19', []],
  ['Unoplein(tot 31.08.1987) 1', []],
  ['Hauptstraße 12-14/3, 1010 Wien', []],
  ['PO Box 123456', []],
];

/** Returns those texts of a line that may name a person as well as the company. */
function listTexts({ address, former_names: former = [], other_names: others = [] }: RegisterLine): readonly string[] {
  const { lines = [], country_code: _, ...parts } = address ?? {};
  return [...lines, ...Object.values(parts), ...[...former, ...others].flatMap(({ name, kind }) => [name, kind])];
}

/** Returns the key and the numbers of a line. */
const formatNumbers = ({ key, identifiers }: RegisterLine): string => JSON.stringify([key, identifiers]);

/** Returns the faults of the lines of an import, each with its line, and the number of lines. */
async function findFaults(t: TestContext, register: Register, inputs: readonly string[]): Promise<[string[], number]> {
  const maxRejects = Number.MAX_SAFE_INTEGER;
  const organisations = (await imported(t, register, inputs, { maxRejects })).lines;
  const { lines } = await imported(t, register, inputs, { maxRejects, soleTraders: true });
  const known = new Set(organisations.map(formatNumbers));
  const faults = lines.flatMap((line) => {
    const { address, company_type: type = '', legal_form: form = '' } = line;
    const isPerson = !known.has(formatNumbers(line)) || ONE_PERSON.test(type) || ONE_PERSON.test(form);
    const found = address !== undefined && isPerson ? [`an address of a sole trader (${type}, ${form})`] : [];
    for (const text of listTexts(line)) found.push(...findTextFaults(text).map((fault) => `${fault} in "${text}"`));
    return found.map((fault) => `${formatNumbers(line)}: ${fault}`);
  });
  return [faults, lines.length];
}

suite('Lines have no data of natural persons beside names and roles', () => {
  for (const [text, faults] of TEXTS)
    test(`"${text}" has ${faults.length === 0 ? 'none' : faults.join()}`, () =>
      assert.deepEqual(findTextFaults(text), faults));

  for (const [id, register] of REGISTERS)
    for (const { title, inputs } of fixtureCases(id))
      test(`in the fixtures of ${title}`, async (t) => {
        assert.deepEqual((await findFaults(t, register, inputs))[0], []);
      });
});

/** Returns the registers whose files a folder of samples may have. */
function findRegisters(name: string): Register[] {
  const regions = new Intl.DisplayNames('en', { type: 'region' });
  return [...REGISTERS.values()].filter(({ id, country }) => {
    const region = country === undefined ? '' : (regions.of(country) ?? '');
    return id === name || region.toLowerCase().replaceAll(' ', '-') === name;
  });
}

/** Returns the list of records in a response of an interface, as a separate file; undefined for a file of another form. */
function extractRecords(t: TestContext, path: string): string | undefined {
  if (!path.endsWith('.json')) return undefined;
  const lists = (value: unknown): readonly (readonly unknown[])[] =>
    Array.isArray(value)
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(lists)
        : [];
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // Lines of JSON are another form.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const records = lists(content).find(([first]) => typeof first === 'object');
  if (records === undefined) return undefined;
  const file = join(folder(t), basename(path));
  writeFileSync(file, JSON.stringify(records));
  return file;
}

const SAMPLES = process.env['SAMPLES'];

suite('Lines of genuine files have none, either', { skip: SAMPLES === undefined && 'SAMPLES names no folder' }, () => {
  const at = SAMPLES ?? '.';
  const folders = SAMPLES === undefined ? [] : readdirSync(at, { withFileTypes: true });
  for (const { name: country } of folders.filter((one) => one.isDirectory()))
    for (const register of findRegisters(country))
      test(`in ${country}, read as ${register.id}`, async (t) => {
        const files = readdirSync(join(at, country), { recursive: true, withFileTypes: true });
        const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
        const faults: string[] = [];
        let lines = 0;
        // Samples have many forms: a file that the register does not publish is not an input.
        const records = paths.flatMap((path) => extractRecords(t, path) ?? []);
        for (const inputs of [...paths.concat(records).map((path) => [path]), paths]) {
          try {
            const [found, count] = await findFaults(t, register, inputs);
            lines += count;
            faults.push(...found.map((fault) => `${inputs.map((path) => basename(path)).join(' ')}: ${fault}`));
          } catch (error) {
            if (!(error instanceof InputError)) throw error;
          }
        }
        t.diagnostic(`${lines} lines of ${paths.length} files`);
        assert.deepEqual(faults, []);
      });
});
