import { SAMPLE_REGISTER, quoteValue, type LineOfficer } from '../../src/model/index.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import type { LeftOut } from './descriptions/exported-file.ts';

/** Selects officers of registers that allow it, and invented ones. Counts the others. */
export class OfficerFilter {
  readonly #registers = new Map(Array.from(REGISTERS.values(), (one) => [one.officersReuse?.system, one]));
  readonly #leftOut = new Map<string, number>();

  readonly passesOn = ({ source: { system } }: LineOfficer): boolean => {
    const isAllowed =
      this.#registers.get(system)?.officersReuse?.isAllowed ?? system.startsWith(`openfirma ${SAMPLE_REGISTER} (`);
    if (!isAllowed) this.#leftOut.set(system, (this.#leftOut.get(system) ?? 0) + 1);
    return isAllowed;
  };

  /** The number of omitted officers of each system, in the order of names. */
  leftOut(): LeftOut[] {
    return Array.from(this.#leftOut, ([system, officers]) => {
      const register = this.#registers.get(system);
      return {
        system,
        ...(register !== undefined && { register: register.id }),
        officers,
        because: register?.officersReuse?.because ?? 'the register is unknown, and so is its licence for officers',
      };
    }).toSorted((a, b) => (a.system < b.system ? -1 : 1));
  }
}

export function leftOutText({ system, register, officers, because }: LeftOut): string {
  return `${officers} ${officers === 1 ? 'officer' : 'officers'} of ${register ?? quoteValue(system)} omitted: ${because}`;
}
