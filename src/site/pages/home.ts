import type { ServiceFacts } from '../../contract/index.ts';
import type { DataFacts } from '../../model/index.ts';
import { markup, type Html } from '../html.ts';
import { pageOf, type Page } from '../page.ts';
import { searchForm } from './search.ts';

const NUMBER = new Intl.NumberFormat('en');

/** The first page: the search, and what this is. */
export function homePage(facts: ServiceFacts, data: DataFacts): Page {
  const { siteUrl, baseUrl } = facts;
  return pageOf(facts, {
    title: 'Company registers, one search',
    description: 'The open company registers of 35 European countries as one search and one small, free, keyless API.',
    path: '/',
    scripts: ['company-search', 'home'],
    styles: ['home'],
    main: markup`<h1>Europe’s company registers, in one search</h1>
<company-search base-url="${baseUrl}" label="Name or business ID" country-picker>
${searchForm(facts)}
</company-search>
<ul class="what">
<li>The open company registers of 35 European countries, as one search and one small API.</li>
<li>Free and read-only, without an account or a key: 60 requests a minute for each client address, from any origin.</li>
<li>Every company has a permanent ID. Who moves, merges or splits is still found under the old one.</li>
<li>Current officers come with the register that names them and the day it was observed.</li>
<li>A field that a register does not publish is absent. Nothing is guessed, ranked or bought.</li>
</ul>
${numbersOf(facts, data)}
<nav class="doors" aria-label="More">
${door(`${siteUrl}/developers`, 'Developers', 'Begin in two minutes with curl, a browser, Node or Python.')}
${door(`${siteUrl}/coverage`, 'Coverage', 'Which registers, how current, under which licence, and what is missing.')}
${door(`${siteUrl}/status`, 'Status', 'How old the data of each register is.')}
</nav>`,
  });
}

/** How much there is in the data that is served; nothing where that is not known. */
function numbersOf({ siteUrl, dataProvider }: ServiceFacts, { countries }: DataFacts): Html | undefined {
  const facts = Object.values(countries);
  const companies = facts.reduce((sum, { active }) => sum + active, 0);
  const officers = facts.reduce((sum, country) => sum + country.officers, 0);
  const covered = Object.entries(countries).filter(([code, { active }]) => code !== '--' && active > 0).length;
  if (companies === 0) return undefined;
  return markup`<p class="quiet">Today it holds <strong>${NUMBER.format(companies)}</strong> companies of
<a href="${siteUrl}/coverage">${covered} ${covered === 1 ? 'country' : 'countries'}</a> and <strong>${NUMBER.format(officers)}</strong> entries of officers. Powered by ${dataProvider}.</p>`;
}

function door(address: string, name: string, what: string): Html {
  return markup`<a href="${address}"><strong>${name}</strong><span>${what}</span></a>`;
}
