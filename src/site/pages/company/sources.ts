import type { CompanyView, DetailedCompany } from '../../../contract/index.ts';
import { SAMPLE_REGISTER, isSample, type DataFacts, type DetailField } from '../../../model/index.ts';
import { REGISTERS } from '../../../registers/index.ts';
import { formatDate } from '../formatting.ts';
import { markup, type Html } from '../../html.ts';
import { findRegisters, registerNamed } from '../register-facts.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** Returns the registers of a company in the data: the sources of its details, then possible sources of its profile. */
export function registersOfCompany({ company, details }: DetailedCompany, data: DataFacts): readonly string[] {
  const given = details.sources.map(({ register = '' }) => register).filter((id) => REGISTERS.has(id));
  return [...new Set([...given, ...findRegisters(company, data)])];
}

/**
 * Returns the registers that are sources of a block of the page, each with its licence and the day of observation.
 * @param fields the details in the block
 * @param registers possible sources of the other fields in the block
 */
export function sourceLine(
  { company, details }: DetailedCompany,
  data: DataFacts,
  registers: readonly string[],
  fields: readonly DetailField[] = [],
): Html | undefined {
  const { as_of_date: observed } = company;
  const given = details.sources.filter((source) => source.fields.some((field) => fields.includes(field)));
  const known = new Set(given.map(({ register }) => register));
  const others = (isSample(data) ? [SAMPLE_REGISTER] : registers).filter((id) => !known.has(id));
  const sources = [...given, ...others.map((register) => ({ register, as_of_date: observed }))];
  if (sources.length === 0) return undefined;
  return markup`<p class="source">Source: ${sources.map((source, i) => markup`${i > 0 && '; '}${renderSource(source)}`)}</p>\n`;
}

/** Returns the name of a source, which is a register or the operator, and the day of observation. */
function renderSource({
  register = '',
  as_of_date: day,
}: {
  register?: string;
  as_of_date?: string | undefined;
}): Html {
  const known = REGISTERS.get(register);
  const name =
    known === undefined
      ? register === SAMPLE_REGISTER
        ? 'invented companies'
        : register || 'the operator of this service'
      : markup`<bdi>${known.name}</bdi> (<a href="${known.licence.url}">${known.licence.name}</a>)`;
  return markup`${name}${day !== undefined && markup`, observed ${formatDate(day)}`}`;
}

/** Returns the registers of a company with the attributions that their licences require. */
export function registerSection({ root }: SiteFacts, registers: readonly string[]): Html | undefined {
  if (registers.length === 0) return undefined;
  const items = registers.map((id) => {
    const { name, publisher, licence, attribution, files, coverage } = registerNamed(id);
    return markup`<li><p><a href="${files.page}">${name}</a>, ${publisher}. Updated: ${coverage.rhythm}. Licence: <a href="${licence.url}">${licence.name}</a>.</p>
<p class="quiet">${attribution}</p></li>
`;
  });
  return markup`<h2>In the register</h2>
<ul class="sources">\n${items}</ul>
<p class="quiet"><a href="${root}/coverage">Coverage</a> lists the registers of every country, <a href="${root}/status">Status</a> the age of their data.</p>
`;
}

/** Returns a link to the entry of a company in its register; undefined if the register has no page for it. */
export function entryLink({ details }: CompanyView): Html | undefined {
  const { record_url: address } = details;
  // Other schemes, such as javascript:, must not become links.
  if (address === undefined || !/^https?:/i.test(address)) return undefined;
  const source = details.sources.find(({ fields }) => fields.includes('record_url'));
  const name = REGISTERS.get(source?.register ?? '')?.name;
  return markup`<a class="entry" href="${address}" rel="noreferrer">Entry in ${name === undefined ? 'the register' : markup`<bdi>${name}</bdi>`}</a>`;
}
