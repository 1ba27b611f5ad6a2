/**
 * Returns the text that was typed into the fallback field before the script of the element ran, and whether the user is typing there.
 * The fallback field is hidden now, so it is emptied. Beside an unlisted name it is also disabled, because both may have the same name.
 */
export function takeFallback(host: HTMLElement): { readonly text: string; readonly isFocused: boolean } {
  const input = host.querySelector('input');
  if (input === null) return { text: '', isFocused: false };
  const taken = { text: input.value, isFocused: document.activeElement === input };
  input.value = '';
  input.disabled = host.hasAttribute('allow-unlisted');
  return taken;
}
