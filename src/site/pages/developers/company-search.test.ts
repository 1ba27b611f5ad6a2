/** The page of `<company-search>` lists what the source code has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createSite } from '../../index.ts';
import { plainText } from './section.ts';

const TEXT = readFileSync(join(import.meta.dirname, '..', '..', 'texts', 'company-search.md'), 'utf8');
const CLIENT = join(import.meta.dirname, '..', '..', '..', '..', 'clients', 'javascript');
const read = (name: string): string => readFileSync(join(CLIENT, name), 'utf8');
const ELEMENT = read('src/company-search.ts') + read('src/form/attributes.ts');
const FILES = [
  'company-search.ts',
  'search-box.ts',
  'list/combobox.ts',
  'list/country-picker.ts',
  'list/messages.ts',
  'styles.css',
];
const SOURCE = FILES.map((name) => read(`src/${name}`)).join('\n');
const READERS = ['form/attributes.ts', 'search-box.ts', 'list/country-picker.ts', 'form/form-filler.ts']
  .map((name) => read(`src/${name}`))
  .join('\n');

/** Returns the texts of all groups of a pattern in a text, sorted, each once. */
function all(pattern: RegExp, text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter(Boolean)))].toSorted();
}

/** Returns the attributes that the element observes or reads, and those that the browser reads for every form field. */
function attributes(): string[] {
  const [, observed = ''] = /observedAttributes = \[([^\]]+)\]/.exec(ELEMENT) ?? [];
  const asked = all(/(?:this|host)\.(?:get|has|toggle)Attribute\('([\w-]+)'/g, READERS);
  return [...new Set([...all(/'([\w-]+)'/g, observed), ...asked, 'form'])].filter((name) => name !== 'lang').toSorted();
}

/** Returns the public members of the class, except the texts and the functions that the browser calls. */
function members(): string[] {
  const names = all(/^ {2}(?:get |set |static readonly )?(\w+)\(.*\{$/gm, ELEMENT);
  return names.filter((name) => !/Callback$|^constructor$/.test(name));
}

/** Returns the names in the table whose first column has the heading `head`. */
function listed(head: string): string[] {
  const [, table = ''] = TEXT.split(`| ${head} | Meaning |`);
  return all(/^\| `([\w-]+)(?:\(\))?` \|/gm, table.split('\n\n', 1)[0] ?? '');
}

const documents = createSite({
  baseUrl: 'https://a.test',
  siteUrl: 'https://a.test',
  dataProvider: 'Example',
}).documents;
const made = await documents.get('/developers/company-search')?.({ countries: {} }, '2026-11-22');
const words = plainText(Buffer.from(made?.body ?? []).toString());

describe('the page of the form field', () => {
  for (const [head, inSource] of [
    ['Attribute', attributes()],
    ['Event', all(/new (?:Custom)?Event\('([\w-]+)'/g, ELEMENT)],
    ['Name', members()],
    ['Part', all(/part: '([\w-]+)'|part\.toggle\('([\w-]+)'/g, SOURCE)],
    ['Variable', all(/(--company-search[\w-]+)/g, SOURCE)],
    ['State', all(/states\.add\('(\w+)'/g, SOURCE)],
  ] as const) {
    test(`has every ${head.toLowerCase()} of the source, and no other`, () => {
      assert.ok(inSource.length > 0);
      assert.deepEqual(listed(head), inSource);
      for (const name of inSource) assert.ok(words.includes(name), name);
    });
  }
});
