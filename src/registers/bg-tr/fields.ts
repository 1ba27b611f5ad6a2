import { below, expandNames, listCodes } from '../../importer/declaration.ts';
import type { RegisterFileKinds } from '../../importer/index.ts';
import columns from './columns.json' with { type: 'json' };
import tables from './tables.json' with { type: 'json' };

const TABLES: {
  readonly legalForms: Readonly<Record<string, { readonly code: string; readonly label: string }>>;
  readonly officerFields: Readonly<Record<string, OfficerField>>;
  readonly statusFields: Readonly<Record<string, StatusField>>;
} = tables;

/** The legal forms by the short code that every deed has, with the register's code in field 00030 and the register's words. */
export const LEGAL_FORMS = new Map(Object.entries(TABLES.legalForms));

/** A field whose records are officers. */
interface OfficerField {
  /** The element of one record; absent if the field itself is one record. */
  readonly record?: string;
  /** The register's name of the field; the name of the element if the register's name is unknown. */
  readonly role: string;
}

/** The fields that hold officers, by element. Other partners, owners, beneficial owners and heads of branches are not officers. */
export const OFFICER_FIELDS = new Map(Object.entries(TABLES.officerFields));

/** The meaning of a field for the state of a company. */
export interface StatusField {
  /** 0 the deletion, 1 insolvency, 2 liquidation, 3 the end of business; a lower rank counts first. */
  readonly rank: number;
  /** The register's word for the state; empty if the field ends the state. */
  readonly word: string;
  /** Whether the field is a flag: 1, or 0 if the state does not apply. */
  readonly isFlag: boolean;
}

export const STATUS_FIELDS = new Map(Object.entries(TABLES.statusFields));

/** Forms of deeds about a single person: sole traders and foreign persons. */
export const PERSON_FORMS: ReadonlySet<string> = new Set(['ET', 'CHDF']);

const { taken, ignored } = columns;

/** The announced acts: StatementsA to StatementsZ, StatementsAA to StatementsBI. */
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const STATEMENTS = ['', 'A', 'B'].flatMap((first) => LETTERS.map((letter) => `Statements${first}${letter}`));

const sections = (names: Iterable<string>): string[] => below(['SubDeed'], [...names]);

const OFFICER_LISTS = sections(OFFICER_FIELDS.keys());

/** The elements that hold one officer each: below their field, or the field itself. */
const OFFICERS = sections(
  Array.from(OFFICER_FIELDS, ([name, { record }]) => (record === undefined ? name : `${name}.${record}`)),
);
const FIELDS = [...sections([...columns.fields, ...STATUS_FIELDS.keys()]), ...OFFICER_LISTS];
const PERSONS = below(OFFICERS, columns.persons);
const STATUS_ONLY = sections(STATUS_FIELDS.keys()).filter((name) => !OFFICER_LISTS.includes(name));

/** The fields of a deed that are read. */
export const TAKEN = [
  ...expandNames(taken.deed),
  ...below(FIELDS, taken.fields),
  ...below(OFFICERS, taken.officers),
  ...below(PERSONS, taken.persons),
];

/** The fields that are never read. Hashes of personal numbers, addresses and passports are among them. */
export const IGNORED = [
  ...expandNames(ignored.deed),
  ...below([...sections([...listCodes(columns.unread), ...STATEMENTS]), ...STATUS_ONLY], ['*']),
  ...below(FIELDS, ignored.fields),
  ...below(OFFICER_LISTS, expandNames(ignored.mandates)),
  ...below(OFFICERS, expandNames(ignored.officers)),
  ...below(PERSONS, expandNames(ignored.persons)),
];

/** The path of deeds in a response of the crawl: a response of kind `day` is a day's file. */
const IN_RESPONSE = ['day.Message.Body.Deeds.Deed'];

export const KINDS = {
  crawl: { answers: true, required: [], taken: below(IN_RESPONSE, TAKEN), ignored: below(IN_RESPONSE, IGNORED) },
  days: {
    json: { recordsAt: 'Message[].Body[].Deeds[].Deed' },
    // A day on which nothing was entered.
    mayBeEmpty: /./,
    required: ['$'],
    taken: TAKEN,
    ignored: IGNORED,
  },
} as const satisfies RegisterFileKinds['kinds'];
