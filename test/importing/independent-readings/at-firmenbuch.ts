import {
  clean,
  elementsAt,
  grouped,
  parseLines,
  parsedXml,
  registryNumber,
  textAt,
  type Element,
  type Reader,
} from './raw.ts';

interface Line {
  readonly question: string;
  readonly asked_at: string;
  readonly body: string;
}

/** The content of one response about one company. */
interface Said {
  readonly fn: string;
  readonly on: string;
  readonly answer: 'extract' | 'hit' | 'end';
  readonly element: Element;
  readonly asked: string;
}

const attribute = ({ attributes }: Element, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.replace(/.*:/, '') === name)?.[1];

const isGone = (element: Element): boolean => attribute(element, 'MIT_FIRMA_GELOESCHT_DURCH_VNR') !== undefined;
const holds = (element: Element): boolean => attribute(element, 'AUFRECHT') !== 'false' || isGone(element);

/** Returns a number with six digits and a letter, such as `030435h`, whatever form is printed. */
const sixDigits = (text = ''): string => text.replaceAll(/[^0-9a-z]/g, '').padStart(7, '0');

const allText = (element: Element | undefined, name: string): string | undefined =>
  element === undefined
    ? undefined
    : clean(
        elementsAt(element, name)
          .map(({ text }) => text)
          .join(' '),
      );

const iso = (text: string | undefined): string | undefined => text?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** The countries that occur in the fixtures and samples. */
const COUNTRIES: Readonly<Record<string, string>> = { AUT: 'AT', DEU: 'DE', CHE: 'CH', ITA: 'IT', LIE: 'LI' };

const SHOWN = /^(GFI?|VW[IV]?|ARV?|PRI?|PKI?|LII?|KOMPL)$/;
const HIDDEN = /^(GES|GS|KOMM)$/;
const SHOWN_BY_WORDS =
  /^(geschäftsführ|vorstand|stiftungsvorstand|aufsichtsrat|verwaltungsrat|prokurist|liquidator|abwickler|unbeschränkt haftend)/;

function saidBy({ question: request, asked_at: asked, body }: Line): Said[] {
  const root = parsedXml(body);
  const of = (
    response: Said['answer'],
    path: readonly string[],
    fn: (one: Element) => string | undefined,
    on: (one: Element) => string | undefined,
  ) =>
    elementsAt(root, 'Body', ...path).map((element) => ({
      answer: response,
      element,
      asked,
      fn: sixDigits(fn(element)),
      on: on(element) ?? asked.slice(0, 10),
    }));
  if (request.startsWith('extract:'))
    return of(
      'extract',
      ['AUSZUG_V2_RESPONSE'],
      (one) => attribute(one, 'FNR'),
      (one) => attribute(one, 'STICHTAG'),
    );
  if (request.startsWith('search:'))
    return of(
      'hit',
      ['SUCHEFIRMARESPONSE', 'ERGEBNIS'],
      (one) => textAt(one, 'FNR'),
      () => undefined,
    );
  return of(
    'end',
    ['VERAENDERUNGENFIRMARESPONSE', 'VERAENDERUNG'],
    (one) => textAt(one, 'FNR'),
    (one) => textAt(one, 'VOLLZUGSDATUM'),
  ).filter(({ element }) => textAt(element, 'ARTDERVERAENDERUNG') === 'Löschung');
}

function listOfficers(extract: Element, day: string): object[] {
  const posts = elementsAt(extract, 'FUN').flatMap((post) => {
    const [code = '', words = ''] = [attribute(post, 'FKEN')?.trim(), attribute(post, 'FKENTEXT')?.trim()];
    if (!SHOWN.test(code) && (HIDDEN.test(code) || !SHOWN_BY_WORDS.test(words.toLowerCase()))) return [];
    const terms = elementsAt(post, 'FU_DKZ10').filter(
      (term) => holds(term) && !((iso(textAt(term, 'DATBIS')) ?? '9') <= day),
    );
    const pnr = attribute(post, 'PNR')?.trim();
    const person = elementsAt(extract, 'PER').find((one) => attribute(one, 'PNR')?.trim() === pnr);
    const entry = person === undefined ? undefined : elementsAt(person, 'PE_DKZ02').findLast(holds);
    const written = ['TITELVOR', 'VORNAME', 'NACHNAME', 'TITELNACH']
      .map((part) => allText(entry, part) ?? '')
      .join(' ');
    const name = allText(entry, 'NAME_FORMATIERT') ?? allText(entry, 'BEZEICHNUNG') ?? clean(written);
    if (terms.length === 0 || name === undefined) return [];
    const [from] = terms.flatMap((term) => iso(textAt(term, 'DATVON')) ?? []).toSorted();
    const until = terms
      .flatMap((term) => iso(textAt(term, 'DATBIS')) ?? [])
      .toSorted()
      .at(-1);
    const kind = allText(entry, 'VORNAME') === undefined ? 'organisation' : 'natural_person';
    return [{ pnr, name, kind, from, until, words }];
  });
  return [...grouped(posts, ({ pnr, from, until }) => [pnr, from, until].join()).values()].map((same) => ({
    name: same[0]?.name,
    kind: same[0]?.kind,
    roles: [...new Set(same.map(({ words }) => words))],
    appointed_on: same[0]?.from,
    resigned_on: same[0]?.until,
  }));
}

