import { findText } from '../languages/languages.ts';
import { withNumber } from '../texts.ts';
import { element } from './combobox.ts';

/** The messages of a field: in the list, below the field, and for screen readers. */
export class Messages {
  /** The message in the popup. */
  readonly notice = element('p', { class: 'notice', part: 'notice', hidden: '' });
  /** The line below the field. */
  readonly note = element('p', { id: 'note', class: 'note', part: 'note' });
  /** What screen readers announce. */
  readonly status = element('div', { class: 'status', role: 'status' });
  #hint = '';
  #countdown: ReturnType<typeof setInterval> | undefined;

  /** Sets the text below a field that has nothing else to show. */
  describe(hint: string): void {
    if (this.note.textContent === this.#hint) this.note.textContent = hint;
    this.#hint = hint;
  }

  /** Shows a message in the popup. Screen readers announce `announced`. */
  show(text: string, announced = text): void {
    this.#showNotice(text);
    this.announce(announced);
    this.note.textContent = this.#hint;
    this.note.classList.remove('fault');
  }

  /** Shows a message in the popup while a response is pending. Screen readers announce it once, not at every key. */
  showProgress(text: string): void {
    this.#showNotice(text);
    this.status.textContent = text;
  }

  /** Shows why the field is invalid: below the field, and if `isInPopup` also in the popup, because it covers that line. */
  showFault(text: string, isInPopup: boolean): void {
    if (this.note.textContent === text) return;
    if (isInPopup) this.show(text);
    else this.announce(text);
    this.note.textContent = text;
    this.note.classList.add('fault');
  }

  announce(text: string): void {
    // Screen readers announce only changed texts, so a no-break space is appended to a repeated text.
    const isRepeated = text === this.status.textContent && text !== '';
    this.status.textContent = isRepeated ? `${text}\u00a0` : text;
  }

  /** Counts the seconds down until the client retries. Screen readers announce the first number only. */
  countDown(seconds: number, language: string): void {
    this.show(withNumber(findText(language, 'waiting'), seconds));
    let left = seconds;
    this.#countdown = setInterval(() => {
      if (--left > 0) return this.#showNotice(withNumber(findText(language, 'waiting'), left));
      this.stopCountdown();
      this.showProgress(findText(language, 'searching'));
    }, 1000);
  }

  stopCountdown(): void {
    clearInterval(this.#countdown);
  }

  #showNotice(text: string): void {
    this.notice.textContent = text;
    this.notice.hidden = text === '';
  }
}
