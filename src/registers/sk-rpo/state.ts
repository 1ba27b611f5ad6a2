import { gravestOf, type ImportRun, type RecordReader } from '../../importer/index.ts';
import type { CompanyState } from '../../model/index.ts';
import { isOpen } from './periods.ts';

/** The addition to a name that the law requires, at its end. */
const ADDITION = /(?<=[\s,])v (?:likvidácii|konkurze|reštrukturalizácii)$/iu;

/** The state: of an ended record `closed`, else the gravest of the legal statuses in force and of the addition to the name. */
export function stateOf(
  record: RecordReader,
  name: string | undefined,
  hasEnded: boolean,
  run: ImportRun,
): CompanyState | undefined {
  if (hasEnded) return run.state('termination', 'termination');
  const statuses = record.objects('legalStatuses').filter(isOpen);
  const [addition] = ADDITION.exec(name ?? '') ?? [];
  return gravestOf([
    run.state('termination', 'none'),
    ...statuses.map((status) => run.state('legalStatuses', status.object('value')?.content('value'))),
    ...(addition === undefined ? [] : [run.state('fullNames', addition.toLowerCase())]),
  ]);
}
