import { below, codesIn, namesIn } from '../../importer/declaration.ts';
import type { RegisterFileKinds } from '../../importer/index.ts';
import { OFFICER_FIELDS, STATUS_FIELDS } from './codes.ts';
import columns from './columns.json' with { type: 'json' };

const { taken, ignored } = columns;

/** The announced acts: StatementsA to StatementsZ, StatementsAA to StatementsBI. */
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const STATEMENTS = ['', 'A', 'B'].flatMap((first) => LETTERS.map((letter) => `Statements${first}${letter}`));

const sections = (names: Iterable<string>): string[] => below(['SubDeed'], [...names]);

const OFFICER_LISTS = sections(OFFICER_FIELDS.keys());

/** The elements of single officers: below their field, or the field itself. */
const OFFICERS = sections(
  Array.from(OFFICER_FIELDS, ([name, { record }]) => (record === undefined ? name : `${name}.${record}`)),
);
const FIELDS = [...sections([...columns.fields, ...STATUS_FIELDS.keys()]), ...OFFICER_LISTS];
const PERSONS = below(OFFICERS, columns.persons);
const STATUS_ONLY = sections(STATUS_FIELDS.keys()).filter((name) => !OFFICER_LISTS.includes(name));

/** The fields of a deed that are read. */
export const TAKEN = [
  ...namesIn(taken.deed),
  ...below(FIELDS, taken.fields),
  ...below(OFFICERS, taken.officers),
  ...below(PERSONS, taken.persons),
];

/** The fields that are never read. Hashes of personal numbers, addresses and passports are among them. */
export const IGNORED = [
  ...namesIn(ignored.deed),
  ...below([...sections([...codesIn(columns.unread), ...STATEMENTS]), ...STATUS_ONLY], ['*']),
  ...below(FIELDS, ignored.fields),
  ...below(OFFICER_LISTS, namesIn(ignored.mandates)),
  ...below(OFFICERS, ignored.officers),
  ...below(PERSONS, namesIn(ignored.persons)),
];

/** The path of deeds in an answer of the crawl: that in the day's file. */
const IN_ANSWER = ['day.Message.Body.Deeds.Deed'];

export const KINDS = {
  crawl: { answers: true, required: [], taken: below(IN_ANSWER, TAKEN), ignored: below(IN_ANSWER, IGNORED) },
  days: {
    json: { recordsAt: 'Message[].Body[].Deeds[].Deed' },
    // A day on which nothing was entered.
    mayBeEmpty: /./,
    required: ['$'],
    taken: TAKEN,
    ignored: IGNORED,
  },
} as const satisfies RegisterFileKinds['kinds'];
