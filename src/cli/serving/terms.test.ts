import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { readTerms } from './service-config.ts';

test('the terms are those of the file; undefined without a file', (t) => {
  const path = join(folder(t), 'terms.md');
  writeFileSync(path, '# Terms\n\nBe **kind**.\n');
  assert.equal(readTerms(path), '# Terms\n\nBe **kind**.\n');
  assert.equal(readTerms(undefined), undefined);
});

for (const [claim, text, want] of [
  ['is not there', undefined, /no such file/],
  ['is too long', 'x'.repeat(200_001), /it has 200001 bytes, more than 200000$/],
] as const) {
  test(`a file of terms that ${claim} stops the start, with its name and why`, (t) => {
    const path = join(folder(t), 'terms.md');
    if (text !== undefined) writeFileSync(path, text);
    assert.throws(() => readTerms(path), { name: 'InputError', message: want });
    assert.throws(() => readTerms(path), /^InputError: Cannot start: the setting TERMS_FILE names ".*terms\.md": /);
  });
}
