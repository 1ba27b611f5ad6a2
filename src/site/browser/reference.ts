/** The live reference: the renderer takes the place of what stands in the page, once it is there. */
interface RendererParts {
  readonly React: { createElement(kind: unknown, properties: object | null, ...children: unknown[]): unknown };
  readonly getComponent: (name: string, isConnected?: boolean) => unknown;
}

/** What the script of Swagger UI leaves behind. */
type Renderer = (options: object) => unknown;

/** What the document says that matters here. */
interface ApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly parameters: { name: string; required: boolean; example?: unknown }[] } }>
  >;
}

/** Names begin so in many registers, and in the bundled sample. */
const TRIED = 'nord';

const live = document.querySelector<HTMLElement>('#live');
const place = document.querySelector<HTMLElement>('#renderer');

/** Operations and schemas alone: the page has its own title and its own `main`, of which there can be one. */
function layout({ React, getComponent }: RendererParts): object {
  const parts = [getComponent('errors', true), getComponent('operations', true), getComponent('Models', true)];
  const Layout = (): unknown =>
    React.createElement(
      'div',
      { className: 'swagger-ui' },
      React.createElement(getComponent('SvgAssets'), null),
      ...parts.map((part) => React.createElement(part, null)),
    );
  return { components: { Layout } };
}

/** Resolves when an element has loaded what it names; rejects where that cannot be had. */
function loaded(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error(`Cannot load "${element.outerHTML}"`)));
    document.head.append(element);
  });
}

/** A company that is there, by the first search that a reader would try; undefined where none is found. */
async function someCompanyId(base: string): Promise<string | undefined> {
  const answer = await fetch(`${base}/v1/search?q=${TRIED}&limit=1`);
  if (!answer.ok) return undefined;
  const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
  return data[0]?.id;
}

/** The document with examples that can be sent as they stand. What may be left out is left out. */
async function triedDocument(): Promise<object> {
  const answer = await fetch(document.querySelector<HTMLAnchorElement>('#document')?.href ?? '');
  const api = (await answer.json()) as ApiDocument;
  const id = await someCompanyId(api.servers[0]?.url ?? '');
  for (const { get } of Object.values(api.paths))
    for (const parameter of get.parameters) {
      if (!parameter.required) delete parameter.example;
      else if (parameter.name === 'q') parameter.example = TRIED;
      else parameter.example = id ?? parameter.example;
    }
  return api;
}

/** Lists of choices and regions get names, and what scrolls can be reached by keyboard: the renderer leaves that out. */
function mend(domNode: HTMLElement): void {
  for (const select of domNode.querySelectorAll('select:not([aria-label])'))
    select.setAttribute('aria-label', 'Which one to show or send');
  for (const region of domNode.querySelectorAll('[role="region"]:not([aria-label])'))
    region.setAttribute('aria-label', region.id.replaceAll('_', ' '));
  for (const pre of domNode.querySelectorAll('pre:not([tabindex])')) pre.setAttribute('tabindex', '0');
}

async function render(domNode: HTMLElement): Promise<void> {
  const { script = '', style = '' } = domNode.dataset;
  const [spec] = await Promise.all([
    triedDocument(),
    loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })),
    loaded(Object.assign(document.createElement('script'), { src: script })),
  ]);
  (window as { readonly SwaggerUIBundle?: Renderer }).SwaggerUIBundle?.({
    spec,
    domNode,
    plugins: [layout],
    layout: 'Layout',
    tryItOutEnabled: true,
    supportedSubmitMethods: ['get'],
    // Its colours are too pale to read.
    syntaxHighlight: false,
    validatorUrl: null,
    onComplete: () => {
      if (live !== null) live.hidden = false;
      document.querySelector('#plain')?.remove();
      mend(domNode);
      new MutationObserver(() => mend(domNode)).observe(domNode, { childList: true, subtree: true });
    },
  });
}

// What stands in the page stays where the renderer cannot be had.
if (place !== null) void render(place);
