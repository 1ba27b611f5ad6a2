/** The namespaces of two versions of SOAP. Requests use 1.2; responses were seen in both. */
export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';

const SPACE = 'ns://firmenbuch.justiz.gv.at/Abfrage';

/** Wraps a body in a SOAP envelope. */
export function envelope(body: string, version = SOAP_12): string {
  return `<?xml version='1.0' encoding='UTF-8'?>\n<s:Envelope xmlns:s="${version}"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`;
}

/** Returns a SOAP fault, laid out as the service does. */
export function findFault(text: string): string {
  return envelope(
    `<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${text}</s:Text></s:Reason></s:Fault>`,
  );
}

/** The values of an invented extract: a company with one manager, his birth date, home and citizenship. */
export interface ExtractOf {
  readonly number: string;
  readonly day: string;
  readonly name: string;
  readonly form: string;
  readonly manager?: string;
  readonly isDeleted?: boolean;
  /** The inner elements of the business address, if it is another. */
  readonly office?: string;
  /** Further elements of the company. */
  readonly more?: string;
  readonly version?: string;
  readonly prefix?: string;
}

export function extract(of: ExtractOf): string {
  const {
    number,
    day,
    name,
    form,
    manager = 'Alma Zirbel',
    isDeleted = false,
    more = '',
    version,
    prefix: p = 'ns6',
  } = of;
  const entry = (tag: string, inner: string): string =>
    `<${p}:${tag} ${p}:AUFRECHT="${!isDeleted}" ${p}:VNR="001"${isDeleted ? ` ${p}:MIT_FIRMA_GELOESCHT_DURCH_VNR="009"` : ''}>${inner}</${p}:${tag}>`;
  const text = (tag: string, value: string): string => `<${p}:${tag}>${value}</${p}:${tag}>`;
  const company = [
    entry('FI_DKZ02', text('BEZEICHNUNG', name.replaceAll('&', '&amp;'))),
    entry('FI_DKZ03', of.office ?? text('STRASSE', 'Beispielgasse') + text('STAAT', 'AUT')),
    entry('FI_DKZ07', text('RECHTSFORM', text('CODE', form) + text('TEXT', `Form ${form}`))),
    more,
  ].join('');
  const post = `<${p}:FUN ${p}:FKEN="GF" ${p}:FKENTEXT="GESCHÄFTSFÜHRER/IN" ${p}:PNR="  A">${entry('FU_DKZ10', text('DATVON', '20200102') + text('TEXT', 'vertritt mit Nebenmann, geb. 02.03.1971'))}</${p}:FUN>`;
  const person = [
    entry('PE_DKZ02', text('NAME_FORMATIERT', manager) + text('GEBURTSDATUM', '19710203')),
    entry('PE_DKZ03', text('STRASSE', 'Heimweg') + text('ORT', 'Daheim')),
    text('PE_STAAT', text('STAATSBUERGERSCHAFT', 'LIE') + text('WOHNSITZSTAAT', 'LIE')),
  ].join('');
  const inner = `<${p}:FIRMA>${company}</${p}:FIRMA>${post}<${p}:PER ${p}:PNR="  A">${person}</${p}:PER>`;
  return envelope(
    `<${p}:AUSZUG_V2_RESPONSE xmlns:${p}="${SPACE}/v2/AuszugResponse" ${p}:FNR="${number}" ${p}:STICHTAG="${day}" ${p}:UMFANG="Kurzinformation">${inner}</${p}:AUSZUG_V2_RESPONSE>`,
    version,
  );
}

/** Returns a company as an element of the response to a search. */
export function hit(number: string, name: string, form: string, status = ''): string {
  return `<n:ERGEBNIS><n:FNR>${number}</n:FNR><n:STATUS>${status}</n:STATUS><n:NAME>${name.replaceAll('&', '&amp;')}</n:NAME><n:RECHTSFORM><n:CODE>${form}</n:CODE><n:TEXT>Form ${form}</n:TEXT></n:RECHTSFORM></n:ERGEBNIS>`;
}

export function search(form: string, pattern: string, hits: readonly string[]): string {
  return envelope(
    `<n:SUCHEFIRMARESPONSE xmlns:n="${SPACE}/SucheFirmaResponse" n:REQUEST_FIRMENWORTLAUT="${pattern}" n:REQUEST_RECHTSFORM="${form}">${hits.join('')}</n:SUCHEFIRMARESPONSE>`,
  );
}

/** Returns the response with the changes of a day, each a number and a kind of change. */
export function changes(day: string, of: readonly (readonly [number: string, what: string])[]): string {
  const all = of.map(
    ([number, what]) =>
      `<n:VERAENDERUNG><n:FNR>${number}</n:FNR><n:VNR>002</n:VNR><n:VOLLZUGSDATUM>${day}</n:VOLLZUGSDATUM><n:ARTDERVERAENDERUNG>${what}</n:ARTDERVERAENDERUNG></n:VERAENDERUNG>`,
  );
  return envelope(
    `<n:VERAENDERUNGENFIRMARESPONSE xmlns:n="${SPACE}/VeraenderungenFirmaResponse" n:VON="${day}" n:BIS="${day}">${all.join('')}</n:VERAENDERUNGENFIRMARESPONSE>`,
  );
}
