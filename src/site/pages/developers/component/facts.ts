/** What `<company-search>` takes, sends and exposes. A test compares these tables with the source of the element. */

/** Names with their meanings; words between back quotes are code. */
export type Facts = readonly (readonly [name: string, meaning: string])[];

export const ATTRIBUTES: Facts = [
  ['name', 'the name under which the form sends the ID of the chosen company'],
  ['value', 'the ID of the first company; the field looks it up to show its name, and is invalid if there is none'],
  ['required', 'the form is not sent without a company'],
  ['disabled', 'as on every form field; that of a `fieldset` counts too'],
  ['form', 'the ID of a form elsewhere on the page, as on every form field'],
  ['label', 'a label above the field. A `<label for>` or `aria-label` of the page works as well'],
  ['aria-label', 'the accessible name where no label is visible'],
  ['placeholder', 'a text in the empty field'],
  ['country', 'the country to search, ISO 3166-1 alpha-2; without it, all'],
  ['country-picker', 'users can pick the country; `country` is then the first choice'],
  ['base-url', 'the public address of the API; by default that of the service that served the script'],
];

export const EVENTS: Facts = [
  [
    'company-selected',
    'somebody chose a company, which is in `detail` as the API returns it. The event bubbles, also out of shadow trees',
  ],
  ['change', 'somebody chose a company, or edited the text afterwards, which empties `value`'],
];

export const PROPERTIES: Facts = [
  ['value', 'the ID of the chosen company, or an empty text. Set an ID to choose a company'],
  ['company', 'the chosen company, as the API returns it; read-only'],
  ['query', 'the text in the field; read-only'],
  ['country', 'the country that is searched, or `all`; setting it sets the attribute'],
  ['baseUrl', 'the public address of the API; setting it sets the attribute'],
  ['name', 'the attribute of this name'],
  ['required', 'whether it has the attribute of this name'],
  ['disabled', 'whether it has the attribute of this name'],
  ['form', 'the form that the field belongs to; read-only'],
  [
    'validity',
    'a `ValidityState`: `valueMissing` for an empty required field, `badInput` for a text that is no chosen company and for an unknown ID',
  ],
  ['validationMessage', 'why the field is invalid, for people'],
  ['checkValidity()', 'whether the field is valid'],
  ['reportValidity()', 'the same, and tells the user'],
];

export const PARTS: Facts = [
  ['label', 'the labels of the field and of the country picker'],
  ['input', 'the field'],
  ['country', 'the country picker'],
  ['popup', 'what opens below the field'],
  ['list', 'the list of companies in it'],
  ['option', 'a row of the list'],
  ['option-active', 'the row that the keyboard has reached'],
  ['name', 'the name in a row'],
  ['details', 'country, legal form and status in a row'],
  ['notice', 'a message in the popup'],
  ['retry', 'the button that tries again'],
  ['attribution', 'the attribution in the popup: do not hide it'],
  ['note', 'the line below the field: a hint, a fault, or the attribution'],
];

export const VARIABLES: Facts = [
  ['--company-search-ink', 'text'],
  ['--company-search-ground', 'background'],
  ['--company-search-quiet', 'labels, details and notes'],
  ['--company-search-line', 'borders'],
  ['--company-search-accent', 'focus, the active row and buttons'],
  ['--company-search-accent-ground', 'background of the active row'],
  ['--company-search-warn', 'border and note of an invalid field'],
  ['--company-search-radius', 'radius of corners'],
];

export const STATES: Facts = [
  ['invalid', 'somebody tried to send the form and the field was invalid; it ends when the field is valid'],
];
