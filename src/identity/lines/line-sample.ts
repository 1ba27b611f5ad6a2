import { crc32 } from 'node:zlib';
import { InputError } from '../../model/index.ts';
import type { SettledLine } from '../../model/index.ts';
import type { CompanyOfLines } from '../assembly.ts';
import type { ReadLine } from './line-input.ts';

/** How many lines of each kind are kept: some 700 bytes each. */
const KEPT_MAX = 1000;

/**
 * A sample of the lines that a build reads, for asking the snapshot about them afterwards: up to 1,000 that state no lifecycle,
 * and, since these are few and a restriction must not fail, up to 1,000 of those that state one. Kept are the lines with the
 * smallest checksums, so the sample does not depend on the order of lines or inputs.
 */
export class LineSample {
  readonly #silent = new SmallestChecksums();
  readonly #stating = new SmallestChecksums();
  #byNumber: ReadonlyMap<number, SampledLine> | undefined;

  /** Looks at a line of the input that messages call `file`; `number` is what the assembly calls the line. */
  add({ line, bytes, lineNumber }: ReadLine, file: string, number: number): void {
    const checksum = crc32(bytes);
    const kind = line.lifecycle === undefined ? this.#silent : this.#stating;
    if (checksum >= kind.bound) return;
    const { officers: _, classifications: __, ...asked } = line;
    kind.add({ checksum, number, file, lineNumber, line: asked });
  }

  /** Learns what a company is made of. All lines must have been added before. */
  settle({ company: { id, lifecycle }, lines }: CompanyOfLines): void {
    this.#byNumber ??= new Map(this.#sampled().map((sampled) => [sampled.number, sampled]));
    for (const [place, number] of lines.entries()) {
      const sampled = this.#byNumber.get(number);
      if (sampled !== undefined) sampled.company = { id, lifecycle, isFirst: place === 0 };
    }
  }

  /**
   * The lines that were kept, once every company is settled.
   * @throws {InputError} naming a line that no company was made of
   */
  settled(): SettledLine[] {
    return this.#sampled().map(({ file, lineNumber, line, company }) => {
      if (company === undefined)
        throw new InputError(`Cannot build: no company came of line ${lineNumber} of "${file}"`);
      const { id, lifecycle, isFirst } = company;
      return { file, lineNumber, line, id, lifecycle, isFirst };
    });
  }

  #sampled(): SampledLine[] {
    return [...this.#silent.kept(), ...this.#stating.kept()];
  }
}

interface SampledLine extends Pick<SettledLine, 'file' | 'lineNumber' | 'line'> {
  readonly checksum: number;
  readonly number: number;
  company?: Pick<SettledLine, 'id' | 'lifecycle' | 'isFirst'>;
}

/** The lines with the smallest checksums. Of many lines few are ever taken: most are not below the bound. */
class SmallestChecksums {
  #lines: SampledLine[] = [];
  /** A line whose checksum is not below this is none of the smallest. */
  bound = Infinity;

  add(line: SampledLine): void {
    this.#lines.push(line);
    if (this.#lines.length === 2 * KEPT_MAX) this.bound = this.kept().at(-1)?.checksum ?? 0;
  }

  /** Lets go of all but the smallest, and gives them, the smallest first. */
  kept(): readonly SampledLine[] {
    this.#lines = this.#lines.toSorted((a, b) => a.checksum - b.checksum).slice(0, KEPT_MAX);
    return this.#lines;
  }
}
