/** Buttons of a page that copy a value or print the page. Without scripts the style sheet hides them. */
const SHOWN_MS = 2000;

/** Copies a text. Pages without TLS have no clipboard, so the old command copies a selection there. */
async function copy(text: string): Promise<void> {
  if (isSecureContext) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Shows in the button, and announces to screen readers, whether the text was copied. */
async function copyFrom(button: HTMLButtonElement, text: string): Promise<void> {
  const outcome = await copy(text).then(
    () => 'Copied',
    () => 'Not copied',
  );
  const label = button.querySelector('span');
  if (label !== null) label.textContent = outcome;
  const status = document.querySelector('#said');
  if (status !== null) status.textContent = outcome;
  button.focus();
  setTimeout(() => {
    if (label !== null) label.textContent = 'Copy';
  }, SHOWN_MS);
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button') : null;
  const { copy: value, from = '', print } = button?.dataset ?? {};
  const text = value ?? document.getElementById(from)?.textContent ?? undefined;
  if (button !== null && text !== undefined) void copyFrom(button, text);
  if (print !== undefined) window.print();
});
