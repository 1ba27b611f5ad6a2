import { read as atFirmenbuch } from './at-firmenbuch.ts';
import { read as beKbo } from './be-kbo.ts';
import { read as bgTr } from './bg-tr.ts';
import { read as chZefix } from './ch-zefix.ts';
import { read as cyDrcor } from './cy-drcor.ts';
import { read as czRes } from './cz-res.ts';
import { read as deOffeneregister } from './de-offeneregister.ts';
import { read as dkCvr } from './dk-cvr.ts';
import { read as eeAriregister } from './ee-ariregister.ts';
import { read as fiPrh } from './fi-prh.ts';
import { read as frRne } from './fr-rne.ts';
import { read as frSirene } from './fr-sirene.ts';
import { read as gbCompaniesHouse } from './gb-companies-house.ts';
import { read as gleif } from './gleif.ts';
import { read as grGemi } from './gr-gemi.ts';
import { read as hrSudreg } from './hr-sudreg.ts';
import { read as ieCro } from './ie-cro.ts';
import { read as ltJar } from './lt-jar.ts';
import { read as lvUr } from './lv-ur.ts';
import { read as mdAsp } from './md-asp.ts';
import { read as mtMbr } from './mt-mbr.ts';
import { read as noBrreg } from './no-brreg.ts';
import { read as plKrs } from './pl-krs.ts';
import type { Reader } from './raw.ts';
import { read as roOnrc } from './ro-onrc.ts';
import { read as rsApr } from './rs-apr.ts';
import { read as seBolagsverket } from './se-bolagsverket.ts';
import { read as siPrs } from './si-prs.ts';
import { read as skRpo } from './sk-rpo.ts';
import { read as uaEdr } from './ua-edr.ts';

/** The independent reading of each register. */
export const READERS: ReadonlyMap<string, Reader> = new Map([
  ['at-firmenbuch', atFirmenbuch],
  ['be-kbo', beKbo],
  ['bg-tr', bgTr],
  ['ch-zefix', chZefix],
  ['cy-drcor', cyDrcor],
  ['cz-res', czRes],
  ['de-offeneregister', deOffeneregister],
  ['dk-cvr', dkCvr],
  ['ee-ariregister', eeAriregister],
  ['fi-prh', fiPrh],
  ['fr-rne', frRne],
  ['fr-sirene', frSirene],
  ['gb-companies-house', gbCompaniesHouse],
  ['gleif', gleif],
  ['gr-gemi', grGemi],
  ['hr-sudreg', hrSudreg],
  ['ie-cro', ieCro],
  ['lt-jar', ltJar],
  ['lv-ur', lvUr],
  ['md-asp', mdAsp],
  ['mt-mbr', mtMbr],
  ['no-brreg', noBrreg],
  ['pl-krs', plKrs],
  ['ro-onrc', roOnrc],
  ['rs-apr', rsApr],
  ['se-bolagsverket', seBolagsverket],
  ['si-prs', siPrs],
  ['sk-rpo', skRpo],
  ['ua-edr', uaEdr],
]);

/** Fields that no raw file has, because the importer has its own list of labels. */
export const NOT_IN_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['cz-res', ['legal_form']],
  ['fr-sirene', ['legal_form']],
  ['se-bolagsverket', ['legal_form']],
]);
