import { servedFile } from './assets.ts';

/** A page that searches the files beside it, and the modules that it loads: what an exported folder has beside its data. */
export function staticSearchFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['index.html', PAGE],
    ['page.js', SCRIPT],
    ['static-search.js', String(servedFile('static-search.js').body)],
  ]);
}

/** It needs no style sheet, no script but the modules, and no service. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Company search</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
label { display: block; font-weight: 600 }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem }
li { padding: .25rem 0 }
code { font-size: .85rem; overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
<h1>Company search</h1>
<label for="q">Name or business ID</label>
<input id="q" type="search" autocomplete="off" spellcheck="false">
<p id="status" role="status">Type at least three characters.</p>
<ol id="found"></ol>
<p><button id="more" type="button" hidden>More</button></p>
</main>
<footer><p id="attribution"></p></footer>
<script type="module" src="page.js"></script>
</body>
</html>
`;

/** A file of its own, so that a content security policy needs to allow no inline script. */
const SCRIPT = `import { StaticSearch } from "./static-search.js";

const [q, status, found, more, attribution] = ['q', 'status', 'found', 'more', 'attribution'].map((id) => document.getElementById(id));
const opening = StaticSearch.open(new URL('.', location.href).href);
let asked = 0;

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
    more.hidden = page.next === undefined;
    more.onclick = () => show(page.next);
  } catch (error) {
    if (mine !== asked) return;
    status.textContent = error instanceof RangeError ? 'Type 3 to 64 characters.' : error.message;
  }
}

q.addEventListener('input', () => show());
`;
