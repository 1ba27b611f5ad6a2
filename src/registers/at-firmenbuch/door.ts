import { xmlRoot, xmlWithout } from '../../importer/declaration.ts';
import { isSoleTrader } from './codes.ts';
import { answerOf } from './soap.ts';

/** What is about people beside their names and functions: birth dates, homes, citizenships, shares, free text. */
const ABOUT_PEOPLE = [
  /\.GEBURTSDATUM$/,
  /\.PER\.(PE_DKZ03|PE_STAAT|RECHTSTATSACHE)$/,
  /\.FUN\.(FU_DKZ11|FU_DKZ12|RECHTSTATSACHE)$/,
  /\.FU_DKZ10\.(?!(DATVON|DATBIS|VART|VSBEIDE)$)\w+$/,
  /\.(RTS_NAME|RTS_ADRESSE)$/,
];

/** Of a sole trader, all but the form. */
const OF_SOLE_TRADER = /\.AUSZUG_V2_RESPONSE\.(FUN|PER|FIRMA\.(?!FI_DKZ07$)\w+)$/;

/** An extract without what must never be stored; that of a sole trader keeps its number and form alone. */
export function redactedExtract(text: string): string {
  const forms = answerOf('extract', xmlRoot('body', text)).object('FIRMA')?.each('FI_DKZ07') ?? [];
  const isSole = forms.some((entry) => {
    const form = entry.object('RECHTSFORM');
    return isSoleTrader(form?.content('CODE'), form?.content('TEXT'));
  });
  return xmlWithout('body', text, (names) => {
    const path = names.join('.');
    return ABOUT_PEOPLE.some((one) => one.test(path)) || (isSole && OF_SOLE_TRADER.test(path));
  });
}
