import type { ImportRun, RecordReader } from '../../importer/index.ts';
import { finnishOf, isOpen } from './entries.ts';

/** Removed from the Trade Register, and ceased: what was open then often stays open in the file. */
const ENDED: ReadonlySet<string> = new Set(['2', '4']);

/** Bankruptcy, liquidation, restructuring: the most serious first. */
const SITUATIONS = ['KONK', 'SELTILA', 'SANE'];

/** The number of the Trade Register among the registers of `registeredEntries`. */
const TRADE_REGISTER = '1';

/**
 * The state of a company: the code of its most serious open situation, else what the Trade Register calls its status. Of a
 * company that has ended always the latter, because an old bankruptcy stays open in the file.
 */
export function statusOf(record: RecordReader, id: string, run: ImportRun): string | undefined {
  const status = record.text('tradeRegisterStatus');
  run.code('tradeRegisterStatus', status);
  const open = record
    .objects('companySituations')
    .filter(isOpen)
    .map((situation) => situation.text('type'));
  for (const situation of open) run.code('companySituations', situation, 'left out');
  const hasEndDate = record.text('endDate') !== undefined;
  const ended = ENDED.has(status ?? '');
  if (hasEndDate && !ended) run.report.note('an end date, and no status that says so', id);
  const mostSerious = ended || hasEndDate ? undefined : SITUATIONS.find((situation) => open.includes(situation));
  return mostSerious ?? (status === undefined ? undefined : labelOf(status, record, id, run));
}

/** The record holds the words for its status: those of the open entry in the Trade Register that has the same code. */
function labelOf(status: string, record: RecordReader, id: string, run: ImportRun): string {
  const entry = record
    .objects('registeredEntries')
    .find((one) => one.text('register') === TRADE_REGISTER && one.text('type') === status && isOpen(one));
  const label = finnishOf(entry);
  if (label === undefined) run.report.note('status without words in the record, given as its code', id);
  return label ?? status;
}
