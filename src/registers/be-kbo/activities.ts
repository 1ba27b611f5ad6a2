import codes from './codes.json' with { type: 'json' };

/** The groups whose main activity is the primary one, in the order of codes.json. */
const ACTIVITY_GROUPS = Object.keys(codes.ActivityGroup);

const MAIN = 'MAIN';

/** One row of activity.csv about an enterprise. */
export interface Activity {
  readonly group: string;
  readonly version: string;
  readonly code: string;
  readonly classification: string;
}

/** An activity code of an enterprise, in any group. */
export interface ActivityCode {
  readonly version: string;
  readonly code: string;
  readonly isPrimary: boolean;
}

/** The activity codes of one enterprise, for its line. */
export interface ActivityCodes {
  readonly codes: readonly ActivityCode[];
  /** The number of rows whose code is beyond CODES_MAX. */
  readonly left: number;
  /** Whether the deciding group has several main activities in one version. */
  readonly ambiguous: boolean;
}

/** The bound of a register line. */
const CODES_MAX = 100;

/**
 * The codes of an enterprise, each once: newest version first, in it the primary one, then main, then other
 * activities. At most one code of a version is primary: a main activity of the first of the ACTIVITY_GROUPS that has
 * one; of several, the first in the file.
 */
export function activityCodes(activities: readonly Activity[]): ActivityCodes {
  const primary = new Map<string, Activity>();
  let ambiguous = false;
  for (const activity of activities) {
    if (activity.classification !== MAIN || !ACTIVITY_GROUPS.includes(activity.group)) continue;
    const before = primary.get(activity.version);
    if (before === undefined || rankOf(activity) < rankOf(before)) primary.set(activity.version, activity);
  }
  const found = new Map<string, ActivityCode & { isMain: boolean }>();
  for (const { group, version, code, classification } of activities) {
    const isMain = classification === MAIN;
    const chosen = primary.get(version);
    if (isMain && chosen?.group === group && chosen.code !== code) ambiguous = true;
    const key = `${version} ${code}`;
    const entry = {
      version,
      code,
      isPrimary: chosen?.code === code,
      isMain: isMain || found.get(key)?.isMain === true,
    };
    found.set(key, entry);
  }
  const sorted = [...found.entries()].toSorted(
    ([, a], [, b]) =>
      Number(b.version > a.version) - Number(b.version < a.version) ||
      Number(b.isPrimary) - Number(a.isPrimary) ||
      Number(b.isMain) - Number(a.isMain),
  );
  const kept = new Map(sorted.slice(0, CODES_MAX));
  const left = activities.filter(({ version, code }) => !kept.has(`${version} ${code}`)).length;
  return { codes: [...kept.values()], left, ambiguous };
}

function rankOf({ group }: Activity): number {
  return ACTIVITY_GROUPS.indexOf(group);
}
