import { markup, type Html } from '../../../html.ts';
import type { SiteFacts } from '../../../site-facts.ts';
import { code } from '../section.ts';

/** How `<company-search>` is used in a plain page and with frameworks. */
export function recipes({ baseUrl }: SiteFacts): readonly (readonly [name: string, content: Html])[] {
  const attributes = `name="supplier" label="Supplier" country-picker required\n  base-url="${baseUrl}"`;
  return [
    ['HTML', markup`<p>Any page, without a build:</p>${code('html', plainRecipe(baseUrl))}`],
    [
      'React',
      markup`<p>React 19 passes properties and events to custom elements. <code>openfirma-client/react</code> defines the element and its types in JSX:</p>
${code('js', reactRecipe(baseUrl))}`,
    ],
    [
      'Vue',
      markup`<p>In a component:</p>${code('html', vueRecipe(attributes))}
<p>In <code>vite.config.js</code>, so that Vue does not look for a component of this name:</p>
${code('js', `vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'company-search' } } })`)}`,
    ],
    ['Svelte', markup`<p>Svelte 5 needs no setting:</p>${code('html', svelteRecipe(attributes))}`],
    [
      'Server-side rendering',
      markup`<p>Where there is no DOM, importing the element does nothing, so a module that renders on a server may import it. The server sends the element with a plain
field as its content; the browser takes over what somebody has typed there meanwhile:</p>
${code('html', serverRecipe(attributes))}`,
    ],
  ];
}

const INSTALL = `import 'openfirma-client/company-search';`;

function plainRecipe(baseUrl: string): string {
  return `<script type="module" src="${baseUrl}/company-search.js"></script>

<form action="/orders">
  <label for="supplier">Supplier</label>
  <company-search id="supplier" name="supplier"
    country-picker required></company-search>
  <button>Order</button>
</form>

<script type="module">
  document.addEventListener('company-selected', ({ detail: company }) => {
    console.log(company.name, company.id);
  });
</script>`;
}

/** Exported for the test that compiles it. */
export function reactRecipe(baseUrl: string): string {
  return `import { useState } from 'react';
import 'openfirma-client/react';

export function Supplier() {
  const [id, setId] = useState('');
  return (
    <company-search
      name="supplier"
      label="Supplier"
      base-url="${baseUrl}"
      country-picker
      required
      value={id}
      oncompany-selected={({ detail: company }) => setId(company.id)}
    />
  );
}`;
}

function vueRecipe(attributes: string): string {
  return `<script setup>
import { ref } from 'vue';
${INSTALL}

const company = ref();
</script>

<template>
  <company-search
    ${attributes}
    @company-selected="company = $event.detail" />
  <p>{{ company?.id }}</p>
</template>`;
}

function svelteRecipe(attributes: string): string {
  return `<script>
  ${INSTALL}

  let company = $state();
</script>

<company-search
  ${attributes}
  oncompany-selected={(event) => (company = event.detail)}></company-search>
<p>{company?.id}</p>`;
}

function serverRecipe(attributes: string): string {
  return `<company-search
  ${attributes}>
  <label>Supplier <input name="supplier-name"></label>
</company-search>`;
}
