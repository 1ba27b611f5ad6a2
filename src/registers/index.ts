/**
 * The registers that can be imported: an explicit list, one folder each.
 * @module
 */
import type { CodeLists, Register } from '../importer/index.ts';
import { InputError, SAMPLE_REGISTER } from '../model/index.ts';
import { atFirmenbuch } from './at-firmenbuch/index.ts';
import { beKbo } from './be-kbo/index.ts';
import { bgTr } from './bg-tr/index.ts';
import { chZefix } from './ch-zefix/index.ts';
import { cyDrcor } from './cy-drcor/index.ts';
import { czRes } from './cz-res/index.ts';
import { deOffeneregister } from './de-offeneregister/index.ts';
import { dkCvr } from './dk-cvr/index.ts';
import { eeAriregister } from './ee-ariregister/index.ts';
import { fiPrh } from './fi-prh/index.ts';
import { frRne } from './fr-rne/index.ts';
import { frSirene } from './fr-sirene/index.ts';
import { gbCompaniesHouse } from './gb-companies-house/index.ts';
import { gleif } from './gleif/index.ts';
import { grGemi } from './gr-gemi/index.ts';
import { hrSudreg } from './hr-sudreg/index.ts';
import { ieCro } from './ie-cro/index.ts';
import { ltJar } from './lt-jar/index.ts';
import { lvUr } from './lv-ur/index.ts';
import { mdAsp } from './md-asp/index.ts';
import { mtMbr } from './mt-mbr/index.ts';
import { noBrreg } from './no-brreg/index.ts';
import { plKrs } from './pl-krs/index.ts';
import { roOnrc } from './ro-onrc/index.ts';
import { rsApr } from './rs-apr/index.ts';
import { seBolagsverket } from './se-bolagsverket/index.ts';
import { siPrs } from './si-prs/index.ts';
import { skRpo } from './sk-rpo/index.ts';
import { uaEdr } from './ua-edr/index.ts';

const ALL: readonly Register[] = [
  atFirmenbuch,
  beKbo,
  bgTr,
  chZefix,
  cyDrcor,
  czRes,
  deOffeneregister,
  dkCvr,
  eeAriregister,
  fiPrh,
  frSirene,
  frRne,
  gbCompaniesHouse,
  gleif,
  grGemi,
  hrSudreg,
  ieCro,
  ltJar,
  lvUr,
  mdAsp,
  mtMbr,
  noBrreg,
  plKrs,
  roOnrc,
  rsApr,
  seBolagsverket,
  siPrs,
  skRpo,
  uaEdr,
];

/** All registers, by their id. */
export const REGISTERS: ReadonlyMap<string, Register> = new Map(ALL.map((register) => [register.id, register]));

/** The name of a register, or of the sample; undefined for an unknown id. */
export function registerName(id: string): string | undefined {
  return id === SAMPLE_REGISTER ? 'Invented companies' : REGISTERS.get(id)?.name;
}

/**
 * The register with this id.
 * @throws {InputError} for an unknown id
 */
export function registerOf(id: string): Register {
  const register = REGISTERS.get(id);
  if (register === undefined) {
    throw new InputError(`Cannot find the register "${id}": must be one of ${[...REGISTERS.keys()].join(', ')}`);
  }
  return register;
}

/** The code lists that are fetched beside the files of a register, by their id. */
export const CODE_LISTS: ReadonlyMap<string, CodeLists> = new Map(
  ALL.flatMap(({ lists }) => (lists === undefined ? [] : [[lists.id, lists]])),
);

export {
  COUNTRY_COVERAGE,
  REGISTER_COVERAGE,
  type CountryCoverage,
  type OtherRegister,
  type RegisterCoverage,
  officersAmong,
  officersOf,
  proofOf,
} from './coverage.ts';
export { legalFormLabel } from './legal-forms.ts';
