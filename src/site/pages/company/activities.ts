import type { Company } from '../../../contract/index.ts';
import { cards, markup, type Html } from '../../html.ts';
import NACE from './nace.json' with { type: 'json' };

export const NACE_SOURCE = NACE.source;
/** The schemes whose codes begin with a division of NACE Rev. 2, and of Rev. 2.1. */
const REV2: ReadonlySet<string> = new Set(NACE.rev2);
const REV21: ReadonlySet<string> = new Set(NACE.rev21);
/** The divisions whose title differs in Rev. 2.1, with that title; null for the one that it does not have. */
const CHANGED: ReadonlyMap<string, string | null> = new Map(Object.entries(NACE.changed));
const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(NACE.titles));

/** The schemes whose labels are English. */
const ENGLISH: ReadonlySet<string> = new Set(['SIC 2007']);

/**
 * Returns the English title of the division of NACE that a code of a national scheme begins with; undefined for other schemes, and for a
 * code that may have lost a zero at its start.
 */
export function divisionTitle(scheme: string, code: string): string | undefined {
  const [, division = ''] = /^(\d{2})(?:\d{2}|\.|$)/.exec(code) ?? [];
  if (REV2.has(scheme)) return TITLES.get(division);
  const title = CHANGED.get(division);
  return REV21.has(scheme) && title !== null ? (title ?? TITLES.get(division)) : undefined;
}

/** Returns the activities of a company, with English titles where their labels are not English. */
export function renderActivities({ classifications = [] }: Company, source: Html | undefined): Html | undefined {
  if (classifications.length === 0) return undefined;
  let hasTitle = false;
  const rows = classifications.map(({ scheme, code, label, is_primary: isPrimary }) => {
    const title = label !== undefined && ENGLISH.has(scheme) ? undefined : divisionTitle(scheme, code);
    hasTitle ||= title !== undefined;
    return [
      markup`<code><bdi>${code}</bdi></code>`,
      markup`${label !== undefined && markup`<bdi>${label}</bdi> `}${isPrimary && markup`<span class="tag">main activity</span>`}${title !== undefined && markup`<span class="gloss">${title}</span>`}`,
      markup`<bdi>${scheme}</bdi>`,
    ];
  });
  return markup`<h2>Activities</h2>
${cards(classifications.some((each) => each.is_primary) ? 'The main activity first' : 'As the register lists them', ['Code', 'Activity', 'Scheme'], rows)}
${source}${hasTitle && markup`<p class="source">In English: ${NACE_SOURCE}</p>\n`}`;
}
