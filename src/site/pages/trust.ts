/** The pages of texts for visitors and operators: privacy, terms, and how to run the service. */
import type { SiteDocument } from '../../contract/index.ts';
import { markup, type Html } from '../html.ts';
import { markdown } from '../markdown.ts';
import { renderPage, type PageContent } from '../page.ts';
import type { SiteFacts } from '../site-facts.ts';
import { renderText } from '../texts.ts';

/** What is stored about a visitor; a test searches the files and the log for client addresses. */
export function privacyPage(facts: SiteFacts): SiteDocument {
  const { cursorTtlSeconds, logClientAddress, hasLimitStore = false, hasUpstream = false } = facts;
  const hasAddress = logClientAddress === true;
  return renderArticle(facts, '/privacy', {
    title: 'Privacy',
    description: 'What is kept of a visitor: a count of requests in memory, and a line of log without a name.',
    lead: 'There is no account and no name to give. There are no cookies, no analytics and no scripts, fonts or images of other sites.',
    text: renderText(facts, 'privacy', {
      hasLimitStore,
      hasUpstream,
      andAddress: hasAddress && ', and your address',
      cursorLife: cursorTtlSeconds === undefined ? 'some minutes' : `${cursorTtlSeconds} seconds`,
      addresses: hasAddress
        ? 'The operator has chosen to log addresses.'
        : 'No file and no line of the log holds your address.',
      changes: describeChanges(facts),
      operator: renderOperator(facts),
    }),
  });
}

/** Explains how a change in a register reaches the data, and who can withhold a record. */
function describeChanges({ root, hasUpstream }: SiteFacts): Html {
  if (hasUpstream === true)
    return markup`Another service holds the data: a change in a register arrives here when that service has it, and records are withheld there. A wrong entry is
corrected by its register.`;
  return markup`A change in a register arrives here with the next import: <a href="${root}/status">Status</a> shows how old the data is, and
<a href="${root}/coverage">Coverage</a> which registers are in it. A wrong entry is corrected by its register. On request, the operator can withhold a record here:
then only its ID and its state remain.`;
}

/** Returns the name and the address of the operator. */
function renderOperator({ maintainer, contact }: SiteFacts): Html {
  const who =
    maintainer === undefined ? 'The operator has not stated a name here.' : `This service is run by ${maintainer}.`;
  const shown = contact?.replace(/^mailto:/, '');
  return markup`<h2>Who runs this service</h2>
<p>${who} ${contact === undefined ? 'No address is stated either.' : markup`Write to <a href="${contact}">${shown}</a>.`} The software is open source and run by many; its authors
do not see what happens here.</p>
`;
}

/** Makes the page with the terms of the operator, or with the terms of the project if the operator has not set any. */
export function termsPage(facts: SiteFacts): SiteDocument {
  const { terms } = facts;
  return renderArticle(facts, '/terms', {
    title: 'Terms',
    description: 'The terms under which this service and its data may be used.',
    lead: terms === undefined && 'Use this service for whatever the law and the licences of the data allow.',
    text: markup`${terms === undefined ? renderText(facts, 'terms') : markdown(terms)}
${renderOperator(facts)}`,
  });
}

/** Makes the page about running the service with other data. */
export function operatorsPage(facts: SiteFacts): SiteDocument {
  const { contact, isSample } = facts;
  return renderArticle(facts, '/operators', {
    title: 'Run your own',
    description: 'openfirma on your own machine: one program, one file of data, no database.',
    lead: 'This site and its API are one program, openfirma, and one file of data. There is no database and no account; the program runs on Node 24 or newer.',
    text: renderText(facts, 'operators', {
      repository:
        contact !== undefined && markup`; <a href="${contact}">the operator of this service</a> knows its address`,
      isReal: !isSample,
    }),
  });
}

type Article = Pick<PageContent, 'title' | 'description'> & { readonly lead: string | false; readonly text: Html };

function renderArticle(facts: SiteFacts, path: string, { title, description, lead, text }: Article): SiteDocument {
  return renderPage(facts, {
    title,
    description,
    path,
    styles: ['developers'],
    main: markup`<article>
<h1>${title}</h1>
${lead !== false && markup`<p class="lead">${lead}</p>\n`}${text}</article>`,
  });
}
