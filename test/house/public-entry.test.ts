/** `import 'openfirma'`: the complete list of its exports. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as openfirma from '../../src/index.ts';

const ENTRY = new URL('../../src/index.ts', import.meta.url);

/** The exported types: `Backend`, the arguments and results of its methods, and the options of `openBackend`. */
const TYPES = [
  ['Backend', 'BackendFault', 'CompanyResult', 'DataFacts', 'DataVersion', 'Eventually', 'MatchCounts'],
  ['MatchRequest', 'MatchResult', 'NumberRequest', 'NumberResult', 'OfficersRequest', 'OfficersResult'],
  ['OpenOptions', 'Refreshable', 'SearchRequest', 'SearchResult'],
].flat();

test('a program imports openBackend and the errors that it throws, and nothing else', () => {
  assert.deepEqual(Object.keys(openfirma), ['BackendError', 'InputError', 'PositionGone', 'openBackend']);
});

test('a program imports the types of a backend and nothing else', () => {
  const text = readFileSync(ENTRY, 'utf8');
  assert.deepEqual(
    Array.from(text.matchAll(/^ {2}type (\w+)|^export interface (\w+)|, type (\w+)/gm), (names) =>
      names.slice(1).join(''),
    ).toSorted(),
    TYPES,
  );
  assert.doesNotMatch(text, /export (type )?\*/);
});
