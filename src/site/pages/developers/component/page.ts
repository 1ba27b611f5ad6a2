import { Html, markup, table, withCode } from '../../../html.ts';
import type { SiteFacts } from '../../../site-facts.ts';
import { ATTRIBUTES, EVENTS, PARTS, PROPERTIES, STATES, VARIABLES, type Facts } from './facts.ts';
import { code, tabs, type SectionContent } from '../section.ts';
import { recipes } from './recipes.ts';

/** `<company-search>`: tried on the page, its snippet to copy, recipes, and everything that it takes, sends and exposes. */
export function companySearchPage(facts: SiteFacts): SectionContent {
  return {
    scripts: ['company-search', 'preview'],
    styles: ['preview'],
    main: markup`${preview(facts)}
<p>The form is sent with the ID of the chosen company. The field is invalid while its text is not a chosen company. It needs no library and no key, and is one
script that every service like this one serves; the field then searches the service that served it. Companies that look the same in the list are told apart by
the business ID of the highlighted one.</p>
<h2>Recipes</h2>
${tabs('recipe', 'Framework', recipes(facts))}
<h2>Attributes</h2>
${factsTable('Attributes', 'Attribute', ATTRIBUTES)}
<h2>Events</h2>
${factsTable('Events', 'Event', EVENTS)}
<h2>Properties and methods</h2>
${factsTable('Properties and methods', 'Name', PROPERTIES)}
<h2>Style</h2>
<p>The field inherits font, size and <code>color-scheme</code> from the page. Set variables, or style the parts:</p>
${styled(facts)}
${factsTable('Variables', 'Variable', VARIABLES)}
${factsTable('Parts, for ::part()', 'Part', PARTS)}
${factsTable('States, for :state()', 'State', STATES)}
<h2>Without scripts</h2>
<p>The content of the element is shown until the script runs. Put a plain field there: its text is taken over, and without scripts it is sent with the form if it
has a name.</p>
<h2>Languages</h2>
<p>Names of countries follow <code>lang</code>. Every text can be replaced, for all fields of a page:</p>
${code(
  'js',
  `const { texts } = await customElements.whenDefined('company-search');
texts.none = 'Keine Firma gefunden.';`,
)}
<h2>Content security policy</h2>
<p>A page with a policy must allow this service in <code>script-src</code> and <code>connect-src</code>, and nothing else: the styles are constructed in the script,
no markup is parsed, and trusted types may be required.</p>`,
  };
}

/** The element with what can be switched; the snippet shows the same. */
function preview({ api, baseUrl }: SiteFacts): Html {
  return markup`<form class="preview" aria-label="Preview">
<div class="stage">
<company-search id="preview" name="company" label="Company" base-url="${api}/" country-picker required>
<label>Company<input name="company" placeholder="This preview needs its script" disabled></label>
</company-search>
<button>Send</button>
</div>
<div class="switches">
<label><input type="checkbox" data-attribute="country-picker" checked> country-picker</label>
<label><input type="checkbox" data-attribute="required" checked> required</label>
<label><input type="checkbox" data-attribute="disabled"> disabled</label>
</div>
<pre class="log" tabindex="0" aria-label="Events of the preview"><code>// What the field dispatches and what the form would send stands here.</code></pre>
</form>
<h2>The snippet</h2>
${snippet(baseUrl)}`;
}

function attribute(name: string, isOn: boolean): Html {
  return markup`<span data-attribute="${name}"${!isOn && new Html(' hidden')}>
  <span class="key">${name}</span></span>`;
}

/** The preview's script switches the pieces that have `data-attribute`. */
function snippet(baseUrl: string): Html {
  const [before = '', after = ''] = code(
    'html',
    `<script type="module" src="${baseUrl}/company-search.js"></script>

<company-search
  name="company"
  label="Company"></company-search>`,
  ).text.split(/(?=<span class="word">&#62;<\/span><span class="word">&#60;\/company-search)/);
  const attributes = [attribute('country-picker', true), attribute('required', true), attribute('disabled', false)];
  return markup`${new Html(before)}${attributes}${new Html(after)}`;
}

function styled({ api }: SiteFacts): Html {
  return markup`<div class="stage styled"><company-search label="Supplier" base-url="${api}/" placeholder="In the colours of a shop"></company-search></div>
${code(
  'css',
  `company-search {
  --company-search-accent: #a3195b;
  --company-search-radius: 1.5rem;
}
company-search::part(label) {
  font-weight: 600;
}`,
)}`;
}

function factsTable(caption: string, head: string, facts: Facts): Html {
  return table(
    caption,
    [head, 'Meaning'],
    facts.map(([name, meaning]) => [markup`<code>${name}</code>`, markup`${withCode(meaning)}`]),
  );
}
