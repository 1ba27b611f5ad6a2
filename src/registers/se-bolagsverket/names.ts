import { present, publishedDay, type CsvRow, type ImportRun } from '../../importer/index.ts';
import type { CompanyName } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { nameIn, partsOf, textOf } from './row.ts';

/** The kinds of main names in the order of preference: of a company, of another entity. */
const MAIN_NAMES = ['FORETAGSNAMN-ORGNAM', 'NAMN-ORGNAM'];

/** The publisher's word for a kind of name. */
const KINDS: ReadonlyMap<string, string> = new Map(Object.entries(codes.organisationsnamn));

/** The text behind a name: its kind, and the date of its registration if published. */
const NAME_KIND = /\$([A-Z_]+-ORGNAM)(?:\$(\d{4}-\d{2}-\d{2}))?(?=[$|]|$)/g;

interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly date: string;
}

/** The names of a row: the main one (of several the one registered last), and those of known other kinds. */
export function namesIn(row: CsvRow, run: ImportRun): { name: string | undefined; others: CompanyName[] } {
  const names = entriesIn(row, run);
  const kind = MAIN_NAMES.find((main) => names.some((one) => one.kind === main));
  const mains = names.filter((one) => one.kind === kind);
  const [main] = mains.toSorted((a, b) => Number(a.date < b.date) - Number(a.date > b.date));
  const others = names.flatMap((one) => {
    const word = MAIN_NAMES.includes(one.kind) ? undefined : KINDS.get(one.kind);
    if (word === undefined) return [];
    const from = publishedDay(run, 'organisationsnamn', one.date);
    return [present<CompanyName>({ name: one.name, kind: word, from })];
  });
  return { name: main?.name, others };
}

/**
 * The entries `name$kind$date$text`, repeated with `|` between. A text, and by chance a name, may hold these two characters, so the
 * text before a kind of name is a name.
 */
function entriesIn(row: CsvRow, run: ImportRun): Entry[] {
  const names: Entry[] = [];
  let from = 0;
  const all = (textOf(row, 'organisationsnamn') ?? '').replace(/^\|/, '');
  for (const match of all.matchAll(NAME_KIND)) {
    const [marker, kind = '', date = ''] = match;
    run.code('organisationsnamn', kind, 'left out');
    // The text of the previous entry comes before every name but the first.
    const before = all.slice(from, match.index);
    const name = nameIn(from === 0 ? before : before.slice(before.lastIndexOf('|') + 1));
    from = match.index + marker.length;
    if (name !== '' && name !== 'null') names.push({ name, kind, date });
  }
  if (from === 0 && partsOf(all).length > 0) run.report.note('name without a kind, skipped', `record ${row.record}`);
  return names;
}
