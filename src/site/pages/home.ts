import type { DataFacts } from '../../model/index.ts';
import { formatNumber } from '../formatting.ts';
import { markup, type Html } from '../html.ts';
import type { SiteDocument } from '../document.ts';
import { pageOf } from '../page.ts';
import { sumOf } from './register-facts.ts';
import { searchForm } from './search.ts';
import type { SiteFacts } from '../site-facts.ts';

/** The home page: the search, and what the service offers. */
export function homePage(facts: SiteFacts, data: DataFacts): SiteDocument {
  const { root, api } = facts;
  return pageOf(facts, {
    title: 'Company registers, one search',
    description: 'The open company registers of 35 European countries as one search and one small, free, keyless API.',
    path: '/',
    scripts: ['company-search', 'home'],
    styles: ['home'],
    main: markup`<h1>Europe’s company registers, in one search</h1>
<company-search base-url="${api}/" label="Name or business ID" country-picker>
${searchForm(facts)}
</company-search>
<ul class="what">
<li>The open company registers of 35 European countries, as one search and one small API.</li>
<li>Free and read-only, without an account or a key: 60 requests a minute for each client address, from any origin.</li>
<li>Every company has a permanent ID. It stays valid when a company moves, merges or splits.</li>
<li>Current officers are shown with the register that names them and the date of observation.</li>
<li>A field that a register does not publish is absent. Nothing is guessed, ranked or sold.</li>
</ul>
${numbersOf(facts, data)}
<nav class="links" aria-label="More">
${linkCard(`${root}/developers`, 'Developers', 'Start in two minutes with curl, a browser, Node or Python.')}
${linkCard(`${root}/coverage`, 'Coverage', 'The registers of each country, their licences, and what is missing.')}
${linkCard(`${root}/status`, 'Status', 'The age of the data of each register.')}
</nav>`,
  });
}

/** The size of the served data; undefined for no data. */
function numbersOf({ root, dataProvider }: SiteFacts, { countries }: DataFacts): Html | undefined {
  const { active, officers } = sumOf(Object.values(countries));
  const covered = Object.entries(countries).filter(([code, each]) => code !== '--' && each.active > 0).length;
  if (active === 0) return undefined;
  return markup`<p class="quiet">The data holds <strong>${formatNumber(active)}</strong> companies of
<a href="${root}/coverage">${covered} ${covered === 1 ? 'country' : 'countries'}</a> and <strong>${formatNumber(officers)}</strong> officers. Powered by ${dataProvider}.</p>`;
}

function linkCard(address: string, name: string, description: string): Html {
  return markup`<a href="${address}"><strong>${name}</strong><span>${description}</span></a>`;
}
