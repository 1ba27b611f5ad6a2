import type { Company } from '../../../contract/index.ts';
import { jurisdictionName } from '../../formatting.ts';
import { markup, type Html } from '../../html.ts';
import { recordAt, scopeOf } from '../register-facts.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { STATE_NAMES } from './lifecycle.ts';

/** A button that copies a text. It needs the script `actions`; without scripts it is not shown. */
export function copyButton(text: string, what: string): Html {
  return markup`<button type="button" class="copy" data-copy="${text}" aria-label="Copy ${what}"><span>Copy</span></button>`;
}

/** A button that copies the text of an element. */
export function copyElementButton(id: string, what: string): Html {
  return markup`<button type="button" class="copy" data-from="${id}" aria-label="Copy ${what}"><span>Copy</span></button>`;
}

/** The part below the name: the state, the numbers, and the actions. */
export function headOf(facts: SiteFacts, company: Company, registers: readonly string[]): Html {
  const { id, lifecycle, company_status: status, identifiers = [] } = company;
  const [number] = identifiers;
  const scope = scopeOf(company);
  const chips = [
    markup`<li class="chip state ${lifecycle.status}">${STATE_NAMES[lifecycle.status]}</li>\n`,
    ...(status === undefined ? [] : [markup`<li class="chip"><bdi>${status}</bdi></li>\n`]),
    ...(scope === undefined ? [] : [markup`<li class="chip">${jurisdictionName(scope)}</li>\n`]),
  ];
  const numbers = [
    ...(number === undefined
      ? []
      : [
          markup`<p>${number.scheme === 'lei' ? 'LEI' : 'Business ID'} <code><bdi>${number.value}</bdi></code> ${copyButton(number.value, 'the business ID')}</p>\n`,
        ]),
    markup`<p>Permanent ID <code>${id}</code> ${copyButton(id, 'the permanent ID')}</p>\n`,
  ];
  return markup`<ul class="chips" aria-label="State">
${chips}</ul>
<div class="numbers">${numbers}</div>
${actionsOf(facts, company, registers)}<p id="said" class="unseen" role="status"></p>
`;
}

/** Links to the record at its register and to the contact for errors, and a button for printing. */
function actionsOf({ contact }: SiteFacts, company: Company, registers: readonly string[]): Html {
  const record = recordAt(company, registers);
  // The subject of the message names the record; the page of an operator has a form of its own.
  const report = contact?.startsWith('mailto:') === true ? `${contact}?subject=${company.id}` : contact;
  return markup`<p class="actions">${record && markup`<a class="button" href="${record.address}" rel="noreferrer">At its register: <bdi>${record.name}</bdi></a> `}<button type="button" class="print" data-print>Print</button>${report !== undefined && markup` <a href="${report}" rel="noreferrer">Report an error</a>`}</p>
`;
}
