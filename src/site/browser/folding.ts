/** Shows the folded form of the typed text. The service folds it, because the transliteration table is too large for a browser. */
const DEBOUNCE_MS = 250;

const form = document.querySelector<HTMLFormElement>('form.fold');
const input = document.querySelector<HTMLInputElement>('#text');
let current = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Requests the page at `address` and shows its result. Rejects if no response arrives or the request was aborted. */
async function update(address: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(address, { signal });
  if (response.status === 429) {
    schedule(Number(response.headers.get('Retry-After') ?? 1) * 1000);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const folded = page.querySelector('#folded');
  if (response.ok && folded !== null) document.querySelector('#folded')?.replaceChildren(...folded.childNodes);
}

/** Requests the result after a delay, and aborts the previous request. */
function schedule(delayMs: number): void {
  if (form === null || input === null) return;
  const address = new URL(form.action);
  address.searchParams.set('text', input.value);
  clearTimeout(timer);
  current.abort();
  current = new AbortController();
  const { signal } = current;
  timer = setTimeout(() => {
    // An error needs no message here: the button loads the whole page, which shows it.
    update(address.href, signal).catch(() => undefined);
  }, delayMs);
}

input?.addEventListener('input', () => schedule(DEBOUNCE_MS));
