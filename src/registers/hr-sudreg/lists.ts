import {
  RecordReader,
  present,
  type ImportRun,
  type JsonRow,
  type Texts,
  type UnknownFate,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyClassification } from '../../model/index.ts';

/** The fields of a record as texts. */
export function textsOf<Name extends string>(record: RecordReader, names: readonly Name[]): Texts<Name> {
  const texts: { [Key in Name]?: string } = {};
  for (const name of names) {
    const text = collapseWhiteSpace(record.digits(name) ?? '');
    if (text !== '') texts[name] = text;
  }
  return texts;
}

/** A list of codes. The newest file that has a code decides. */
export class CodeList<Name extends string> {
  readonly #entries = new Map<string, Texts<Name>>();
  readonly #code: string;
  readonly #fields: readonly Name[];

  /** @param code the field with the code; @param fields those that say what it means */
  constructor(code: string, fields: readonly Name[]) {
    this.#code = code;
    this.#fields = fields;
  }

  take(row: JsonRow): void {
    const record = new RecordReader(row.value);
    const code = record.digits(this.#code) ?? '';
    if (!this.#entries.has(code)) this.#entries.set(code, textsOf(record, this.#fields));
  }

  /** The entry of a code; an empty one, and the code counted under the name of its field, where the list does not have it. */
  of(code: string, field: string, fate: UnknownFate, run: ImportRun): Texts<Name> {
    const entry = this.#entries.get(code);
    if (entry === undefined) run.report.unknownCode(field, code, fate);
    return entry ?? {};
  }
}

/** The lists of codes, by the kinds of their files. */
export class CodeLists {
  readonly formList = new CodeList('id', ['naziv']);
  readonly activityList = new CodeList('id', ['sifra', 'puni_naziv', 'verzija']);
  readonly countryList = new CodeList('id', ['oznaka_2']);
  readonly procedureList = new CodeList('postupak', ['znacenje']);

  /** The main activity; none where no list has its code. */
  activityOf(id: string | undefined, run: ImportRun): CompanyClassification[] {
    if (id === undefined) return [];
    const field = 'nacionalna_klasifikacija_djelatnosti_id';
    const { sifra: code, puni_naziv: label, verzija: version } = this.activityList.of(id, field, 'left out', run);
    if (code === undefined) return [];
    const scheme = version === undefined ? 'NKD' : version.startsWith('NKD') ? version : `NKD ${version}`;
    return [present<CompanyClassification>({ scheme, code, label, is_primary: true })];
  }
}
