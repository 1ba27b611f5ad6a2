import { clean, parseLines, registryNumber, type Reader } from './raw.ts';

interface Entry {
  readonly name: string;
  readonly position: string;
  readonly type: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

interface Company {
  readonly company_number: string;
  readonly name: string;
  readonly current_status: string;
  readonly retrieved_at: string;
  readonly registered_address?: string;
  readonly subsequent_registrations?: readonly {
    previous_entity: { entity_properties: { company_number: string } };
  }[];
  readonly officers?: readonly Entry[];
  readonly previous_names?: readonly { company_name: string }[];
  readonly all_attributes: Readonly<Record<string, string>>;
}

/**
 * Numbers whose European number cannot be derived: at Berlin, Bremen and Schleswig-Holstein it includes letters after the number; the other
 * courts no longer exist.
 */
const WITHOUT_EUID = /^(?:F1103R|H1101|X\d{4}R|B1204)_/;
const SHOWN = ['Geschäftsführer', 'Liquidator', 'Prokurist', 'Vorstand', 'Persönlich haftender Gesellschafter'];

function toName({ name, type }: Entry): string {
  const firm = name.split(/, [^,(]*\((?:Amtsgericht|AG|HR)/)[0];
  return type === 'person' ? name.replace(/ geborene \S+/, '') : (firm ?? name);
}

/** Returns a text that is equal for a person with and without titles and accents. */
const toPerson = (entry: Entry): string =>
  toName(entry)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/doctor |doktor |dr\. /g, '')
    .replaceAll(/[^\p{L}\d]/gu, '');

/** Returns the current entry of a position and person: the first beginning after the newest end, if there is one. */
function findPresent(all: readonly Entry[]): { entry: Entry; since: string }[] {
  const ends = all.flatMap((one) => one.end_date ?? []).toSorted();
  const newest = ends.at(-1) ?? '';
  const begins = all
    .filter((one) => one.start_date !== undefined || one.end_date === undefined)
    .map((entry) => ({ entry, since: entry.start_date ?? '' }))
    .filter(({ since }) => since > newest || ends.length === 0)
    .toSorted((a, b) => (a.since < b.since ? -1 : 1));
  const [first] = begins;
  const last = begins.at(-1);
  return first === undefined || last === undefined ? [] : [{ entry: last.entry, since: first.since }];
}

/**
 * Returns an address with a postal code, without the full stop at its end and a name after c/o, else the town of the seat; in section HRA only
 * for partnerships.
 */
function toAddress({ name, registered_address: text = '', all_attributes: of }: Company): object | undefined {
  const isPartnership = of['_registerArt'] !== 'HRA' || /[ .](?:KG|OHG)\b/.test(name);
  if (!isPartnership) return undefined;
  if (!/, \d{5} \w/.test(text)) return { locality: (of['registered_office'] ?? '').split(' (Amtsgericht')[0] };
  return { text: text.replace(/\.$/, '').replace(/^c\/o [^0-9]*?, (?=\D*\d+[^,]*, \d{5})/, '') };
}

/** Returns `closed` for a removed company, except if it moved from this number to another court. */
function toState({
  current_status,
  company_number,
  subsequent_registrations: moves = [],
}: Company): string | undefined {
  const hasMoved = moves.some((move) => move.previous_entity.entity_properties.company_number === company_number);
  return current_status === 'removed' && !hasMoved ? 'closed' : undefined;
}

export const read: Reader = (files) =>
  files.flatMap((file) =>
    parseLines<Company>(file).flatMap((company) => {
      const { company_number: key, all_attributes: of, officers = [] } = company;
      const groups = Map.groupBy(officers, (one) => `${one.position} ${toPerson(one)}`);
      const held = [...groups.values()].flatMap(findPresent);
      const isOwned = held.some(({ entry }) => entry.position === 'Inhaber');
      if (of['_registerArt'] === 'HRA' && (isOwned || /\be\. ?K\.?( |$)|\be\. ?Kf|Inh\.|Inhaber/.test(company.name)))
        return [];
      const shown = held.filter(
        ({ entry }) => SHOWN.includes(entry.position) && company.current_status === 'currently registered',
      );
      const byPerson = Map.groupBy(shown, ({ entry, since }) => `${since} ${toPerson(entry)}`);
      const short = `${of['_registerArt']} ${of['_registerNummer']}`;
      const hasEuid = /^[^_]+_HR[AB]\d+$/.test(key) && !WITHOUT_EUID.test(key);
      return {
        key: `de-offeneregister:${key}`,
        name: clean(company.name),
        company_status: company.current_status,
        company_type: of['_registerArt'],
        as_of_date: company.retrieved_at.slice(0, 10),
        former_names: company.previous_names?.map((one) => ({
          name: clean(one.company_name),
          kind: 'previous_names',
        })),
        identifiers: [registryNumber(of['native_company_number'] ?? '', 'DE')],
        number_forms: [key, short],
        euid: hasEuid ? `DE${key.replace('_', '.')}` : undefined,
        state: toState(company),
        address: toAddress(company),
        officers: [...byPerson.values()].map((all) => ({
          name: toName((all[0] as (typeof all)[number]).entry),
          kind: { person: 'natural_person', company: 'organisation', unknown: undefined }[
            all[0]?.entry.type ?? 'unknown'
          ],
          roles: all.map(({ entry }) => entry.position),
          ...(all[0]?.since && { appointed_on: all[0].since }),
        })),
      };
    }),
  );
