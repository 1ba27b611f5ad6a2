/** Buttons of a page that copy a value or a block of code, or share or print the page. Without scripts the style sheet hides them. */
import { element } from '../../../clients/javascript/src/list/combobox.ts';

const SHOWN_MS = 2000;

/** Copies a text. Pages without TLS have no clipboard API; there, the old `copy` command copies a selection. */
async function copy(text: string): Promise<void> {
  if (isSecureContext) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('Cannot copy: the browser refused the command');
}

/** Shows in the button, and announces to screen readers, whether the text was copied. */
async function copyFrom(button: HTMLButtonElement, text: string): Promise<void> {
  const outcome = await copy(text).then(
    () => 'Copied',
    () => 'Not copied',
  );
  const label = button.querySelector('span') ?? button;
  button.dataset['label'] ??= label.textContent;
  label.textContent = outcome;
  const status = document.querySelector('#said');
  if (status !== null) status.textContent = outcome;
  button.focus();
  setTimeout(() => (label.textContent = button.dataset['label'] ?? ''), SHOWN_MS);
}

/** Opens the browser's menu for sharing; if the browser has none, copies the address of the page. */
async function share(button: HTMLButtonElement): Promise<void> {
  const { href } = location;
  if (navigator.share === undefined) return await copyFrom(button, href);
  // A rejection means that the visitor closed the menu.
  await navigator.share({ title: document.title, url: href }).catch(() => undefined);
}

// The buttons of code blocks are added here, because they do not work without scripts.
for (const pre of document.querySelectorAll<HTMLElement>('article pre:not(.prints, .log)')) {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy');
  // Hidden text is not copied.
  button.addEventListener('click', () => void copyFrom(button, pre.innerText));
  const frame = element('div', { class: 'copied' });
  pre.replaceWith(frame);
  frame.append(pre, button);
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button') : null;
  if (button === null) return;
  const { copy: value, from = '' } = button.dataset;
  const text = value ?? document.getElementById(from)?.textContent ?? undefined;
  if (text !== undefined) void copyFrom(button, text);
  if ('share' in button.dataset) void share(button);
  if ('print' in button.dataset) window.print();
});
