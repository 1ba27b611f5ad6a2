import { crc32 } from 'node:zlib';
import { InputError } from '../model/index.ts';
import type { CompanyIdentifier, ResolvedLine } from '../model/index.ts';
import { Smallest } from '../files/index.ts';
import { isFundOrBranch, toMatchKey, withoutNumbers } from './clustering/match-keys.ts';
import type { ResolvedCompany } from './resolved-company.ts';
import type { ReadLine } from './input/line-input.ts';

/** Maximum number of lines of each kind in the sample. A line takes some 700 bytes. */
const LINES_MAX = 1000;

/**
 * A sample of the lines that a build reads, to check the finished snapshot: up to 1,000 lines without a lifecycle, and up to 1,000
 * with one, because these are rare and a lost restriction is the worst fault. The lines with the smallest checksums are kept, so
 * the sample does not depend on the order of lines or inputs.
 */
export class LineSample {
  readonly #withoutLifecycle = new Smallest(LINES_MAX, byChecksum);
  readonly #withLifecycle = new Smallest(LINES_MAX, byChecksum);
  #byNumber: ReadonlyMap<number, SampledLine> | undefined;

  /**
   * Keeps the line if it belongs to the sample.
   * @param file the name of the input in messages
   * @param number the number that `CompanyResolver.add` returned for the line
   */
  add({ line, bytes, lineNumber }: ReadLine, file: string, number: number): void {
    // A line that only adds to a company may belong to no company, and has no values to compare.
    if (line.adds_to !== undefined) return;
    const checksum = crc32(bytes);
    const sample = line.lifecycle === undefined ? this.#withoutLifecycle : this.#withLifecycle;
    if (sample.bound !== undefined && checksum >= sample.bound.checksum) return;
    const { officers: _, classifications: __, former_names: ___, other_names: ____, ...fields } = line;
    sample.add({ checksum, number, file, lineNumber, line: fields });
  }

  /** Whether a line without a lifecycle belongs to the sample so far, so that it is worth parsing. */
  wants(bytes: Buffer): boolean {
    const { bound } = this.#withoutLifecycle;
    return bound === undefined || crc32(bytes) < bound.checksum;
  }

  /** Assigns a company to its only line, if that is sampled. */
  assignWhole(number: number, id: string): void {
    const sampled = this.#sampled(number);
    if (sampled !== undefined) sampled.company = { id, lifecycle: { status: 'active' }, isFirst: true };
  }

  /** Assigns a company to its sampled lines. All lines must have been added before. */
  assign({ company, lines, superseded = [] }: ResolvedCompany): void {
    const { id, lifecycle, numberForms } = company;
    for (const number of superseded) {
      const sampled = this.#sampled(number);
      if (sampled === undefined) continue;
      // The company must exist, but it has no values from the line.
      sampled.company = { id, lifecycle, isFirst: false };
      sampled.line = {};
    }
    for (const [rank, number] of lines.entries()) {
      const sampled = this.#sampled(number);
      if (sampled === undefined) continue;
      sampled.company = { id, lifecycle, isFirst: rank === 0 };
      if (numberForms.length > 0) sampled.line = withForms(sampled.line, numberForms);
      if (isFundOrBranch(sampled.line)) sampled.line = keepNumbers(sampled.line, company);
    }
  }

  /**
   * The sampled lines with their companies, once every company is assigned.
   * @throws {InputError} naming a line that belongs to no company
   */
  resolved(): ResolvedLine[] {
    return this.#lines().map(({ file, lineNumber, line, company }) => {
      if (company === undefined)
        throw new InputError(`Cannot build: line ${lineNumber} of "${file}" belongs to no company`);
      return { file, lineNumber, line, id: company.id, lifecycle: company.lifecycle, isFirst: company.isFirst };
    });
  }

  #sampled(number: number): SampledLine | undefined {
    this.#byNumber ??= new Map(this.#lines().map((line) => [line.number, line]));
    return this.#byNumber.get(number);
  }

  #lines(): SampledLine[] {
    return [...this.#withoutLifecycle.inOrder(), ...this.#withLifecycle.inOrder()];
  }
}

/** Moves numbers of a line to its forms if, because of another line, the company has these numbers as forms. */
function withForms(line: ResolvedLine['line'], forms: readonly CompanyIdentifier[]): ResolvedLine['line'] {
  const matchKeys = new Set(forms.map(toMatchKey));
  const { identifiers = [], number_forms: own = [] } = line;
  const asForms = identifiers.filter((one) => matchKeys.has(toMatchKey(one)));
  if (asForms.length === 0) return line;
  return {
    ...line,
    identifiers: identifiers.filter((one) => !asForms.includes(one)),
    number_forms: [...own, ...asForms.map(({ value }) => value)],
  };
}

/** Removes from the line of a fund or branch the numbers that belong to another company. */
function keepNumbers(line: ResolvedLine['line'], { identifiers }: ResolvedCompany['company']): ResolvedLine['line'] {
  const kept = new Set(identifiers.map(toMatchKey));
  return withoutNumbers(line, (one) => !kept.has(toMatchKey(one)));
}

interface SampledLine extends Pick<ResolvedLine, 'file' | 'lineNumber'> {
  line: ResolvedLine['line'];
  readonly checksum: number;
  readonly number: number;
  company?: Pick<ResolvedLine, 'id' | 'lifecycle' | 'isFirst'>;
}

function byChecksum(a: SampledLine, b: SampledLine): number {
  return a.checksum - b.checksum;
}
