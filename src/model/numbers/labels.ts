import { foldNumber } from '../folding.ts';
import { VAT_COUNTRIES, VAT_SCHEMES, type Scheme } from './schemes.ts';

/** A number that somebody wrote with words around it, without these. */
export interface LabelledNumber {
  /** Folded. */
  readonly value: string;
  /** The country that the words are of; undefined where they are of none. */
  readonly country?: string;
  /** The schemes that the words are of; undefined where they are of none. */
  readonly schemes?: readonly Scheme[];
}

/**
 * Words with bars between them, where `*` stands for a place; and the number as it folds. Its first group is the value, where it has one:
 * else it is all of it.
 */
type Row = readonly [country: string, words: string, number: RegExp, more?: { schemes?: readonly Scheme[] }];

const TAX = { schemes: VAT_SCHEMES };
const VAT_NUMBER = new RegExp(`(?:${[...VAT_COUNTRIES.keys()].join('|')}|CHE|NO)[0-9A-Z]{2,12}`);

/**
 * What stands in front of numbers on invoices, in imprints and in extracts. A row is here only where words and form of the number tell
 * together which number is meant; `''` is any country.
 */
const BEFORE: readonly Row[] = [
  ['', 'LEI|LEI code', /[0-9A-Z]{18}\d{2}/],
  ['', 'VAT|VAT Reg|VAT registration|TVA|TVA intracommunautaire|IVA|P.IVA|Partita IVA|BTW|MwSt', VAT_NUMBER],
  ['', 'USt|USt-Id|UStID|UID|Moms|Momsreg|Momsregistrerings|ALV|KMKR|KMKN|PVN|PVM|PVM mokėtojo', VAT_NUMBER],
  ['', 'ДДС|DDS|DDV|ID za DDV|DPH|IČ DPH|DIČ|PDV|ΦΠΑ', VAT_NUMBER],
  ['', 'Reg|Registration|Company registration|Register|Registernummer|Handelsregister', /[A-Z]{0,3}\d{3,}[A-Z]?/],
  ['AT', 'FN|Firmenbuch|Firmenbuchnummer', /\d{1,6}[A-Z]/],
  ['BE', 'KBO|BCE|KBO/BCE|BCE/KBO|BEKBOBCE|RPR *|RPM *', /(?:BE)?\d{9,10}/],
  ['BE', 'Ondernemingsnummer|Numéro d’entreprise|Unternehmensnummer', /(?:BE)?\d{9,10}/],
  ['BG', 'ЕИК|EIK|UIC|Булстат|BULSTAT', /(?:BG)?(?:\d{9}|\d{13})/],
  ['CH', 'UID|IDE|IDI|UID/MWST', /(?:CHE)?\d{9}/],
  ['CH', 'UID|IDE|IDI|MWST|TVA|IVA', /(CHE\d{9})(?:MWST|TVA|IVA|HR|RC)/],
  ['CY', 'Αρ. Εγγραφής|CYDRCOR', /HE\d{1,6}/],
  ['CZ', 'IČO', /\d{3,8}/],
  ['CZ', 'IČ', /\d{8}/],
  ['SK', 'IČO', /\d{3,8}/],
  ['SK', 'IČ', /\d{8}/],
  ['CZ', 'DIČ', /\d{8,10}/, TAX],
  ['SK', 'DIČ', /\d{10}/, TAX],
  ['DK', 'CVR|CVR/SE|DKCVR', /(?:DK)?\d{8}/],
  ['EE', 'Registrikood|Reg. kood|Rg-kood|Äriregistri kood', /\d{8}/],
  ['ES', 'NIF|CIF|NIF/CIF|CIF/NIF', /(?:ES)?[A-HJNP-SUVW]\d{7}[\dA-J]/],
  ['FI', 'Y-tunnus|FO-nummer|FO|Business ID|FIFPRO', /(?:FI)?\d{7,8}/],
  ['FR', 'SIREN|RCS *|SIREN RCS *', /\d{9}/],
  // A French establishment: the company and five digits more.
  ['FR', 'SIRET', /(\d{9})\d{5}/],
  ['GB', 'CRN|Company|Company registration|Company reg|Companies House', /[A-Z]{2}\d{1,6}|\d{5,8}/],
  ['GB', 'Registered|Registration', /[A-Z]{2}\d{1,6}|\d{5,8}/],
  ['IE', 'CRO|Company|Company registration|Company reg|Registered|Registration', /\d{4,6}/],
  ['GR', 'ΓΕΜΗ|GEMI|Αρ. ΓΕΜΗ|Αριθμός ΓΕΜΗ|ELGEMI', /\d{9,12}/],
  ['GR', 'ΑΦΜ|AFM', /(?:EL)?\d{9}/, TAX],
  ['HR', 'OIB', /(?:HR)?\d{10,11}/, TAX],
  ['HR', 'MBS', /\d{8,9}/],
  ['HU', 'Cg|Cégjegyzékszám', /\d{10}/],
  // A Hungarian tax number: the VAT number, and three digits more.
  ['HU', 'Adószám', /(\d{8})(?:\d{3})?/, TAX],
  ['IT', 'C.F.|Codice fiscale|P.IVA|Partita IVA|C.F. e P.IVA|C.F./P.IVA|Codice fiscale e Partita IVA', /(?:IT)?\d{11}/],
  ['IT', 'REA', /[A-Z]{2}\d{3,7}/],
  ['LT', 'Įmonės kodas|Juridinio asmens kodas|Įm. kodas|J.a.k.|LTJAR', /\d{9}|\d{7}/],
  ['LU', 'RCS|RCSL|RCS Luxembourg|LURCSL', /[A-K]\d{1,6}/],
  ['LV', 'Reģ|Reģistrācijas|Reģistrācijas numurs|Vienotais reģistrācijas numurs', /(?:LV)?\d{11}/],
  ['MD', 'IDNO|IDNO/cod fiscal', /\d{13}/],
  ['MT', 'MTROC', /C\d{1,6}/],
  ['NL', 'KvK|Kamer van Koophandel|Handelsregister|NLNHR', /\d{7,8}/],
  ['NL', 'RSIN', /\d{9}/, TAX],
  ['NO', 'Org|Organisasjons|Foretaksregisteret', /(?:NO)?[89]\d{8}(?:MVA)?/],
  ['PL', 'KRS|PLKRS', /\d{3,10}/],
  ['PL', 'NIP', /(?:PL)?\d{10}/, TAX],
  ['PL', 'REGON', /\d{9}|\d{14}/],
  ['PT', 'NIPC|NIF|NIPC/NIF|Contribuinte', /(?:PT)?\d{9}/],
  ['RO', 'CUI|CIF|CUI/CIF|Cod fiscal|Cod unic de înregistrare', /(?:RO)?\d{2,10}/],
  ['RO', 'Reg. Com.|ORC|Registrul Comerțului|ROONRC', /[A-Z]\d{13}/],
  ['RS', 'MB|Matični|Матични|МБ', /\d{8}/],
  ['RS', 'PIB|ПИБ', /\d{9}/, TAX],
  ['SE', 'Org|Organisations|SEBOLREG', /\d{10}/],
  ['SI', 'MŠ|Matična|Matična številka', /\d{7}|\d{10}/],
  ['SI', 'Davčna|Davčna številka|DŠ', /(?:SI)?\d{8}/, TAX],
  ['UA', 'ЄДРПОУ|EDRPOU|Ідентифікаційний код', /\d{8}/],
];

