import type { Company, CompanyView, DetailedCompany } from '../../../contract/index.ts';
import { foldName, type CompanyName, type IDENTIFIER_SCHEMES } from '../../../model/index.ts';
import { englishLegalForm, legalFormLabel } from '../../../registers/index.ts';
import { countryName, formatDate, jurisdictionName } from '../formatting.ts';
import { Html, definitions, markup, type Child } from '../../html.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { scopeOf } from '../register-facts.ts';
import { renderAddress } from './address.ts';
import NAMES from './names.json' with { type: 'json' };

export const SCHEME_NAMES: Readonly<Record<(typeof IDENTIFIER_SCHEMES)[number], string>> = NAMES.schemes;

/** The profile fields that are shown as separate texts, in the order of the page. */
const TEXTS = ['summary', 'industry', 'business_model', 'product_category', 'operating_geography'] as const;

/** Returns a button that copies a text (`data-copy`) or the text of an element (`data-from`). Hidden without the script `actions`. */
export function copyButton(from: Html, what: string): Html {
  return markup`<button type="button" class="copy" ${from} aria-label="Copy ${what}"><span>Copy</span></button>`;
}

/**
 * Returns the state of a company in words, or the lifecycle state of a record that is not current. Undefined if the register states none,
 * and for active companies if `isInList`.
 */
export function statePill({ company, details }: DetailedCompany, isInList = false): Html | undefined {
  const { status } = company.lifecycle;
  const { state, closed_on: closed } = details;
  if (Object.hasOwn(NAMES.lifecycle, status))
    return pill(status, NAMES.lifecycle[status as keyof typeof NAMES.lifecycle]);
  if (state === undefined || (isInList && state === 'active')) return undefined;
  const since = state === 'closed' && closed !== undefined && markup` since ${formatDate(closed)}`;
  return pill(state, markup`${NAMES.states[state]}${since}`);
}

function pill(kind: string, text: Child): Html {
  return markup`<span class="chip state ${kind}">${text}</span>`;
}

/** Returns the part below the name: the state, and then the word of the register for it if the words differ. */
export function renderState(view: DetailedCompany): Html {
  const { company_status: published } = view.company;
  const { state: kind } = view.details;
  const word =
    kind !== undefined && published?.toLowerCase() === NAMES.states[kind].toLowerCase() ? undefined : published;
  const state = statePill(view);
  return markup`${state && markup`<p class="states">${state}</p>\n`}${word !== undefined && markup`<p class="word">In the words of the register: <bdi>${word}</bdi></p>\n`}`;
}

/** Returns the facts about a company: address, numbers, dates, legal form and names. */
export function renderFacts(view: DetailedCompany): Html {
  const { company, details } = view;
  const { country_code: country } = company;
  const { address, state, registered_on: registered, closed_on: closed } = details;
  return definitions([
    ['Address', address && renderAddress(address)],
    ['Head office', address === undefined && country !== undefined && countryName(country)],
    ...listNumbers(view),
    ['Since', formatDate(registered)],
    ['Closed', state !== 'closed' && formatDate(closed)],
    ...listLegalForm(company),
    ...TEXTS.map((field) => [NAMES.fields[field], bdi(company[field])] as const),
    ['Former names', renderNames(details.former_names)],
    ['Other names', renderNames(details.other_names, true)],
    ['Permanent ID', renderNumber(company.lifecycle.canonical_id ?? company.id, 'the permanent ID')],
  ]);
}

type Entry = readonly [name: string, description: Child];

function bdi(value: string | undefined): Html | undefined {
  return value === undefined ? undefined : markup`<bdi>${value}</bdi>`;
}

function listNumbers({ company, details: { euid } }: DetailedCompany): readonly Entry[] {
  const numbers = (company.identifiers ?? []).map(({ scheme, value, country_scope: scope }): Entry => {
    const name = SCHEME_NAMES[scheme];
    return [scope === undefined ? name : `${name}, ${jurisdictionName(scope)}`, renderNumber(value, `the ${name}`)];
  });
  return euid === undefined ? numbers : [...numbers, ['European number (EUID)', renderNumber(euid, 'the EUID')]];
}

function renderNumber(value: string, what: string): Html {
  return markup`<code><bdi>${value}</bdi></code> ${copyButton(markup`data-copy="${value}"`, what)}`;
}

