/** What the service keeps of its visitors, and the terms under which it may be used. */
import { RATE_LIMIT, type SiteDocument } from '../../contract/index.ts';
import { markup, table, type Html } from '../html.ts';
import { markdown } from '../markdown.ts';
import { pageOf } from '../page.ts';
import type { SiteFacts } from '../site-facts.ts';

/** Where a cursor's lifetime is not known. */
const SOME_TIME = 'some minutes';

/** What servers that count together keep in one place. */
const IN_STORE = [
  'A hash of that address with a secret key, which cannot be turned back without the key, and how many requests you have left',
  'memory of a store that the servers of this service share, for the rate limit',
  `${RATE_LIMIT.windowSeconds} seconds at most after your last request`,
] as const;

/** What another service learns that holds the data. */
const AT_UPSTREAM = [
  'What you search for and the companies that you look at, without your address',
  'the service that holds the data, which is asked for them',
  'as that service has it',
] as const;

/** What is kept of a visitor. docs/operating.md has the same table for operators; a test looks for addresses where none may be. */
export function privacyPage(facts: SiteFacts): SiteDocument {
  const { cursorTtlSeconds, logClientAddress, hasLimitStore } = facts;
  const hasAddress = logClientAddress === true;
  const rows: readonly (readonly [what: string, where: string, howLong: string])[] = [
    [
      'Your IPv4 address, or the /64 network of your IPv6 address, and how many requests you have left',
      'memory, for the rate limit',
      'until another visitor needs the place, at the latest until the service ends',
    ],
    ...(hasLimitStore === true ? [IN_STORE] : []),
    ...(facts.hasUpstream === true ? [AT_UPSTREAM] : []),
    ['Your address', 'memory, for the open connection', 'until the connection is closed'],
    [
      `A random request ID, the method, the kind of page or operation, the status and the time${hasAddress ? ', and your address' : ''}`,
      'the log',
      'as long as the operator keeps the log',
    ],
    [
      'The position of a search, without your address',
      'the cursor, which only you keep',
      cursorTtlSeconds === undefined ? SOME_TIME : `${cursorTtlSeconds} seconds`,
    ],
  ];
  return pageOf(facts, {
    title: 'Privacy',
    description: 'What is kept of a visitor: a count of requests in memory, and a line of log without a name.',
    path: '/privacy',
    styles: ['developers'],
    main: markup`<article>
<h1>Privacy</h1>
<p class="lead">You need no account, and nobody asks who you are. There are no cookies, no analytics and no scripts, fonts or images of other sites.</p>
<h2>What is kept of a visitor</h2>
${table('What is kept of a visitor', ['What', 'Where', 'How long'], rows)}
<p>Nothing else. ${hasAddress ? 'The operator has chosen to log addresses.' : 'No file and no line of the log holds your address.'} What you search for, the companies that you look at, the
pages that you come from and the name of your browser are not logged. An answer may stay in memory to be given again, without a note of who asked.</p>
<p>What stands between you and this service, such as a proxy of the operator or your network, may keep a log of its own.</p>
<h2>People in the data</h2>
<p>The data names officers of companies, as public registers publish them, with the register and the date. It holds no birth dates, no personal numbers
and no home addresses. ${changesOf(facts)}</p>
${operatorOf(facts)}</article>`,
  });
}

/** How a change arrives, and who withholds a record. */
function changesOf({ root, hasUpstream }: SiteFacts): Html {
  if (hasUpstream === true)
    return markup`Another service holds the data: a change in a register arrives here when it does there, and a record is withheld there. A wrong entry is
corrected by its register.`;
  return markup`A change in a register arrives here with the next import: <a href="${root}/status">Status</a> shows how old the data is, and
<a href="${root}/coverage">Coverage</a> which registers are in it. A wrong entry is corrected by its register. For a reason of your own, the operator can withhold a record
here: then its ID and its state remain, and nothing else.`;
}

/** Who runs the service, as far as they said so. */
function operatorOf({ maintainer, contact }: SiteFacts): Html {
  const who =
    maintainer === undefined ? 'The operator has not stated a name here.' : `This service is run by ${maintainer}.`;
  const shown = contact?.replace(/^mailto:/, '');
  return markup`<h2>Who runs this service</h2>
<p>${who} ${contact === undefined ? 'No address is stated either.' : markup`Write to <a href="${contact}">${shown}</a>.`} The software is open source and run by many; its authors
do not see what happens here.</p>
`;
}

/** The terms: those of the operator, or else ours. */
export function termsPage(facts: SiteFacts): SiteDocument {
  const { terms } = facts;
  return pageOf(facts, {
    title: 'Terms',
    description: 'The terms under which this service and its data may be used.',
    path: '/terms',
    styles: ['developers'],
    main: markup`<article>
<h1>Terms</h1>
${terms === undefined ? defaultTerms(facts) : markdown(terms)}
${operatorOf(facts)}</article>`,
  });
}

function defaultTerms({ root }: SiteFacts): Html {
  return markup`<p class="lead">Use this service for whatever the law and the licences of the data allow.</p>
<h2>The service</h2>
<ul>
<li>It is free, and needs neither an account nor a key. Up to ${RATE_LIMIT.requests} requests in ${RATE_LIMIT.windowSeconds} seconds are answered for each client address: see
<a href="${root}/developers/limits">Rate limit</a>. Do not spread requests over several addresses to get more.</li>
<li>It comes as it is, without a promise that it is always reachable, complete or right. A register is the only authority for its own entries.</li>
<li>It can change or end. How a version of the API ends is said under <a href="${root}/developers/versioning">Versioning</a>.</li>
</ul>
<h2>The data</h2>
<ul>
<li>It stays under the licence of the register that publishes it: see <a href="${root}/coverage">Coverage</a>. What a licence asks of those who show or pass on the data, it asks of you.</li>
<li>Show the text of <code>attribution</code> wherever you show the data: see <a href="${root}/developers/attribution">Licences and attribution</a>.</li>
<li>Names of officers are personal data. Keep them only for a lawful reason, keep them current, and delete what is withheld here.</li>
</ul>
`;
}
