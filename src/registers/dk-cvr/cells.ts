import { addressOf, cellOf, publishedDay, type CsvRow, type ImportRun } from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyAddress } from '../../model/index.ts';

/** The text of a cell, its white space collapsed; undefined where it is empty. */
export function textOf(row: CsvRow, column: string): string | undefined {
  return collapseWhiteSpace(cellOf(row, column) ?? '') || undefined;
}

const DANISH_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Copenhagen' });

/** The Danish day of a cell: of a date, of a Danish time, or of an instant in UTC. Undefined, and counted, where it is not a day. */
export function dayOf(row: CsvRow, column: string, run: ImportRun): string | undefined {
  const text = textOf(row, column) ?? '';
  const isInstant = /T.*(?:Z|[+-]00:?00)$/.test(text) && !Number.isNaN(Date.parse(text));
  return publishedDay(run, column, isInstant ? DANISH_DAY.format(new Date(text)) : text);
}

/** The address of a row without its country. Never `coNavn`: it is often a person. */
export function addressIn(row: CsvRow): CompanyAddress | undefined {
  const part = (name: string): string => textOf(row, `CVRAdresse_${name}`) ?? '';
  const until = part('husnummerTil') + part('bogstavTil');
  const number = part('husnummerFra') + part('bogstavFra') + (until === '' ? '' : `-${until}`);
  const floor = part('etagebetegnelse') === '' ? '' : `${part('etagebetegnelse')}.`;
  const parts = [`${part('vejnavn')} ${number}`, `${floor} ${part('doerbetegnelse')}`].map((text) => text.trim());
  return addressOf({
    street: parts.filter((text) => text !== '').join(', '),
    postal_code: part('postnummer'),
    locality: part('postdistrikt'),
  });
}
