import { OfficerRoles, isDate, withSource, type ImportRun, type RecordReader } from '../../importer/index.ts';
import { collapseWhiteSpace, foldName, type LineOfficer, type OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The owner of a firm: no officer, and the mark of a sole trader. */
export const OWNER = 'Inhaber';

/** Positions that make an officer. */
const POSITIONS: ReadonlySet<string> = new Set(codes['officers.position'].officers);

/** What the notices of a register say of one position of one holder: that it began, or that it ended. */
export interface Notice {
  readonly name: string;
  readonly kind?: OfficerKind | undefined;
  readonly position: string;
  /** Days, `YYYY-MM-DD`. */
  readonly began?: string | undefined;
  readonly ended?: string | undefined;
  /** Whether it says that the position is over, with or without a day. */
  readonly isOver: boolean;
}

/** A position that is held, as the newest notice has it. */
export interface Held {
  readonly name: string;
  readonly kind?: OfficerKind | undefined;
  readonly position: string;
  /** The day of the first notice of it since it was last over; absent where a notice of it has none. */
  readonly since?: string | undefined;
}

/** What the dump says of a holder; of some it says `unknown`. */
const KIND_OF: ReadonlyMap<string, OfficerKind> = new Map([
  ['person', 'natural_person'],
  ['company', 'organisation'],
]);

/** An end without a day is later than all that is known: a false officer is worse than a missing one. */
const AFTER_ALL = '9999';

/** Academic titles: one notice has them and the next has not. */
const TITLES = /\b(?:doctor|doktor|dr|prof|professor|dipl|ing)\b/g;

/** The name at birth, which notices of persons put into the name. */
const NAME_AT_BIRTH = /\s*\bgeb(?:orene[rs]?|\.) \S+/giu;

/** A firm among the officers, with the prose behind its name: its seat, its number, its powers. */
const FIRM_WITH_PROSE = /^(?<name>.+?),\s[^,()]+\((?:Amtsgericht|AG|HR[AB])\b/;

/** Reads the notices about officers of a record; owners are among them, other positions are counted and left out. */
export function noticesOf(record: RecordReader, key: string, run: ImportRun): Notice[] {
  return record.objects('officers').flatMap((officer): Notice[] => {
    const [position, type] = [officer.text('position'), officer.text('type')];
    run.code('officers.position', position, 'left out');
    run.code('officers.type', type, 'left out');
    const published = collapseWhiteSpace(officer.text('name') ?? '');
    const name =
      type === 'person'
        ? published.replace(NAME_AT_BIRTH, '')
        : (FIRM_WITH_PROSE.exec(published)?.groups?.['name'] ?? published);
    if (name === '') run.report.note('officer without a name, left out', key);
    if (name === '' || position === undefined || (position !== OWNER && !POSITIONS.has(position))) return [];
    const began = dayOf(officer, 'start_date', key, run);
    const ended = dayOf(officer, 'end_date', key, run);
    const isOver = officer.has('end_date') || officer.object('other_attributes')?.flag('dismissed') === true;
    return [{ name, kind: KIND_OF.get(type ?? ''), position, began, ended, isOver }];
  });
}

/**
 * Folds notices into the positions that are held: the beginning and the end of one are two notices, and a position is announced again
 * when something about it changes. Of one day, the end comes last.
 */
export function heldOf(notices: readonly Notice[]): Held[] {
  const byHolder = Map.groupBy(notices, ({ name, position }) => `${position}\0${folded(name)}`);
  return [...byHolder.values()].flatMap((all): Held[] => {
    const events = all.flatMap((notice) => [
      ...(notice.began === undefined && notice.isOver ? [] : [{ day: notice.began ?? '', notice, isEnd: false }]),
      ...(notice.isOver ? [{ day: notice.ended ?? AFTER_ALL, notice, isEnd: true }] : []),
    ]);
    events.sort((a, b) => compare(a.day, b.day) || Number(a.isEnd) - Number(b.isEnd));
    let since: string | undefined;
    let last: Notice | undefined;
    for (const { day, notice, isEnd } of events) {
      if (!isEnd && last === undefined) since = day;
      last = isEnd ? undefined : notice;
    }
    return last === undefined
      ? []
      : [{ name: last.name, kind: last.kind, position: last.position, since: since || undefined }];
  });
}

/** Officers of a line: the positions of one name that began on one day are the roles of one officer. */
export function officersOf(held: readonly Held[], source: LineOfficer['source']): LineOfficer[] | undefined {
  const officers = new OfficerRoles();
  for (const { name, kind, position, since } of held) {
    if (!POSITIONS.has(position)) continue;
    officers.add(`${since ?? ''}\0${folded(name)}`, { name, kind, appointed_on: since }, position);
  }
  return withSource(officers.officers, source);
}

function dayOf(officer: RecordReader, field: string, key: string, run: ImportRun): string | undefined {
  const day = officer.text(field);
  if (day === undefined || isDate(day)) return day;
  run.report.note(`officer with ${field} that is no date, which is left out`, key);
  return undefined;
}

function folded(name: string): string {
  return collapseWhiteSpace(foldName(name).replace(TITLES, ' '));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
