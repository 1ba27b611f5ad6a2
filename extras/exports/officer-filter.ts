import { SAMPLE_REGISTER, quoteValue, type LineOfficer } from '../../src/model/index.ts';
import type { ExportedRegister, LeftOut } from './descriptions/exported-file.ts';

/** Registers have one system each: who writes others into lines has a handful. */
const SYSTEMS_MAX = 100;

const UNKNOWN = 'no register is known by this name, so nobody has said that they may be passed on';

/** Which officers are passed on: those of registers that allow it, and invented ones. It counts the others. */
export class OfficerFilter {
  readonly #registers: ReadonlyMap<string, ExportedRegister>;
  readonly #leftOut = new Map<string, number>();
  #rest = 0;

  constructor(registers: readonly ExportedRegister[]) {
    this.#registers = new Map(
      registers.flatMap((one) => (one.officers === undefined ? [] : [[one.officers.system, one]])),
    );
  }

  /** Whether an officer is passed on. */
  readonly passesOn = ({ source: { system } }: LineOfficer): boolean => {
    const isAllowed =
      this.#registers.get(system)?.officers?.isAllowed ?? system.startsWith(`openfirma ${SAMPLE_REGISTER} (`);
    if (!isAllowed) this.#count(system);
    return isAllowed;
  };

  /** Those that were not, by the system that publishes them, in the order of its name. */
  leftOut(): LeftOut[] {
    const told = Array.from(this.#leftOut, ([system, officers]): LeftOut => {
      const register = this.#registers.get(system);
      return {
        system,
        ...(register !== undefined && { register: register.id }),
        officers,
        because: register?.officers?.because ?? UNKNOWN,
      };
    }).toSorted((a, b) => ((a.system ?? '') < (b.system ?? '') ? -1 : 1));
    return this.#rest === 0 ? told : [...told, { officers: this.#rest, because: UNKNOWN }];
  }

  #count(system: string): void {
    const before = this.#leftOut.get(system);
    if (before === undefined && this.#leftOut.size >= SYSTEMS_MAX) this.#rest++;
    else this.#leftOut.set(system, (before ?? 0) + 1);
  }
}

/** A line about omitted officers. */
export function leftOutText({ system, register, officers, because }: LeftOut): string {
  const whose = register ?? (system === undefined ? 'other systems' : quoteValue(system));
  return `${officers} ${officers === 1 ? 'officer' : 'officers'} of ${whose} left out: ${because}`;
}
