import { FieldFault, RecordReader } from '../../importer/declaration.ts';

/** The lists of codes that the crawl asks for, by their names in the interface. */
export const CODE_LISTS = ['companyStatuses', 'legalTypes'] as const;
export type CodeList = (typeof CODE_LISTS)[number];

/** The words of the register for its codes. They are texts in the lists, and numbers in the records. */
export class CodeWords {
  readonly #words: Readonly<Record<CodeList, Map<string, string>>> = {
    companyStatuses: new Map(),
    legalTypes: new Map(),
  };

  /** Adds a list as the interface gives it. @throws {FieldFault} where it is none */
  add(list: CodeList, value: unknown): void {
    for (const [code, words] of entriesOf(value)) {
      if (words !== undefined) this.#words[list].set(code, words);
    }
  }

  statusOf(code: string | undefined): string | undefined {
    return this.#words.companyStatuses.get(code ?? '');
  }

  formOf(code: string | undefined): string | undefined {
    return this.#words.legalTypes.get(code ?? '');
  }
}

/** The codes of a list with their words. @throws {FieldFault} where it is none, or empty */
export function entriesOf(list: unknown): [code: string, words: string | undefined][] {
  if (!Array.isArray(list) || list.length === 0) throw new FieldFault('body', 'must be a list that has entries');
  return list.map((value) => {
    const entry = new RecordReader(value);
    const code = entry.digits('id');
    if (code === undefined) throw new FieldFault('id', 'is missing');
    return [code, entry.content('descr')];
  });
}
