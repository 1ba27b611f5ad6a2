import { words } from '../../importer/declaration.ts';

/** The fields of kept extracts and what becomes of them; paths begin with the kind of the question. */

const ofBoth = (paths: readonly string[]): string[] =>
  ['rejp', 'rejs'].flatMap((kind) => paths.map((path) => `${kind}.odpis.${path}`));

const ACTIVITY = words('opis kodDzial kodKlasa kodPodklasa');

export const TAKEN = ofBoth([
  ...words('naglowekA.rejestr naglowekA.numerKRS naglowekA.dataCzasOdpisu'),
  ...words('nazwa formaPrawna identyfikatory.nip identyfikatory.regon').map(
    (name) => `dane.dzial1.danePodmiotu.${name}`,
  ),
  'dane.dzial1.siedzibaIAdres.siedziba.kraj',
  ...['przedmiotPrzewazajacejDzialalnosci', 'przedmiotPozostalejDzialalnosci'].flatMap((list) =>
    ACTIVITY.map((name) => `dane.dzial3.przedmiotDzialalnosci.${list}.${name}`),
  ),
  'dane.dzial6.wykreslenia',
]);

export const IGNORED = ofBoth([
  'rodzaj',
  // The day of the last entry and that of the first: an extract is dated by when it was made.
  ...words('naglowekA.stanZDnia naglowekA.dataRejestracjiWKRS naglowekA.dataOstatniegoWpisu'),
]);
