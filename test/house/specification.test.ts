import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { FILES, statements } from './specification.ts';

/** The sections of the specification that contain statements, in their order. */
const SECTIONS = [
  'What the service does',
  'CompanyId',
  'Company',
  'CompanyLifecycle',
  'CompanyIdentifier',
  'CompanyClassification',
  'SearchPage',
  'CompanyEnvelope',
  'OfficerSource',
  'Officer',
  'OfficerPage',
  'States and transitions',
  'Endpoints',
  'Search companies',
  'Get a company',
  'List current officers',
  'Authentication',
  'Errors',
  'Limits',
  'Versioning',
];

/** A text of the source in quotes, or between backticks if a table supplies a part. */
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const PLACEHOLDER = /\$\{[^}]*(?:\{[^}]*\}[^}]*)*\}/g;

/** Returns the texts of a file that can be the name of a test, with `…` for each part that a table supplies. */
function findTexts(file: string): Set<string> {
  const source = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
  const texts = new Set<string>();
  // Line by line, so that a quotation mark in a comment or pattern affects only its own line.
  for (const line of source.split('\n')) {
    for (const [, single, double, back] of line.matchAll(TEXT)) {
      texts.add((single ?? double ?? back ?? '').replace(PLACEHOLDER, '…').replace(/\\(['"`])/g, '$1'));
    }
  }
  return texts;
}

suite('The table of statements', () => {
  test('has every section of the specification, in its order', () => {
    assert.deepEqual([...new Set(statements().map(({ section }) => section))], SECTIONS);
  });

  test('names only tests that exist', () => {
    const texts = new Map(Object.entries(FILES).map(([alias, file]) => [alias, findTexts(file)]));
    const missing = statements().flatMap(({ section, tests }) =>
      tests
        .filter(([alias, name]) => texts.get(alias)?.has(name) !== true)
        .map(([alias, name]) => `${section}: ${alias}: ${name}`),
    );
    assert.deepEqual(missing, []);
  });
});