/** Returns the legal form in words, with the code of the register. */
function listLegalForm(company: Company): readonly Entry[] {
  const { legal_form: form, company_type: type } = company;
  const isCode = form !== undefined && type !== undefined && /^[\p{Lu}\d-]{1,12}$/u.test(type);
  const label = form === undefined ? undefined : findLegalForm(company);
  const english = englishForm(company);
  const code = label !== form ? form : isCode && type !== form && type;
  return [
    [
      'Legal form',
      label &&
        markup`<bdi>${label}</bdi>${code !== undefined && code !== false && markup` <span class="quiet">(<bdi>${code}</bdi>)</span>`}${english !== undefined && markup` <span class="gloss">${english}</span>`}`,
    ],
    ['Type in the register', isCode ? undefined : bdi(type)],
  ];
}

/** Returns the legal form of a company; if the register publishes a code, the label of the code. */
export function findLegalForm(company: Company): string | undefined {
  const { legal_form: form } = company;
  return form && (legalFormLabel(countryOf(company), form) ?? form);
}

/** Returns the English name of the legal form of a company, if GLEIF's list has one. */
export function englishForm(company: Company): string | undefined {
  const label = findLegalForm(company);
  return label && englishLegalForm(countryOf(company), label);
}

/** Returns the country whose register lists a company, otherwise the one of its head office. */
function countryOf(company: Company): string {
  return scopeOf(company)?.slice(0, 2) ?? company.country_code ?? '';
}

/** Returns a list of names with their dates, and with their kinds if `hasKind`. */
function renderNames(names: readonly CompanyName[] = [], hasKind = false): Html | undefined {
  if (names.length === 0) return undefined;
  const items = names.map(({ name, kind, from, until }) => {
    const facts = [
      hasKind && markup`<bdi>${kind}</bdi>`,
      from && markup`from ${formatDate(from)}`,
      until && markup`until ${formatDate(until)}`,
    ];
    const shown = facts.filter((fact) => fact instanceof Html).map((fact, i) => markup`${i > 0 && ', '}${fact}`);
    return markup`<li><bdi>${name}</bdi>${shown.length > 0 && markup` <span class="quiet">(${shown})</span>`}</li>\n`;
  });
  return markup`<ul class="names">\n${items}</ul>`;
}

type Status = Company['lifecycle']['status'];

/** Returns the title of a page without a published name. */
export function unnamedTitle(status: Status): string {
  if (status === 'restricted') return 'Company with withheld values';
  if (status === 'tombstoned') return 'Company no longer in a register';
  return 'Company without a published name';
}

/** Explains the lifecycle state of a record, with links to its successors; undefined for an active record. */
export function lifecycleNote(facts: SiteFacts, view: CompanyView): Html | undefined {
  const { status } = view.company.lifecycle;
  return status === 'active' ? undefined : markup`<div class="note">${NOTES[status](facts, view)}</div>\n`;
}

const NOTES: Readonly<Record<Exclude<Status, 'active'>, (facts: SiteFacts, view: CompanyView) => Html>> = {
  redirected: ({ root }, { company, nameBefore }) => {
    const { name = '', lifecycle } = company;
    const isOther = nameBefore !== undefined && foldName(nameBefore) !== foldName(name);
    return markup`<p><strong>This address now leads to ${linkTo(root, lifecycle.canonical_id, company.name)}.</strong>${isOther && markup` Formerly listed as <bdi>${nameBefore}</bdi>.`} Two entries
turned out to be one company, or one continues as the other. The old address stays valid.</p>`;
  },
  split: ({ root }, { company, successors }) => {
    const { successor_ids: ids = [] } = company.lifecycle;
    const findName = (id: string): string | undefined => successors.find((each) => each.id === id)?.name;
    return markup`<p><strong>This company was split.</strong> It continues as:</p>
<ul>
${ids.map((id) => markup`<li>${linkTo(root, id, findName(id))}</li>\n`)}</ul>
<p>This page shows the last published data of the company.</p>`;
  },
  tombstoned:
    () => markup`<p><strong>No register lists this company any more.</strong> Its ID stays valid and is never given to another company. If the
company returns to its register, this page shows it again.</p>`,
  restricted:
    () => markup`<p><strong>The values of this company are withheld</strong>, for example after a request for erasure. Its ID stays valid and is never given to
another company. Neither this page nor the API shows more.</p>`,
};

function linkTo(root: string, id: string | undefined, name: string | undefined): Html {
  const text = name === undefined ? markup`<code>${id}</code>` : markup`<bdi>${name}</bdi>`;
  return markup`<a href="${root}/companies/${id}">${text}</a>`;
}
