import { isoCountry } from '../folding.ts';
import { findText } from '../languages/languages.ts';
import { countryNames } from '../texts.ts';
import { element } from './combobox.ts';

const ALL_COUNTRIES = 'all';

/** The list of countries beside a field. It holds the country of a field without a picker as well. */
export class CountryPicker {
  readonly select = element('select', { id: 'country', part: 'country' });
  readonly #label = element('label', { for: 'country', part: 'label' });
  /** The list with its label. */
  readonly field = element('div', { class: 'country' }, this.#label, this.select);

  /** Applies the attributes of the element. Without visible labels, the field and the picker fit in one line. */
  describe(host: HTMLElement, language: string, hasLabels: boolean): void {
    const country = isoCountry(host.getAttribute('country') ?? ALL_COUNTRIES);
    const hasPicker = host.hasAttribute('country-picker');
    const options = hasPicker
      ? [[ALL_COUNTRIES, findText(language, 'allCountries')] as const, ...countryNames(language)]
      : [[country, ''] as const];
    const picked = this.select.value;
    this.select.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
    this.select.value = hasPicker && picked !== '' ? picked : country;
    this.#label.textContent = findText(language, 'country');
    this.#label.hidden = !hasLabels;
    this.select.ariaLabel = hasLabels ? null : findText(language, 'country');
    this.field.hidden = !hasPicker;
  }
}
