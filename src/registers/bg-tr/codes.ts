import type { OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import tables from './tables.json' with { type: 'json' };

const TABLES: {
  readonly legalForms: Readonly<Record<string, { readonly code: string; readonly label: string }>>;
  readonly officerFields: Readonly<Record<string, OfficerField>>;
  readonly statusFields: Readonly<Record<string, StatusField>>;
} = tables;

/** The legal forms by the short code that every deed has: the register's code in field 00030, and its words. */
export const LEGAL_FORMS = new Map(Object.entries(TABLES.legalForms));

/** A field whose records are officers. */
interface OfficerField {
  /** The element of one record; absent where the field is one record. */
  readonly record?: string;
  /** The register's own name of the field; that of the element where none is known. */
  readonly role: string;
}

/** The fields that hold officers, by element. Partners, owners, beneficial owners, heads of branches and trustees are none. */
export const OFFICER_FIELDS = new Map(Object.entries(TABLES.officerFields));

/** What a field says of the state of a company. */
export interface StatusField {
  /** Which states outrank others: 0 the deletion, 1 insolvency, 2 liquidation, 3 the end of business. */
  readonly rank: number;
  /** The register's word; empty where the field ends the state. */
  readonly word: string;
  /** Whether the field holds 1 or 0, and only 1 says that it is so. */
  readonly isFlag: boolean;
}

export const STATUS_FIELDS = new Map(Object.entries(TABLES.statusFields));

/** What a person is, by the kind of its number: a personal number or a date of birth, or that of a company. */
export const KIND_OF_NUMBER: ReadonlyMap<string, OfficerKind> = new Map([
  ['EGN', 'natural_person'],
  ['BirthDate', 'natural_person'],
  ['UIC', 'organisation'],
]);

/** What the two states of an ended deed are called; N and E are deeds that go on. */
export const ENDED: ReadonlyMap<string, string> = new Map([
  ['C', codes.DeedStatus.C],
  ['L', codes.DeedStatus.L],
]);

/** Forms of deeds that are one person: sole traders and foreign persons. */
export const PERSON_FORMS: ReadonlySet<string> = new Set(['ET', 'CHDF']);
