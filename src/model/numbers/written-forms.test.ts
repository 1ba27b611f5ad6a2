/**
 * What people and institutions write must be found: every form of a number, with every label of its kind. The table of forms is written
 * by hand, from the notes on each register, and not from the tables of the program.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyIdentifier } from '../resources.ts';
import { checkNumber } from './check-rules.ts';
import labels from './labels/labels.json' with { type: 'json' };
import { paddedReadings } from './lost-zeros.ts';
import { byValue, findReading, listReadings } from './readings.ts';
import written from './written-forms.fixture.json' with { type: 'json' };
import schemeIds from './labels/scheme-ids.json' with { type: 'json' };

type Scheme = CompanyIdentifier['scheme'];

/** A number as a register publishes it, its kinds in the table of labels, and the forms in which it is written elsewhere. */
interface Written {
  readonly kinds: readonly string[];
  readonly country?: string;
  readonly scheme?: Scheme;
  readonly value: string;
  readonly forms: readonly string[];
  /** Texts that say themselves which number they are. */
  readonly whole?: readonly string[];
}

const TABLE = written as readonly Written[];

function toIdentifier({ value, scheme = 'national_registry_number', country }: Written): CompanyIdentifier {
  return { value, scheme, ...(country !== undefined && { country_scope: country }) };
}

function isFound(text: string, row: Written): boolean {
  return [listReadings, paddedReadings].some(
    (read) => findReading(toIdentifier(row), byValue(read(text))) !== undefined,
  );
}

/** Returns the texts of a form with a label in front, as invoices print it, and behind, as lists do. */
function labelled(form: string, words: string): string[] {
  const word = words.replace('*', 'Westerloo');
  const behind = !words.includes('*') && /[\p{L}].*[\p{L}].*[\p{L}]/u.test(words) ? [`${form} (${word})`] : [];
  return [`${word} ${form}`, `${word}: ${form}`, `${word} Nr. ${form}`, `${word} no. ${form}`, ...behind];
}

/** Labels of many countries are written in front only: behind a number they do not say which it is. */
const FRONT_ONLY: ReadonlySet<string> = new Set(['VAT']);

suite('a number is found', () => {
  for (const row of TABLE) {
    const published = `${row.country ?? ''} ${row.scheme ?? 'national_registry_number'} ${row.value}`.trim();
    test(`${published}: in every form`, () => {
      const lost = [...row.forms, ...(row.whole ?? [])].filter((form) => !isFound(form, row));
      assert.deepEqual(lost, []);
    });

    test(`${published}: in every form with every label`, () => {
      const rows = labels.before.filter(({ kind }) => row.kinds.includes(kind));
      assert.ok(rows.length > 0);
      const texts = rows.flatMap(({ kind, words }) =>
        words.flatMap((word) => {
          const all = row.forms.flatMap((form) => labelled(form, word));
          return FRONT_ONLY.has(kind) ? all.filter((text) => !text.endsWith(')')) : all;
        }),
      );
      assert.deepEqual(
        texts.filter((text) => !isFound(text, row)),
        [],
      );
    });
  }

  test('in every scheme of the table: each kind has a number above', () => {
    const kinds = new Set(TABLE.flatMap((row) => row.kinds));
    const missing = [...labels.before, ...labels.behind]
      .map(({ kind }) => kind)
      .filter(
        (kind) =>
          !kinds.has(kind) && !['register', 'EUID', 'AT ZVR-Zahl', 'NL RSIN', 'CH UID with its letters'].includes(kind),
      );
    assert.deepEqual(missing, []);
    const codes = [...Object.keys(schemeIds.eas.kinds), ...Object.keys(schemeIds.orgId.kinds)];
    assert.equal(new Set(codes).size, codes.length);
  });

  test('in every text whose check digits are reported as right', () => {
    const texts = TABLE.flatMap(({ forms, whole = [] }) => forms.concat(whole));
    for (const text of texts)
      for (const { scheme, country_scope: country, are_right: areRight, name } of checkNumber(text)) {
        if (!areRight) continue;
        const found = listReadings(text).some(
          (reading) =>
            (reading.country === undefined || country === undefined || reading.country === country) &&
            (reading.schemes === undefined || reading.schemes.includes(scheme)),
        );
        assert.ok(found, `${text} is called a right ${name}`);
      }
  });
});
