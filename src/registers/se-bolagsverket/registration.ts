import {
  FieldFault,
  nonEmpty,
  present,
  publishedDay,
  requireDateForm,
  type CsvRow,
  type ImportRun,
  SOLE_TRADER,
  type Reason,
} from '../../importer/index.ts';
import {
  isPublishedNumber,
  quoteValue,
  type CompanyAddress,
  type CompanyName,
  type CompanyState,
} from '../../model/index.ts';
import { addressIn } from './address.ts';
import { namesIn } from './names.ts';
import { codesOf, proceedingsIn, stateOf } from './proceedings.ts';
import { dropRow, mayBePersonal, partsOf, textOf } from './row.ts';

/** The organisation form of one person in business. */
const SOLE_TRADER_FORM = 'E-ORGFO';

/** The text of Bolagsverket for a deregistration without a special reason. */
const DEREGISTERED = 'Avregistrerad';

/** The read part of a row of Bolagsverket. A number may have several registrations. */
export interface Registration {
  /** Namnskyddslöpnummer, 0 by default. */
  readonly place: number;
  readonly isDeregistered: boolean;
  readonly name?: string;
  readonly otherNames?: readonly CompanyName[];
  readonly form?: string;
  readonly status?: string;
  readonly state?: CompanyState;
  readonly registeredOn?: string;
  readonly closedOn?: string;
  readonly address?: CompanyAddress;
}

/**
 * The organisation number of a row; undefined for a row that is not of an organisation, which is counted.
 * @throws {FieldFault} where the number is not a number
 */
export function numberOf(row: CsvRow, run: ImportRun): string | undefined {
  const [, number = '', kind] = /^([^$]*)\$([A-Z_]+-IDORG)$/.exec(textOf(row, 'organisationsidentitet') ?? '') ?? [];
  if (kind === undefined) throw new FieldFault('organisationsidentitet', 'must be a number, $ and a kind of number');
  run.code('organisationsidentitet', kind, 'left out');
  const drop = (reason: string | Reason): undefined => dropRow('bolagsverket', row, reason, run);
  if (kind !== 'ORGNR-IDORG') return drop(`number that is not an organisation number (${kind})`);
  if (!/^\d{10}$/.test(number)) throw new FieldFault('organisationsidentitet', 'must be ten digits');
  if (mayBePersonal(number)) return drop('number of a person as organisation number');
  if (textOf(row, 'organisationsform') === SOLE_TRADER_FORM) return drop(SOLE_TRADER);
  if (!isPublishedNumber('SE organisationsnummer', number)) {
    run.report.note('organisation number with wrong check digit, kept as published', number);
  }
  return number;
}

/** Reads the rest of the row of an organisation. */
export function registrationOf(row: CsvRow, run: ImportRun): Registration {
  const form = textOf(row, 'organisationsform');
  run.code('organisationsform', form);
  const date = textOf(row, 'avregistreringsdatum');
  if (date !== undefined) requireDateForm('avregistreringsdatum', date);
  const reason = reasonOf(row, run);
  const isDeregistered = date !== undefined || reason !== undefined;
  const proceedings = isDeregistered ? [] : proceedingsIn(row, run);
  const { name, others } = namesIn(row, run);
  return present<Registration>({
    place: placeOf(row),
    isDeregistered,
    name,
    otherNames: nonEmpty(others),
    form,
    status: isDeregistered ? (reason ?? DEREGISTERED) : codesOf(proceedings),
    state: isDeregistered ? run.state('registrering', 'avregistrerad') : stateOf(proceedings, run),
    registeredOn: publishedDay(run, 'registreringsdatum', textOf(row, 'registreringsdatum')),
    closedOn: publishedDay(run, 'avregistreringsdatum', date),
    address: addressIn(row, run),
  });
}

function placeOf(row: CsvRow): number {
  const place = textOf(row, 'namnskyddslopnummer') ?? '0';
  if (/^\d{1,9}$/.test(place)) return Number(place);
  throw new FieldFault('namnskyddslopnummer', `must be a number, got ${quoteValue(place)}`);
}

/** The reason of a deregistration: a code, or a text and a code. */
function reasonOf(row: CsvRow, run: ImportRun): string | undefined {
  const parts = partsOf(textOf(row, 'avregistreringsorsak'));
  const reason = parts.find((part) => part.endsWith('-AVORG')) ?? parts[0];
  run.code('avregistreringsorsak', reason);
  return reason;
}
