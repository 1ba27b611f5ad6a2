/** The box that shows how a text folds, while somebody types. The service folds: its table is too large for a browser. */
const PAUSE_MS = 250;

const form = document.querySelector<HTMLFormElement>('form.fold');
const input = document.querySelector<HTMLInputElement>('#text');
let current = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows what the page of the form would show. Throws where nothing comes, or the request was given up. */
async function show(address: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(address, { signal });
  if (answer.status === 429) {
    ask(Number(answer.headers.get('Retry-After') ?? 1) * 1000);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const folded = page.querySelector('#folded');
  if (answer.ok && folded !== null) document.querySelector('#folded')?.replaceChildren(...folded.childNodes);
}

/** Asks after a pause; what was asked before is given up. */
function ask(pauseMs: number): void {
  if (form === null || input === null) return;
  const address = new URL(form.action);
  address.searchParams.set('text', input.value);
  clearTimeout(timer);
  current.abort();
  current = new AbortController();
  const { signal } = current;
  timer = setTimeout(() => {
    // The button asks for the whole page, which tells what is wrong.
    show(address.href, signal).catch(() => undefined);
  }, pauseMs);
}

input?.addEventListener('input', () => ask(PAUSE_MS));
