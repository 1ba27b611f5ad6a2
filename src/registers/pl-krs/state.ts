import { gravestOf, type ImportRun, type RecordReader } from '../../importer/index.ts';
import type { CompanyState } from '../../model/index.ts';

/** Bank resolution, restructuring and its older kinds have one list, whose members have an opening and a conclusion. */
const RESTRUCTURING = 'postepowanieRestrukturyzacyjneNaprawczePrzymusowaRestrukturyzacjaUporzadkowanaLikwidacja';
const OF_RESTRUCTURING =
  'PostepowaniaRestrukturyzacyjnegoNaprawczegoPrzymusowejRestrukturyzacjiUporzadkowanejLikwidacji';

/** The field that strikes a company off. */
export const STRUCK_OFF = 'wykreslenia';

/** The addition to a name that the law requires, at its end. */
const ADDITION = /(?<=\s)W (?:UPADŁOŚCI|LIKWIDACJI|RESTRUKTURYZACJI)(?=(?: (?:LIKWIDACYJNEJ|UKŁADOWEJ))?$)/u;

/**
 * The state by the sixth part of an extract (`dzial6`) and by the addition to the name. Extracts that were fetched before the sixth part
 * was kept only have the name.
 */
export function stateOf(
  name: string | undefined,
  part: RecordReader | undefined,
  run: ImportRun,
): CompanyState | undefined {
  const lists = [STRUCK_OFF, 'likwidacja'].filter((list) => (part?.objects(list) ?? []).length > 0);
  if (part?.objects('postepowanieUpadlosciowe').some(isBankruptcyOpen) === true) lists.push('postepowanieUpadlosciowe');
  const [addition] = ADDITION.exec(name ?? '') ?? [];
  const restructuring = (part?.objects(RESTRUCTURING) ?? []).filter(isRestructuringOpen);
  return gravestOf([
    run.state('dzial6', 'brak'),
    ...lists.map((list) => run.state('dzial6', list)),
    run.state('nazwa', addition) ?? 'active',
    ...restructuring.map((one) =>
      run.state('rodzajPostepowania', one.object(`otwarcie${OF_RESTRUCTURING}`)?.content('rodzajPostepowania')),
    ),
  ]);
}

function isBankruptcyOpen(entry: RecordReader): boolean {
  return entry.object('opisZakonczeniaProcesuUpadlosci')?.content('dataZakonczeniaPostepowania') === undefined;
}

function isRestructuringOpen(entry: RecordReader): boolean {
  return entry.object(`zakonczenie${OF_RESTRUCTURING}`)?.content('data') === undefined;
}
