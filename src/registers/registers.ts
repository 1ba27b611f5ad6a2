import type { Register } from '../importer/index.ts';
import { compareText } from '../model/index.ts';
import * as all from './all.ts';

/** The registers by id, except that a register that adds to another register follows it. */
export const ALL: readonly Register[] = Object.values(all).toSorted((a, b) => compareText(toPlace(a), toPlace(b)));

function toPlace({ id, addsTo }: Register): string {
  return addsTo === undefined ? id : `${addsTo} ${id}`;
}

/** All registers, by their id. */
export const REGISTERS: ReadonlyMap<string, Register> = new Map(ALL.map((register) => [register.id, register]));
