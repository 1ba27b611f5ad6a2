import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COUNTRIES } from '../../../src/model/index.ts';
import { LEGAL_FORM_TABLE } from './legal-forms.ts';
import { legalFormsPage } from './legal-forms-page.ts';

test('the table has the legal forms of all 35 countries', () => {
  assert.deepEqual(Object.keys(LEGAL_FORM_TABLE).toSorted(), [...COUNTRIES.keys()].toSorted());
});

test('docs/legal-forms.md is written from the table; "npm run docs" writes it', () => {
  assert.equal(readFileSync(new URL('../../../docs/legal-forms.md', import.meta.url), 'utf8'), legalFormsPage());
});
