/** `import 'openfirma'`: the complete list of what a program gets. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as openfirma from '../../src/index.ts';

const ENTRY = new URL('../../src/index.ts', import.meta.url);

/** The types: `Backend` and what its methods take and return. */
const TYPES = [
  ['Backend', 'BackendFault', 'CompanyResult', 'DataFacts', 'DataVersion', 'Eventually', 'MatchCounts'],
  ['MatchRequest', 'MatchResult', 'NumberRequest', 'NumberResult', 'OfficersRequest', 'OfficersResult'],
  ['Refreshable', 'SearchRequest', 'SearchResult'],
].flat();

test('a program imports openBackend and the errors that it throws, and nothing else', () => {
  assert.deepEqual(Object.keys(openfirma), ['BackendError', 'InputError', 'PositionGone', 'openBackend']);
});

test('a program imports the types of a backend and nothing else', () => {
  const text = readFileSync(ENTRY, 'utf8');
  assert.deepEqual(Array.from(text.matchAll(/\btype (\w+)/g), ([, name = '']) => name).toSorted(), TYPES);
  assert.doesNotMatch(text, /export (type )?\*/);
});
