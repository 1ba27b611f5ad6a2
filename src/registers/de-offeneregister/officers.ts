import { OfficerRoles, publishedDay, withSource, type ImportRun, type RecordReader } from '../../importer/index.ts';
import { collapseWhiteSpace, compareText, foldName, type LineOfficer, type OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The owner of a firm, who is not an officer. The position marks a sole trader. */
export const OWNER = 'Inhaber';

/** Positions that make an officer. */
const POSITIONS: ReadonlySet<string> = new Set(codes['officers.position'].officers);

/** A notice that a holder's position began or ended. */
export interface Notice {
  readonly name: string;
  readonly kind?: OfficerKind | undefined;
  readonly position: string;
  /** The days on which the position began and ended, `YYYY-MM-DD`. */
  readonly began?: string | undefined;
  readonly ended?: string | undefined;
  /** Whether the position has ended, with or without a known day. */
  readonly isOver: boolean;
}

/** A position that is held according to its newest notice. */
export interface Held extends Pick<Notice, 'name' | 'kind' | 'position'> {
  /** The name by which notices are of one holder. */
  readonly foldedName: string;
  /** The day of the first notice since the position last ended; absent if that notice has no day. */
  readonly since?: string | undefined;
}

/** The kind of a holder by its type in the dump. The type `unknown` has no kind. */
const KINDS: ReadonlyMap<string | undefined, OfficerKind> = new Map([
  ['person', 'natural_person'],
  ['company', 'organisation'],
]);

/** An end without a day counts as later than all known days: a false officer is worse than a missing one. */
const AFTER_ALL = '9999';

/** Academic titles, which only some notices of a holder have. */
const TITLES = /\b(?:doctor|doktor|dr|prof|professor|dipl|ing)\b/g;

/** The name at birth, which notices of persons put into the name. */
const NAME_AT_BIRTH = /\s*\bgeb(?:orene[rs]?|\.) \S+/giu;

/** A firm among the officers, with text after its name: its seat, its number, its powers. */
const FIRM_WITH_PROSE = /^(?<name>.+?),\s[^,()]+\((?:Amtsgericht|AG|HR[AB])\b/;

/** Returns a record's notices about officers and owners; other positions are counted. */
export function readNotices(record: RecordReader, key: string, run: ImportRun): Notice[] {
  return record.objects('officers').flatMap((officer): Notice[] => {
    const [position, type] = [officer.text('position'), officer.text('type')];
    run.code('officers.position', position, 'left out');
    run.code('officers.type', type, 'left out');
    const published = collapseWhiteSpace(officer.text('name') ?? '');
    const name =
      type === 'person'
        ? published.replace(NAME_AT_BIRTH, '')
        : (FIRM_WITH_PROSE.exec(published)?.groups?.['name'] ?? published);
    if (name === '') run.report.note('officer without a name, skipped', key);
    if (name === '' || position === undefined || (position !== OWNER && !POSITIONS.has(position))) return [];
    const began = publishedDay(run, 'start_date', officer.text('start_date'));
    const ended = publishedDay(run, 'end_date', officer.text('end_date'));
    const isOver = officer.has('end_date') || officer.object('other_attributes')?.flag('dismissed') === true;
    return [{ name, kind: KINDS.get(type), position, began, ended, isOver }];
  });
}

/**
 * Returns the positions that are held after all notices. The beginning and the end of a position are two notices, and notices of changes
 * repeat the position. On the same day, the end comes last.
 */
export function findHeld(notices: readonly Notice[]): Held[] {
  const byHolder = Map.groupBy(notices, ({ name, position }) => `${position}\0${folded(name)}`);
  return [...byHolder].flatMap(([holder, all]): Held[] => {
    const events = all.flatMap((notice) => [
      ...(notice.began === undefined && notice.isOver ? [] : [{ day: notice.began ?? '', notice, isEnd: false }]),
      ...(notice.isOver ? [{ day: notice.ended ?? AFTER_ALL, notice, isEnd: true }] : []),
    ]);
    events.sort((a, b) => compareText(a.day, b.day) || Number(a.isEnd) - Number(b.isEnd));
    let since: string | undefined;
    let last: Notice | undefined;
    for (const { day, notice, isEnd } of events) {
      if (!isEnd && last === undefined) since = day;
      last = isEnd ? undefined : notice;
    }
    if (last === undefined) return [];
    const { name, kind, position } = last;
    const foldedName = holder.slice(position.length + 1);
    return [{ name, foldedName, kind, position, since: since || undefined }];
  });
}

/** Returns the officers of a line. Positions with the same name and the same first day are the roles of one officer. */
export function toOfficers(held: readonly Held[], source: LineOfficer['source']): LineOfficer[] | undefined {
  const officers = new OfficerRoles();
  for (const { name, foldedName, kind, position, since } of held) {
    if (!POSITIONS.has(position)) continue;
    officers.add(`${since ?? ''}\0${foldedName}`, { name, kind, appointed_on: since }, position);
  }
  return withSource(officers.officers, source);
}

function folded(name: string): string {
  return collapseWhiteSpace(foldName(name).replace(TITLES, ' '));
}