/** Returns the fields of an extract outside the profile: days, state, business address, former names. */
function toDetails(extract: Element, isEnded: boolean, end: string | undefined, day: string): object {
  const entries = elementsAt(extract, 'VOLLZ');
  const parseDay = (number: string | undefined): string | undefined => {
    const entry = entries.find((one) => textAt(one, 'VNR') === number);
    return entry && textAt(entry, 'VOLLZUGSDATUM');
  };
  const first = entries.find((one) => textAt(one, 'VNR') === '001');
  const names = elementsAt(extract, 'FIRMA', 'FI_DKZ02');
  const ending = names.flatMap((one) => attribute(one, 'MIT_FIRMA_GELOESCHT_DURCH_VNR') ?? [])[0];
  const isLiquidated = elementsAt(extract, 'FUN')
    .filter((post) => /^LII?$/.test(attribute(post, 'FKEN') ?? ''))
    .flatMap((post) => elementsAt(post, 'FU_DKZ10'))
    .some((term) => holds(term) && !((iso(textAt(term, 'DATBIS')) ?? '9') <= day));
  const office = elementsAt(extract, 'FIRMA', 'FI_DKZ03').findLast(holds);
  const part = (name: string): string | undefined => office && textAt(office, name);
  const house = ['HAUSNUMMER', 'STIEGE', 'TUERNUMMER'].flatMap((name) => part(name) ?? []).join('/');
  return {
    state: isEnded ? 'closed' : isLiquidated ? 'in_liquidation' : 'active',
    registered_on:
      first && textAt(first, 'ANTRAGSTEXT')?.startsWith('Antrag auf Neueintragung') ? parseDay('001') : undefined,
    closed_on: isEnded ? (end ?? (ending === undefined ? undefined : parseDay(ending))) : undefined,
    address: office && {
      street: `${part('STRASSE')?.replace(/^c\/o [^,]*, /, '')} ${house}`,
      postal_code: part('PLZ'),
      locality: part('ORT'),
      country_code: COUNTRIES[part('STAAT') ?? ''],
    },
    former_names: names
      .filter((one) => !holds(one))
      .map((one) => ({
        name: allText(one, 'BEZEICHNUNG'),
        kind: 'BEZEICHNUNG',
        from: parseDay(attribute(one, 'VNR')),
      })),
  };
}

function buildLine(fn: string, said: readonly Said[]): object | undefined {
  const last = (response: Said['answer']): Said | undefined =>
    said.filter((one) => one.answer === response).toSorted((a, b) => (a.asked + a.on < b.asked + b.on ? 1 : -1))[0];
  const [extract, hit] = [last('extract'), last('hit')];
  const end = said
    .filter(({ answer: response }) => response === 'end')
    .map(({ on }) => on)
    .toSorted()
    .at(-1);
  const seen = [extract, hit].flatMap((one) => one ?? []).toSorted((a, b) => (a.asked < b.asked ? 1 : -1))[0];
  if (seen === undefined) return undefined;
  const entries = (name: string): Element[] =>
    extract === undefined ? [] : elementsAt(extract.element, 'FIRMA', name);
  const form = entries('FI_DKZ07').findLast(holds);
  const code = textAt(form ?? hit?.element ?? seen.element, 'RECHTSFORM', 'CODE');
  if (code === 'EU') return undefined;
  const isEnded =
    (end !== undefined && end >= seen.asked.slice(0, 10)) ||
    (seen === extract ? entries('FI_DKZ02').some(isGone) : textAt(seen.element, 'STATUS') === 'gelöscht');
  const digits = fn.slice(0, 6);
  const bare = `${Number(digits)} ${fn.slice(6)}`;
  const address = entries('FI_DKZ03').findLast(holds);
  const european =
    extract && elementsAt(extract.element, 'EUID').find((one) => (textAt(one, 'ZNR') ?? '000') === '000');
  const zeros = digits.startsWith('0') ? [`${digits} ${fn.slice(6)}`, `FN ${digits} ${fn.slice(6)}`] : [];
  return {
    name: allText(entries('FI_DKZ02').findLast(holds), 'BEZEICHNUNG') ?? allText(hit?.element, 'NAME'),
    country_code: COUNTRIES[(address && textAt(address, 'STAAT')) ?? ''],
    company_status: isEnded ? 'gelöscht' : extract === undefined ? hit && textAt(hit.element, 'STATUS') : undefined,
    legal_form:
      (form && textAt(form, 'RECHTSFORM', 'TEXT')) ?? (hit && (textAt(hit.element, 'RECHTSFORM', 'TEXT') ?? code)),
    industry: allText(entries('FI_DKZ05').findLast(holds), 'TEXT'),
    as_of_date: [extract?.on, hit?.on, end]
      .flatMap((one) => one ?? [])
      .toSorted()
      .at(-1),
    identifiers: [registryNumber(bare, 'AT')],
    number_forms: [`FN ${bare}`, ...zeros],
    euid: european && textAt(european, 'EUID'),
    ...(extract === undefined
      ? { state: isEnded ? 'closed' : undefined }
      : toDetails(extract.element, isEnded, end, extract.on)),
    officers: extract === undefined ? [] : listOfficers(extract.element, extract.on),
  };
}

export const read: Reader = (files) => {
  const responses = files.flatMap((file) => parseLines<Line>(file));
  const newest = [...grouped(responses, ({ question: request }) => request).values()].flatMap(
    (same) => same.toSorted((a, b) => (a.asked_at < b.asked_at ? 1 : -1))[0] ?? [],
  );
  return [...grouped(newest.flatMap(saidBy), ({ fn }) => fn)].flatMap(
    ([fn, said]) => (buildLine(fn, said) ?? []) as never,
  );
};
