import { isSample, type DataFacts } from '../../model/index.ts';
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
  const hasOfficers = sumOf(Object.values(data.countries)).officers > 0;
  return pageOf(facts, {
    title: 'Company registers, one search',
    description: 'Companies of public registers as one search and one small, free, keyless API.',
    path: '/',
    scripts: ['company-search', 'home'],
    styles: ['home'],
    main: markup`<h1>Europe’s company registers, in one search</h1>
<company-search base-url="${api}/" label="Name or business ID" country-picker>
${searchForm(facts)}
</company-search>
<ul class="what">
<li>Companies as public registers publish them, as one search and one small API.</li>
<li>Free and read-only, without an account or a key: 60 requests a minute for each client address, from any origin.</li>
<li>Every company has a permanent ID. It stays valid when a company moves, merges or splits.</li>
${hasOfficers && markup`<li>Current officers are shown with the register that names them and the date of observation.</li>\n`}<li>A field that a register does not publish is absent. Nothing is guessed, ranked or sold.</li>
</ul>
${numbersOf(facts, data)}
<nav class="links" aria-label="More">
${linkCard(`${root}/developers`, 'Developers', 'Start in two minutes with curl, a browser, Node or Python.')}
${linkCard(`${root}/coverage`, 'Coverage', 'The registers in the data, their licences, and what is missing.')}
${linkCard(`${root}/status`, 'Status', 'The age of the data of each register.')}
</nav>`,
  });
}

/** The size of the served data; undefined for no data. */
function numbersOf({ root, dataProvider }: SiteFacts, data: DataFacts): Html | undefined {
  const { countries } = data;
  const { active, officers } = sumOf(Object.values(countries));
  const covered = Object.entries(countries).filter(([code, each]) => code !== '--' && each.active > 0).length;
  if (active === 0) return undefined;
  return markup`<p class="quiet">The data holds <strong>${formatNumber(active)}</strong> companies of
<a href="${root}/coverage">${covered} ${covered === 1 ? 'country' : 'countries'}</a>${registersIn(data)}${officers > 0 && markup` and <strong>${formatNumber(officers)}</strong> officers`}. Powered by ${dataProvider}.</p>`;
}

/** How many registers the data is of; undefined for invented data, and where it does not tell. */
function registersIn(data: DataFacts): string | undefined {
  const count = Object.keys(data.registers ?? {}).length;
  return count === 0 || isSample(data) ? undefined : ` from ${count} ${count === 1 ? 'register' : 'registers'}`;
}

function linkCard(address: string, name: string, description: string): Html {
  return markup`<a href="${address}"><strong>${name}</strong><span>${description}</span></a>`;
}
