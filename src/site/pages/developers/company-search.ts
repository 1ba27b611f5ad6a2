import { tabs } from '../../code.ts';
import { Html, markup } from '../../html.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { renderSections, renderText } from '../../texts.ts';
import type { SectionContent } from './section.ts';

/** Makes the page of `<company-search>`: a preview, a snippet to copy, recipes, and the attributes, events, properties and styles. */
export function companySearchPage(facts: SiteFacts): SectionContent {
  return {
    scripts: ['company-search', 'preview'],
    styles: ['preview'],
    main: renderText(facts, 'company-search', {
      attributes: [
        attribute('country-picker', true),
        attribute('required', true),
        attribute('allow-unlisted', true),
        attribute('disabled', false),
      ],
      look: look('Company', 'nordlysmyr', LISTED),
      closed: look('Supplier', 'Nordlysmyr Handel AS'),
      recipes: tabs('recipe', 'Framework', renderSections(facts, 'recipes')),
    }),
  };
}

/** Rows of the list in the picture of the field: companies of the sample, and the typed text. */
const LISTED = [
  ['NORDLYSMYR ENK', 'Norway · 911020068 · Skodderud'],
  ['Nordlysmyr Handel AS', 'Sweden · 556010-1981 · Ålkistaby'],
  ['Not listed: use “nordlysmyr” as typed', ''],
] as const;

/** Returns a picture of the field, which is shown until its script runs: its label, its text, and the rows of its list. */
function look(label: string, text: string, rows: readonly (readonly [name: string, details: string])[] = []): Html {
  const list = rows.map(([name, details]) => markup`<span>${name}<small>${details}</small></span>`);
  const name = `Picture of the field with the text “${text}”${rows.length > 0 ? ' and a list of companies below it' : ''}`;
  return markup`<span class="look" role="img" aria-label="${name}"><span>${label}</span>
<span class="look-box">${text}</span>${rows.length > 0 && markup`<span class="look-box look-list">${list}</span>`}</span>`;
}

/** Returns an attribute of the snippet. The script of the preview shows and hides elements with `data-attribute`. */
function attribute(name: string, isOn: boolean): Html {
  return markup`<span data-attribute="${name}"${!isOn && new Html(' hidden')}>
  <span class="key">${name}</span></span>`;
}
