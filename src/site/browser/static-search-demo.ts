/** A search over exported files on the page about it: nothing is asked of the service but ranges of files. */
import { StaticSearch, type StaticCompany } from '../../../clients/javascript/src/static-search.ts';

const form = document.querySelector<HTMLFormElement>('#static-search');
const field = form?.querySelector('input');
const status = form?.querySelector('[role=status]');
const list = form?.querySelector('ol');

/** What is counted of the requests that the search makes. */
let requests = 0;
let bytes = 0;
let asked = 0;
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

function itemOf({ id, name = 'no name', country_code: country }: StaticCompany): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${form?.dataset['companies'] ?? ''}${id}`;
  link.textContent = name;
  item.append(link, country === undefined ? '' : `, ${country}`);
  return item;
}

function say(text: string): void {
  if (status) status.textContent = text;
}

async function show(): Promise<void> {
  const mine = ++asked;
  const q = field?.value ?? '';
  let search: StaticSearch;
  try {
    search = await open();
  } catch {
    say('This service has exported no such files: openfirma export --format static makes them.');
    return;
  }
  try {
    const page = await search.search({ q });
    if (mine !== asked) return;
    list?.replaceChildren(...page.data.map(itemOf));
    const found = page.data.length === 0 ? 'Nothing found' : `${page.data.length} shown`;
    say(`${found}: ${requests} requests and ${bytes} bytes since this page was opened. ${page.attribution}`);
  } catch (error) {
    if (mine !== asked) return;
    list?.replaceChildren();
    say(error instanceof RangeError ? 'Type 3 to 64 characters.' : String(error));
  }
}

form?.addEventListener('submit', (event) => event.preventDefault());
field?.addEventListener('input', () => void show());
