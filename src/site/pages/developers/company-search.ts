import { tabs } from '../../examples.ts';
import { Html, markup } from '../../html.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { sectionsOf, textOf } from '../../texts.ts';
import type { SectionContent } from './section.ts';

/** `<company-search>`: a preview, its snippet to copy, recipes, and its attributes, events, properties and styles. */
export function companySearchPage(facts: SiteFacts): SectionContent {
  return {
    scripts: ['company-search', 'preview'],
    styles: ['preview'],
    main: textOf(facts, 'company-search', {
      preview: preview(facts),
      attributes: [attribute('country-picker', true), attribute('required', true), attribute('disabled', false)],
      recipes: tabs('recipe', 'Framework', sectionsOf(facts, 'recipes')),
      filling: filling(facts),
      styled: styled(facts),
    }),
  };
}

/** The element with switches for its attributes; the snippet shows the same attributes. */
function preview({ api }: SiteFacts): Html {
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
<pre class="log" tabindex="0" aria-label="Events of the preview"><code>// The events of the field and the data that the form would send.</code></pre>
</form>`;
}

/** An attribute in the snippet. The script of the preview shows and hides elements that have `data-attribute`. */
function attribute(name: string, isOn: boolean): Html {
  return markup`<span data-attribute="${name}"${!isOn && new Html(' hidden')}>
  <span class="key">${name}</span></span>`;
}

function filling({ api }: SiteFacts): Html {
  return markup`<form class="stage filled" aria-label="Order">
<company-search name="supplier" label="Supplier" base-url="${api}/" fill></company-search>
<label>Company number<input name="number"></label>
<label>VAT number<input name="vat"></label>
<label>Street<input autocomplete="street-address"></label>
<label>Postal code<input autocomplete="postal-code"></label>
<label>Town<input autocomplete="address-level2"></label>
<label>Country<input autocomplete="country-name"></label>
</form>`;
}

function styled({ api }: SiteFacts): Html {
  return markup`<div class="stage styled"><company-search label="Supplier" base-url="${api}/" placeholder="In the colours of a shop"></company-search></div>`;
}
