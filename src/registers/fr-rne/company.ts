import {
  FieldFault,
  RecordReader,
  SOLE_TRADER,
  noteWrongNumber,
  present,
  type ImportRun,
  type Reason,
} from '../../importer/index.ts';
import { officersOf, type Officer } from './officers.ts';

/** The only unit that INSEE diffuses whole. */
const DIFFUSED = 'O';

/** The part of a record that is joined with the others of its SIREN. */
export interface Company {
  readonly siren: string;
  /** When the record was changed, in milliseconds since 1970; 0 where that is not said. */
  readonly changed: number;
  /** The day on which the register was seen to say so. */
  readonly observed?: string;
  /** Why the company gets no officers, though a newer record than others; absent where it may. */
  readonly without?: string;
  readonly officers: readonly Officer[];
}

/**
 * Reads a record; undefined where it is not of a legal person, which is counted at once.
 * @param published the day of the file, or of the answer
 * @throws {FieldFault} where it has no SIREN, or a value has not the published type
 */
export function companyOf(value: unknown, published: string | undefined, run: ImportRun): Company | undefined {
  const record = new RecordReader(value);
  const formality = record.object('formality');
  const siren = formality?.digits('siren') ?? record.digits('siren');
  if (formality === undefined || siren === undefined || siren === '')
    throw new FieldFault('formality.siren', 'is missing');
  const content = formality.object('content');
  const legalPerson = content?.object('personneMorale');
  if (content === undefined || legalPerson === undefined) return run.report.drop(otherThanLegal(content), siren);
  noteWrongNumber(run, 'FR SIREN', siren, 'SIREN');
  const changed = Date.parse(record.text('updatedAt') ?? '') || 0;
  const day = changed === 0 ? undefined : new Date(changed).toISOString().slice(0, 10);
  const observed = published ?? day;
  const without = reasonWithout(formality, run);
  const powers = legalPerson.object('composition')?.objects('pouvoirs') ?? [];
  const officers = without === undefined ? officersOf(powers, siren, observed, run) : [];
  return present<Company>({ siren, changed, observed, without, officers });
}

/** The subject of a record without a legal person. */
function otherThanLegal(content: RecordReader | undefined): string | Reason {
  if (content?.has('exploitation') === true) return 'farm without legal personality';
  return content?.has('personnePhysique') === true ? SOLE_TRADER : 'of no person at all';
}

/** The reason why a company has no officers here. Those of a closed company are hidden by its state in SIRENE. */
function reasonWithout(formality: RecordReader, run: ImportRun): string | undefined {
  const diffusion = formality.text('diffusionINSEE');
  run.code('diffusionINSEE', diffusion, 'left out');
  return diffusion === undefined || diffusion === DIFFUSED ? undefined : 'unit in partial diffusion';
}
