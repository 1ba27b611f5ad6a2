import { SAMPLE_REGISTER, counted, quoteValue, type LineOfficer } from '../../src/model/index.ts';
import { REGISTERS } from '../../src/registers/index.ts';

/** The number of omitted officers of a system, and why. */
export interface LeftOut {
  readonly system: string;
  /** The register of the system; absent if it is unknown. */
  readonly register?: string;
  readonly officers: number;
  readonly because: string;
}

/** Selects officers of registers whose licence allows it, and invented officers. Counts the omitted officers. */
export function officerFilter() {
  const registers = new Map(Array.from(REGISTERS.values(), (one) => [one.officersReuse?.system, one]));
  const counts = new Map<string, number>();
  const passesOn = ({ source: { system } }: LineOfficer): boolean => {
    const isAllowed =
      registers.get(system)?.officersReuse?.isAllowed ?? system.startsWith(`openfirma ${SAMPLE_REGISTER} (`);
    if (!isAllowed) counts.set(system, (counts.get(system) ?? 0) + 1);
    return isAllowed;
  };
  return {
    passesOn,
    /** The number of omitted officers of each system, in the order of names. */
    leftOut: (): LeftOut[] =>
      Array.from(counts, ([system, officers]) => {
        const register = registers.get(system);
        return {
          system,
          ...(register !== undefined && { register: register.id }),
          officers,
          because: register?.officersReuse?.because ?? 'the register is unknown, and so is its licence for officers',
        };
      }).toSorted((a, b) => (a.system < b.system ? -1 : 1)),
  };
}

export function leftOutText({ system, register, officers, because }: LeftOut): string {
  return `${counted(officers, 'officer')} of ${register ?? quoteValue(system)} omitted: ${because}`;
}
