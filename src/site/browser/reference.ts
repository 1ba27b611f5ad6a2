/** The live reference: the renderer takes the place of what stands in the page, once it is there. */
interface Renderer {
  (options: object): unknown;
}

declare global {
  interface Window {
    SwaggerUIBundle?: Renderer;
  }
}

const live = document.querySelector<HTMLElement>('#live');
const plain = document.querySelector<HTMLElement>('#plain');
const url = document.querySelector<HTMLAnchorElement>('#document')?.href;

/** Resolves when an element has loaded what it names; rejects where that cannot be had. */
function loaded(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error(`Cannot load "${element.outerHTML}"`)));
    document.head.append(element);
  });
}

async function render(place: HTMLElement): Promise<void> {
  const { script = '', style = '' } = place.dataset;
  await Promise.all([
    loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })),
    loaded(Object.assign(document.createElement('script'), { src: script })),
  ]);
  window.SwaggerUIBundle?.({
    url,
    domNode: place,
    deepLinking: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    queryConfigEnabled: false,
    supportedSubmitMethods: ['get'],
    onComplete: () => {
      place.hidden = false;
      plain?.remove();
    },
  });
}

if (live !== null) await render(live);
export {};
