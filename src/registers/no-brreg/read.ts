import {
  RecordReader,
  SOLE_TRADER,
  held,
  joinByKey,
  ordinary,
  present,
  withSource,
  required,
  type Group,
  type ImportRun,
  type JsonRow,
  type NamedOfficer,
  type Input,
  type Reason,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { lineOf } from './entity.ts';
import { officersOf } from './roles.ts';

/** Sub-units are places of work of an entity that is itself in the file of entities. */
const SUB_UNIT_FORMS: ReadonlySet<string> = new Set(codes.organisasjonsform.subUnits);

/** The organisation form of one person in business. */
const SOLE_TRADER_FORM = 'ENK';

/** The joined part of an entity: its line without officers, or the reason why it has no line. */
type Entity = { readonly leftOut: string | Reason } | { readonly line: RegisterLine };

const JOINED = { entity: held<Entity>(), roles: held<NamedOfficer[]>('roles') };

/** Turns entities into register lines, one per organisation number, from the newest record, in the order of the numbers. */
export function read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const inOrder = inputs.toSorted((a, b) => Number(a.kind === 'entities') - Number(b.kind === 'entities'));
  return joinByKey(inOrder, run, {
    kinds: JOINED,
    needed: { entities: 'no input is a file of entities; roles have no companies' },
    rows: {
      roles({ value }, hold) {
        const record = new RecordReader(value);
        const number = numberOf(record);
        hold('roles', number, officersOf(record, number, run));
      },
      entities({ value }, hold, { stamp }) {
        const record = new RecordReader(value);
        const number = numberOf(record);
        const leftOut = whyLeftOut(record, run);
        hold(
          'entity',
          number,
          leftOut === undefined ? { line: lineOf(number, record, stamp?.date, run) } : { leftOut },
        );
      },
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** The number of the entity of a record. @throws {FieldFault} where it is missing */
function numberOf(record: RecordReader): string {
  return required(record.text('organisasjonsnummer'), 'organisasjonsnummer');
}

function whyLeftOut(record: RecordReader, run: ImportRun): string | Reason | undefined {
  const form = record.object('organisasjonsform')?.text('kode') ?? '';
  if (SUB_UNIT_FORMS.has(form)) return ordinary('sub-unit');
  return form === SOLE_TRADER_FORM && !run.soleTraders ? SOLE_TRADER : undefined;
}

/** The line of an entity with its officers. Every record that is not part of it is counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const { key: number } = group;
  const entity = group.newest('entity');
  const roles = group.newest('roles');
  const officers = roles?.value ?? [];
  const found = entity?.value;
  if (found !== undefined && 'leftOut' in found) run.report.drop(found.leftOut, number);
  const written =
    entity === undefined || found === undefined || 'leftOut' in found
      ? undefined
      : run.line(entity, () => {
          const url = `https://data.brreg.no/enhetsregisteret/api/enheter/${encodeURIComponent(number)}/roller`;
          const source = run.officerSource(roles?.published, url);
          return present<RegisterLine>({ ...found.line, officers: withSource(officers, source) });
        });
  if (officers.length === 0) group.drop('roles', ordinary('none of a current officer'));
  else if (written === undefined) group.drop('roles', 'of an entity without a line');
  return written;
}
