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
      attributes: [attribute('country-picker', true), attribute('required', true), attribute('disabled', false)],
      recipes: tabs('recipe', 'Framework', renderSections(facts, 'recipes')),
    }),
  };
}

/** Returns an attribute of the snippet. The script of the preview shows and hides elements with `data-attribute`. */
function attribute(name: string, isOn: boolean): Html {
  return markup`<span data-attribute="${name}"${!isOn && new Html(' hidden')}>
  <span class="key">${name}</span></span>`;
}
