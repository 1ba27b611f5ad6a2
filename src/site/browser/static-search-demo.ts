/** A search over exported files, which requests only ranges of files from the service. */
import { element } from '../../../clients/javascript/src/list/combobox.ts';
import { StaticSearch, type StaticCompany } from '../../../clients/javascript/src/static-search.ts';

const form = document.querySelector<HTMLFormElement>('#static-search');
const field = form?.querySelector('input');
const status = form?.querySelector('[role=status]');
const list = form?.querySelector('ol');

let requests = 0;
let bytes = 0;
let searches = 0;
let opening: Promise<StaticSearch> | undefined;

async function counted(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  requests++;
  bytes += Number(response.headers.get('content-length') ?? 0);
  return response;
}

function open(): Promise<StaticSearch> {
  const { base = '' } = form?.dataset ?? {};
  opening ??= StaticSearch.open(new URL(base, location.href).href.replace(/\/$/, ''), counted);
  return opening;
}

function renderItem({ id, name = 'no name', country_code: country }: StaticCompany): HTMLElement {
  const link = element('a', { href: `${form?.dataset['companies'] ?? ''}${id}` }, name);
  return element('li', {}, link, country === undefined ? '' : `, ${country}`);
}

function report(text: string): void {
  if (status) status.textContent = text;
}

async function show(): Promise<void> {
  const current = ++searches;
  const q = field?.value ?? '';
  let search: StaticSearch;
  try {
    search = await open();
  } catch {
    report('This service has no such files: openfirma export --format static writes them.');
    return;
  }
  try {
    const page = await search.search({ q });
    if (current !== searches) return;
    list?.replaceChildren(...page.data.map(renderItem));
    const found = page.data.length === 0 ? 'Nothing found' : `${page.data.length} shown`;
    report(
      `${found}: ${requests === 1 ? '1 request' : `${requests} requests`} and ${bytes} bytes since this page was opened. ${page.attribution}`,
    );
  } catch (error) {
    if (current !== searches) return;
    list?.replaceChildren();
    report(error instanceof RangeError ? 'Type 3 to 64 characters.' : String(error));
  }
}

form?.addEventListener('submit', (event) => event.preventDefault());
field?.addEventListener('input', () => void show());
