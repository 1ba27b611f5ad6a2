import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  byValue,
  findReading,
  listReadings,
  numberCountry,
  paddedReadings,
  type CompanyIdentifier,
  type RegisterLine,
} from '../model/index.ts';
import { fixtureCases } from './fixtures.ts';
import { REGISTERS } from './index.ts';

/** Words that people write in front of any number. Those of a country are tested with the table of labels. */
const WORDS = ['', 'Reg. No. ', 'Registration number: '];

/** Whether a text is read as the identifier, or as one of the other forms that a snapshot stores of it. */
function isRead(text: string, identifier: CompanyIdentifier, stored: readonly string[]): boolean {
  return [listReadings, paddedReadings].some((read) => {
    const readings = byValue(read(text));
    return [identifier.value, ...stored].some((value) => findReading({ ...identifier, value }, readings) !== undefined);
  });
}

/** Letters of a tax number that people write with it or without it. */
const LETTERS = /^(?:AT|BE|BG|CY|CZ|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|RS|SE|SI|SK|XI)(?=[\dU])/;

/** Countries whose tax numbers have no letters. */
const NONE: ReadonlySet<string> = new Set(['MD', 'UA']);

for (const register of REGISTERS.keys()) {
  test(`every number in the lines of ${register} is read, with words in front and without`, () => {
    const lines = fixtureCases(register)
      .flatMap(({ expected }) => readFileSync(expected, 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line) as RegisterLine);
    const lost: string[] = [];
    let count = 0;
    for (const { identifiers = [], number_forms: forms = [], euid } of lines) {
      for (const identifier of identifiers) {
        const { value, scheme } = identifier;
        const country = numberCountry(identifier) ?? '';
        const withLetters = LETTERS.test(value) ? value.replace(LETTERS, '') : country + value;
        const written =
          scheme === 'lei' || scheme === 'national_registry_number' || NONE.has(country)
            ? [value]
            : [value, withLetters];
        count += written.length;
        lost.push(...written.filter((text) => !isRead(text, identifier, [])));
      }
      const registered = identifiers.find(({ scheme }) => scheme === 'national_registry_number');
      if (registered === undefined) continue;
      const stored = [...forms, ...(euid === undefined ? [] : [euid])];
      for (const form of [registered.value, ...stored]) {
        // A key of the dump, with the court that ceased, is not a number that people write.
        const words = /_.*_/.test(form) ? [''] : form === euid ? [...WORDS, 'EUID: ', 'EUID '] : WORDS;
        count += words.length;
        lost.push(...words.map((word) => word + form).filter((text) => !isRead(text, registered, stored)));
      }
    }
    assert.deepEqual([...new Set(lost)], []);
    assert.ok(count > 0);
  });
}
