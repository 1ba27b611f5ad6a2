/** Loads Swagger UI, which sends live requests. It is loaded on demand because it is larger than all pages of the site together. */

interface PluginSystem {
  readonly React: { createElement(kind: unknown, properties: object | null, ...children: unknown[]): unknown };
  readonly getComponent: (name: string, isConnected?: boolean) => unknown;
}

interface ApiDocument {
  servers: readonly { readonly url: string }[];
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly parameters: { required: boolean; example?: unknown }[] } }>
  >;
}

const button = document.querySelector<HTMLButtonElement>('#load');
const container = document.querySelector<HTMLElement>('#renderer');

/** A layout without title and `main` element, which the page already has. */
function layout({ React, getComponent }: PluginSystem): object {
  const sections = [getComponent('errors', true), getComponent('operations', true), getComponent('Models', true)];
  const Layout = (): unknown =>
    React.createElement(
      'div',
      { className: 'swagger-ui' },
      React.createElement(getComponent('SvgAssets'), null),
      ...sections.map((section) => React.createElement(section, null)),
    );
  return { components: { Layout } };
}

/** Adds an element to the head. Resolves when its file is loaded; rejects if that fails. */
function load(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error(`Cannot load "${element.outerHTML}"`)));
    document.head.append(element);
  });
}

/**
 * Returns the OpenAPI document without the examples of optional parameters. Requests go to `base`, the address at which the browser
 * opened this page.
 */
async function documentFor(base: string): Promise<object> {
  const response = await fetch(document.querySelector<HTMLAnchorElement>('#document')?.href ?? '');
  const api = (await response.json()) as ApiDocument;
  api.servers = [{ url: base }];
  for (const { get } of Object.values(api.paths))
    for (const parameter of get.parameters) if (!parameter.required) delete parameter.example;
  return api;
}

/** Adds the accessible names and the keyboard access that Swagger UI lacks. */
function fixAccessibility(domNode: HTMLElement): void {
  for (const select of domNode.querySelectorAll('select:not([aria-label])'))
    select.setAttribute('aria-label', 'Value to show or send');
  for (const region of domNode.querySelectorAll('[role="region"]:not([aria-label])'))
    region.setAttribute('aria-label', region.id.replaceAll('_', ' '));
  for (const pre of domNode.querySelectorAll('pre:not([tabindex])')) pre.setAttribute('tabindex', '0');
}

async function render(domNode: HTMLElement): Promise<void> {
  const { api = '', script = '', style = '' } = domNode.dataset;
  const [spec] = await Promise.all([
    documentFor(new URL(api, location.href).href.replace(/\/+$/, '')),
    load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })),
    load(Object.assign(document.createElement('script'), { src: script })),
  ]);
  (window as { readonly SwaggerUIBundle?: (options: object) => unknown }).SwaggerUIBundle?.({
    spec,
    domNode,
    plugins: [layout],
    layout: 'Layout',
    tryItOutEnabled: true,
    supportedSubmitMethods: ['get'],
    // The colours of syntax highlighting have too little contrast.
    syntaxHighlight: false,
    validatorUrl: null,
    onComplete: () => {
      button?.remove();
      fixAccessibility(domNode);
      new MutationObserver(() => fixAccessibility(domNode)).observe(domNode, { childList: true, subtree: true });
    },
  });
}

if (button !== null && container !== null) {
  button.hidden = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    button.textContent = 'Loading…';
    render(container).catch(() => {
      button.disabled = false;
      button.textContent = 'It could not be loaded. Try again';
    });
  });
}
