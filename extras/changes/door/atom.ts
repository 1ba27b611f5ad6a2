import type { FeedPosition } from '../feed/index.ts';
import { attributionText, type ServiceFacts } from '../../../src/contract/index.ts';
import type { Change, FollowedCompany } from '../schemas.ts';
import { quoteValue } from '../../../src/model/index.ts';
import { formatCursor } from './parameters.ts';

interface AtomPage {
  readonly events: readonly Change[];
  readonly before: FeedPosition | undefined;
  /** The companies of a watch list; empty for all companies. */
  readonly companies: ReadonlySet<string>;
  readonly followed?: readonly FollowedCompany[];
  /** The end of the next page; undefined for the last page. */
  readonly next: FeedPosition | undefined;
  /** The times of the latest generation and of the first kept one; both are undefined before the first change. */
  readonly updated: string | undefined;
  readonly keptSince: string | undefined;
}

/** Atom requires a time, even in a feed without events. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Renders a page of the feed as Atom (RFC 4287), with links to other pages as in RFC 5005, section 3. */
export function atomFeed(
  { events, before, next, companies, followed = [], updated = NEVER, keptSince }: AtomPage,
  facts: ServiceFacts,
): string {
  const { baseUrl, siteUrl, dataProvider } = facts;
  const watched = Array.from(companies, (id) => `company=${id}`).toSorted();
  const pageAt = (position?: FeedPosition): string => {
    const query = [...watched, ...(position === undefined ? [] : [`before=${formatCursor(position)}`])].join('&');
    return `${baseUrl}/changes/atom${query === '' ? '' : '?'}${query}`;
  };
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escaped(pageAt())}</id>`,
    `<title>Changes of ${companies.size === 0 ? '' : `${companies.size} `}${companies.size === 1 ? 'company' : 'companies'}</title>`,
    `<subtitle>${keptSince === undefined ? 'No changes are kept.' : `All changes since ${keptSince}; earlier ones may not be kept.`}</subtitle>`,
    `<updated>${updated}</updated>`,
    `<author><name>${escaped(dataProvider)}</name></author>`,
    `<rights>${escaped(attributionText(dataProvider))}</rights>`,
    link('self', pageAt(before), 'application/atom+xml'),
    link('alternate', `${siteUrl}/developers/changes`, 'text/html'),
    ...(next === undefined ? [] : [link('next', pageAt(next), 'application/atom+xml')]),
    ...events.map((event) => toEntry(event, facts, followed)),
    '</feed>',
    '',
  ].join('\n');
}

function toEntry(
  { company_id: id, name = id, event, time, fields = [], values = {} }: Change,
  { baseUrl, siteUrl }: ServiceFacts,
  followed: readonly FollowedCompany[],
) {
  const origins = followed.filter(({ continues_as: to }) => to.includes(id));
  const said = origins.map(({ company_id: from, reason }) => ` The watched ${from} was ${reason} and continues as it.`);
  const title = fields.length === 0 ? event : `${event}: ${fields.join(', ')}`;
  return [
    '<entry>',
    `<id>${escaped(`${baseUrl}/changes/companies/${id}#${time}`)}</id>`,
    `<title>${escaped(`${name} ${title}`)}</title>`,
    `<updated>${time}</updated>`,
    // Feed readers open the link to a page, or the id if no link leads to one.
    link('alternate', `${siteUrl}/companies/${id}`, 'text/html'),
    link('alternate', `${baseUrl}/v1/companies/${id}`, 'application/json'),
    `<category term="${event}"/>`,
    `<summary>${escaped(`${SUMMARIES[event]}${valuesText(values)}${said.join('')}`)}</summary>`,
    '</entry>',
  ].join('\n');
}

/** Returns the present values of changed fields as a sentence; empty if there are none. */
function valuesText(values: Change['values'] = {}): string {
  const texts = Object.entries(values).map(([field, value]) => `${field} ${quoteValue(value)}`);
  return texts.length === 0 ? '' : ` Now: ${texts.join(', ')}.`;
}

const SUMMARIES: Readonly<Record<Change['event'], string>> = {
  added: 'The company is new in the data.',
  changed: 'These fields of the company have other values.',
  redirected: 'The record continues as another one.',
  split: 'The record continues as several others.',
  restricted: 'Drop all earlier values and entries of this company.',
  tombstoned: 'The record has ended without a successor.',
  returned: 'The company is in the data again.',
  withdrawn: 'The generation with the company was rolled back.',
};

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" type="${type}" href="${escaped(href)}"/>`;
}

/** Characters that XML does not allow. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text
    .replaceAll(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
