import {
  clean,
  dateOfDayFirst,
  grouped,
  parseDate,
  readText,
  registryNumber,
  withoutEntities,
  type IndependentLine,
  type Reader,
} from './raw.ts';

/** Returns the texts of all elements with a name. */
function findTexts(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, text = '']) =>
    withoutEntities(text),
  );
}

/** Reads entries `NAME; role, role`; commas within parentheses do not separate roles. */
function listOfficers(entries: readonly string[]): object[] {
  const officers = new Map<string, Set<string>>();
  for (const entry of entries) {
    const [, name, words = ''] = /^([^;]*);?([\s\S]*)$/.exec(entry) ?? [];
    const person = clean(name);
    if (person === undefined) continue;
    const said = clean(words) ?? '';
    const isPower = said.length > 150 || /\d{8}/.test(said);
    const roles = isPower ? [] : said.split(/,(?![^(]*\))/).flatMap((role) => clean(role) ?? []);
    officers.set(person, new Set([...(officers.get(person) ?? []), ...roles]));
  }
  return Array.from(officers, ([name, roles]) => ({ name, roles: [...roles] }));
}

/** Returns the state by the register's word: bankruptcy, an end, or proceedings that lead to an end. */
function toState(word: string): string | undefined {
  if (/банкрутств|розпорядження/.test(word)) return 'insolvent';
  if (/^(припинено|скасовано)$/.test(word)) return 'closed';
  if (/ліквідація|припинення/.test(word)) return 'in_liquidation';
  return /зареєстровано|реорганізації/.test(word) ? 'active' : undefined;
}

/** Returns the day before the first semicolon. Accepts months of up to 31 days, and 29 days in February. */
function firstDay(text = ''): string | undefined {
  const day = dateOfDayFirst(text.split(';')[0] ?? '');
  return day === undefined || /02-3/.test(day) ? undefined : day;
}

interface Subject {
  readonly code: string;
  readonly isEnded: boolean;
  readonly entry: string;
  readonly line: IndependentLine;
}

export const read: Reader = (files) => {
  const subjects = files.flatMap((file) =>
    readText(file, 'windows-1251')
      .split('<SUBJECT>')
      .slice(1)
      .flatMap((xml): Subject[] => {
        const first = (name: string): string | undefined => clean(findTexts(xml, name)[0]);
        const code = first('EDRPOU')?.padStart(8, '0') ?? '';
        if (code === '' && first('OPF') === undefined) return [];
        const isEnded = /^(припинено|скасовано)$/.test(first('STAN') ?? '');
        const short = first('SHORT_NAME');
        const line = {
          name: first('NAME'),
          company_status: first('STAN'),
          state: toState(first('STAN') ?? ''),
          registered_on: firstDay(first('REGISTRATION')),
          closed_on: isEnded ? firstDay(first('TERMINATED_INFO')) : undefined,
          legal_form: first('OPF'),
          as_of_date: parseDate(file.name),
          identifiers: code === '' ? [] : [registryNumber(code, 'UA')],
          other_names: short === undefined ? [] : [{ name: short, kind: 'SHORT_NAME' }],
          officers: listOfficers([...findTexts(xml, 'SIGNER'), ...findTexts(xml, 'MEMBER')]),
        };
        const entry = clean(first('REGISTRATION')?.split(';')[2]) ?? first('RECORD') ?? '';
        return [{ code, isEnded, entry, line }];
      }),
  );
  return [...grouped(subjects, ({ code }) => code)].flatMap(([code, all]) => {
    const alive = all.filter(({ isEnded }) => !isEnded);
    const kept = code !== '' && alive.length > 0 ? alive : all;
    const isKeyed = code === '' || kept.length > 1;
    return kept.map(({ entry, line }) => (isKeyed ? { ...line, key: `ua-edr:${entry}` } : line));
  });
};
