/** The preview of `<company-search>`: switches the attributes of the element and logs its events. */
import type { CompanySearch } from '../../../clients/javascript/src/company-search.ts';

const LINES_MAX = 8;

const field = document.querySelector<CompanySearch>('#preview');
const form = field?.closest('form');
const log = form?.querySelector<HTMLElement>('.log');
const lines: string[] = [];

function write(line: string): void {
  lines.push(line);
  lines.splice(0, lines.length - LINES_MAX);
  const code = log?.querySelector('code');
  if (code) code.textContent = lines.join('\n');
}

for (const box of form?.querySelectorAll<HTMLInputElement>('[data-attribute]') ?? [])
  box.addEventListener('change', () => {
    const name = box.dataset['attribute'] ?? '';
    field?.toggleAttribute(name, box.checked);
    for (const piece of document.querySelectorAll<HTMLElement>(`span[data-attribute="${name}"]`))
      piece.hidden = !box.checked;
  });

field?.addEventListener('company-selected', ({ detail: { name, id } }) => write(`company-selected  ${name} ${id}`));
field?.addEventListener('company-unlisted', ({ detail: { name, reason } }) =>
  write(`company-unlisted  ${name} ${reason}`),
);
field?.addEventListener('change', () => write(`change            value = "${field.value}"`));
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  write(`The form sends    ${new URLSearchParams([...new FormData(form)] as [string, string][])}`);
});
