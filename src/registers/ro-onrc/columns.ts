import { words } from '../../importer/declaration.ts';

/** UTF-8 with a byte order mark; names begin with a quotation mark that is part of them. */
const csv = { delimiter: '^', quotes: 'none' } as const;

/** The column that all files of firms share and are joined by. */
export const NUMBER = 'COD_INMATRICULARE';

const BIRTH = ['DATA_NASTERE', 'LOCALITATE_NASTERE', 'JUDET_NASTERE', 'TARA_NASTERE'];

/** The files by the name they are published under, in lower case and without `.csv`. */
export const KINDS = {
  od_firme: layout(
    ['DENUMIRE', 'CUI', NUMBER, 'FORMA_JURIDICA', 'ADR_TARA'],
    [
      'DATA_INMATRICULARE',
      // `ROONRC.` and the registration number.
      'EUID',
      ...words(`
        ADR_JUDET ADR_LOCALITATE ADR_DEN_STRADA ADR_NR_STRADA ADR_BLOC ADR_SCARA ADR_ETAJ ADR_APARTAMENT ADR_COD_POSTAL
        ADR_SECTOR ADR_COMPLETARE WEB TARA_FIRMA_MAMA
      `),
    ],
  ),
  // The date and place of birth and the home of a person are never read.
  od_reprezentanti_legali: layout(
    [NUMBER, 'PERSOANA_IMPUTERNICITA', 'CALITATE'],
    [...BIRTH, 'LOCALITATE', 'JUDET', 'TARA'],
  ),
  od_reprezentanti_if: layout([NUMBER, 'NUME', 'CALITATE'], BIRTH),
  od_stare_firma: layout([NUMBER, 'COD'], []),
  od_caen_autorizat: layout([NUMBER, 'COD_CAEN_AUTORIZAT', 'VER_CAEN_AUTORIZAT'], []),
  // Branches that Romanian firms have in other member states.
  od_sucursale_alte_state_membre: layout([NUMBER, 'TIP_UNITATE', 'DENUMIRE_SUCURSALA'], ['EUID', 'COD_FISCAL', 'TARA']),
  n_stare_firma: layout(['COD', 'DENUMIRE'], []),
  n_caen: layout(['CLASA', 'DENUMIRE', 'VERSIUNE_CAEN'], ['SECTIUNEA', 'SUBSECTIUNEA', 'DIVIZIUNEA', 'GRUPA']),
  n_versiune_caen: layout(['COD', 'DESCRIERE'], []),
};

function layout(taken: readonly string[], ignored: readonly string[]) {
  return { csv, required: taken, taken, ignored };
}