/** What stands behind numbers. */
const BEHIND: readonly Row[] = [
  ['BE', 'RPR *|RPM *', /(?:BE)?\d{10}/],
  // On invoices, and in extracts of the register.
  ['CH', 'MWST|TVA|IVA|TPV|VAT|HR|RC|HR/MWST|RC/TVA|RC/IVA', /CHE\d{9}/],
  ['FR', 'RCS *', /\d{9}/],
];

const MARKS = /\p{M}+/gu;

/** Words as they fold, with and without their accents, as a pattern. */
function wordsOf(words: string): string {
  const folded = words.split('|').map((word) => word.split('*').map(foldNumber).join('*'));
  const all = folded.flatMap((word) => [word, word.normalize('NFD').replace(MARKS, '').normalize('NFC')]);
  // The longest first: the beginning of a word is none.
  return [...new Set(all)]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace('*', String.raw`\p{L}*`))
    .join('|');
}

/** Words for "number" that may stand before and after each. */
const NUMBER_WORDS = 'N|No|Nr|Nro|Num|Número|Nummer|Number|Numer|Numurs|Număr|ID|Αρ|Br|Broj|Број|Kod|Kodas|Код|Číslo';

interface Form {
  readonly pattern: RegExp;
  readonly told: Omit<LabelledNumber, 'value'>;
}

const formOf = ([country, , , more]: Row, pattern: string): Form => ({
  pattern: new RegExp(pattern, 'u'),
  told: { ...(country !== '' && { country }), ...more },
});

/** Made when a number is first read: every command loads this file, and few read numbers. */
let forms: readonly Form[] | undefined;

function makeForms(): readonly Form[] {
  const any = `(?:${wordsOf(NUMBER_WORDS)})?`;
  return [
    ...BEFORE.map((row) => formOf(row, `^${any}(?:${wordsOf(row[1])})${any}${groupOf(row[2])}$`)),
    ...BEHIND.map((row) => formOf(row, `^${groupOf(row[2])}(?:${wordsOf(row[1])})$`)),
  ];
}

function groupOf({ source }: RegExp): string {
  return /\((?!\?)/.test(source) ? source : `(${source})`;
}

/** German numbers with their court, which the register writes in front: `Hamburg HRB 150148`. */
const GERMAN =
  /^(?:AMTSGERICHT|REGISTERGERICHT|AG)?(\p{L}{3,}?)(?:REGISTERNUMMER|NR)?((?:HRA|HRB|GNR|PR|VR)\d{1,6}[A-Z]{0,3})$/u;
const GERMAN_TURNED = /^((?:HRA|HRB|GNR|PR|VR)\d{1,6})(?:AMTSGERICHT|REGISTERGERICHT|AG)?(\p{L}{3,})$/u;

/** The numbers that a folded text is, with words in front or behind that say which number it is. None where there are no such words. */
export function labelledNumbers(folded: string): LabelledNumber[] {
  if (/^\d*$/.test(folded)) return [];
  forms ??= makeForms();
  const numbers = forms.flatMap(({ pattern, told }) => {
    const [, value] = pattern.exec(folded) ?? [];
    return value === undefined ? [] : [{ value, ...told }];
  });
  const [, court, number] = GERMAN.exec(folded) ?? [];
  if (court !== undefined) numbers.push({ value: `${court}${number}`, country: 'DE' });
  const [, first, behind] = GERMAN_TURNED.exec(folded) ?? [];
  if (behind !== undefined) numbers.push({ value: `${behind}${first}`, country: 'DE' });
  return numbers;
}
