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

/** The fields that hold officers, by element. Partners, owners, beneficial owners, heads of branches and trustees are not officers. */
export const OFFICER_FIELDS = new Map(Object.entries(TABLES.officerFields));

/** The meaning of a field for the state of a company. */
export interface StatusField {
  /** 0 the deletion, 1 insolvency, 2 liquidation, 3 the end of business; a lower rank counts first. */
  readonly rank: number;
  /** The register's word; empty where the field ends the state. */
  readonly word: string;
  /** Whether the field holds 1 or 0, and 0 means that it does not apply. */
  readonly isFlag: boolean;
}

export const STATUS_FIELDS = new Map(Object.entries(TABLES.statusFields));

/** The kind of an officer by the kind of its number. */
export const KIND_OF_NUMBER: ReadonlyMap<string, OfficerKind> = new Map([
  ['EGN', 'natural_person'],
  ['BirthDate', 'natural_person'],
  ['UIC', 'organisation'],
]);

/** The words for the two states of an ended deed. */
export const ENDED: ReadonlyMap<string, string> = new Map([
  ['C', codes.DeedStatus.C],
  ['L', codes.DeedStatus.L],
]);

/** The states of deeds that were new, not transferred from the register Булстат. */
export const NEW: ReadonlySet<string> = new Set(['N', 'C']);

/** Forms of deeds that are one person: sole traders and foreign persons. */
export const PERSON_FORMS: ReadonlySet<string> = new Set(['ET', 'CHDF']);
