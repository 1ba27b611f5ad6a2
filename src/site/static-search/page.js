import { StaticSearch } from './static-search.js';

const [q, status, found, more, attribution] = ['q', 'status', 'found', 'more', 'attribution'].map((id) =>
  document.getElementById(id),
);
const opening = StaticSearch.open(new URL('.', location.href).href);
let asked = 0;
let next;

async function show(after) {
  const mine = ++asked;
  const text = q.value;
  if (after === undefined) found.replaceChildren();
  more.hidden = true;
  try {
    const page = await (await opening).search({ q: text, after });
    if (mine !== asked) return;
    for (const { id, name = 'no name', country_code: country } of page.data) {
      const item = document.createElement('li');
      const code = document.createElement('code');
      code.textContent = id;
      item.append(country === undefined ? name : name + ', ' + country, document.createElement('br'), code);
      found.append(item);
    }
    attribution.textContent = page.attribution;
    status.textContent = found.childElementCount === 0 ? 'Nothing found.' : found.childElementCount + ' shown.';
    next = page.next;
    more.hidden = next === undefined;
  } catch (error) {
    if (mine !== asked) return;
    status.textContent = error instanceof RangeError ? 'Type 3 to 64 characters.' : error.message;
  }
}

q.addEventListener('input', () => void show());
more.addEventListener('click', () => void show(next));
