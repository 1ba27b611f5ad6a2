import { RecordReader, inputsOfKind, present, type ImportRun, type InputOfKinds } from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyClassification } from '../../model/index.ts';
import type { KINDS } from './fields.ts';

type Inputs = readonly InputOfKinds<typeof KINDS>[];
type CodeList = 'formList' | 'activityList' | 'countryList' | 'procedureList';

/** The entry of a code list: what its fields say, in the order asked for. */
type Entry = readonly (string | undefined)[];

/** What the lists of codes say. The newest list that has a code decides. */
export class CodeLists {
  readonly #forms: ReadonlyMap<string, Entry>;
  readonly #activities: ReadonlyMap<string, Entry>;
  readonly #countries: ReadonlyMap<string, Entry>;
  readonly #procedures: ReadonlyMap<string, Entry>;

  private constructor(lists: readonly [Entries, Entries, Entries, Entries]) {
    [this.#forms, this.#activities, this.#countries, this.#procedures] = lists;
  }

  static async read(inputs: Inputs, run: ImportRun): Promise<CodeLists> {
    return new CodeLists([
      await entriesOf(inputs, 'formList', ['id', 'naziv'], run),
      await entriesOf(inputs, 'activityList', ['id', 'sifra', 'puni_naziv', 'verzija'], run),
      await entriesOf(inputs, 'countryList', ['id', 'oznaka_2'], run),
      await entriesOf(inputs, 'procedureList', ['postupak', 'znacenje'], run),
    ]);
  }

  /** The name of a legal form; none, and its code counted, where no list has it. */
  formOf(id: string, run: ImportRun): string | undefined {
    if (id === '') return undefined;
    const [name] = known(this.#forms, 'vrsta_pravnog_oblika_id', id, 'kept', run) ?? [];
    return name;
  }

  /** The words for a procedure that a subject is in; 0 stands for none. */
  procedureOf(code: string, run: ImportRun): string | undefined {
    if (code === '' || code === '0') return undefined;
    const [words] = known(this.#procedures, 'postupak', code, 'replaced', run) ?? [];
    return words;
  }

  countryOf(id: string, run: ImportRun): string | undefined {
    if (id === '') return undefined;
    const [code] = known(this.#countries, 'drzava_id', id, 'left out', run) ?? [];
    return code;
  }

  /** The main activity; none where no list has its code. */
  activityOf(id: string, run: ImportRun): CompanyClassification[] {
    if (id === '') return [];
    const [code, label, version] =
      known(this.#activities, 'nacionalna_klasifikacija_djelatnosti_id', id, 'left out', run) ?? [];
    if (code === undefined) return [];
    const scheme = version === undefined ? 'NKD' : version.startsWith('NKD') ? version : `NKD ${version}`;
    return [present<CompanyClassification>({ scheme, code, label, is_primary: true })];
  }
}

type Entries = ReadonlyMap<string, Entry>;

/** What becomes of a code that no list has. */
type Fate = 'kept' | 'left out' | 'replaced';

/** The entry of a code, counted where there is none. */
function known(entries: Entries, list: string, code: string, fate: Fate, run: ImportRun): Entry | undefined {
  const entry = entries.get(code);
  if (entry === undefined) run.report.unknownCode(list, code, fate);
  return entry;
}

/** Reads the lists of one kind; the first field is the code. */
async function entriesOf(
  inputs: Inputs,
  kind: CodeList,
  [code, ...fields]: readonly [string, ...string[]],
  run: ImportRun,
): Promise<Entries> {
  const entries = new Map<string, Entry>();
  for (const input of inputsOfKind(inputs, kind)) {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const record = new RecordReader(row.value);
        const id = record.digits(code) ?? '';
        if (!entries.has(id)) {
          entries.set(
            id,
            fields.map((field) => collapseWhiteSpace(record.digits(field) ?? '') || undefined),
          );
        }
      });
    }
  }
  return entries;
}
