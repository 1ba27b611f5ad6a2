/** Adds a copy button to every code block. */
const COPIED_MS = 1500;

function buttonFor(pre: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (text: string): void => {
    button.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
  };
  button.addEventListener('click', () => {
    // Hidden text is not copied.
    navigator.clipboard.writeText(pre.innerText).then(
      () => show('Copied'),
      () => show('Not allowed'),
    );
  });
  return button;
}

// Browsers offer the clipboard on https and localhost only.
if (navigator.clipboard !== undefined)
  for (const pre of document.querySelectorAll<HTMLElement>('article pre:not(.prints, .log)')) {
    const frame = document.createElement('div');
    frame.className = 'copied';
    pre.replaceWith(frame);
    frame.append(pre, buttonFor(pre));
  }
