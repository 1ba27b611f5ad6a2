import { FieldFault, KeyedTexts, Part, type ImportRun, type ReadyInput, type Row } from '../../importer/index.ts';
import { collapseWhiteSpace, type LineOfficer, type RegisterLine } from '../../model/index.ts';
import { officerRoles } from './codes.ts';

/** What is held of one officer: the name and the titles of the roles, each as its number in the list of titles. */
type HeldOfficer = [name: string, ...titles: number[]];

/** How many different titles of roles there can be; the register has some thirty. */
const TITLES_MAX = 1000;

const SYSTEM = 'Brønnøysundregistrene, Enhetsregisteret';

/**
 * The current officers of all entities, held by organisation number until the file of entities is read. Names and
 * titles alone are held, some 60 bytes an entity.
 */
export class Officers {
  readonly #run: ImportRun;
  readonly #shown: ReadonlySet<string>;
  readonly #held = new KeyedTexts('the officers of all entities');
  readonly #titles = new Map<string, number>();
  readonly #titleOf: string[] = [];

  constructor(run: ImportRun) {
    this.#run = run;
    this.#shown = officerRoles(run.soleTraders);
  }

  /** Reads a file of roles. The files come newest first, and the first record of an entity stands. */
  async read(input: ReadyInput): Promise<void> {
    const { report } = this.#run;
    const observed = input.stamp?.date ?? '';
    for await (const row of input.rows()) {
      const record = this.#run.attempt(row, () => this.#recordOf(row));
      if (record === undefined) continue;
      const { number, officers } = record;
      const text = officers.length === 0 ? '' : JSON.stringify([observed, ...officers]);
      if (!this.#held.add(number, text)) {
        report.drop('roles: a newer record has the same number', number);
      } else if (text === '') {
        // Held without officers, so that no older file gives it any, and done with.
        this.#held.take(number);
        report.drop('roles: none of a current officer', number);
      }
    }
  }

  /** The officers of an entity as they stand in a register line; undefined where the files of roles have none. */
  take(number: string): RegisterLine['officers'] {
    const text = this.#held.take(number);
    if (text === undefined || text === '') return undefined;
    const [observed, ...officers] = JSON.parse(text) as [string, ...HeldOfficer[]];
    const source: LineOfficer['source'] = {
      system: SYSTEM,
      url: `https://data.brreg.no/enhetsregisteret/api/enheter/${encodeURIComponent(number)}/roller`,
      ...(observed === '' ? {} : { observed_at: `${observed}T00:00:00Z` }),
    };
    return officers.map(([name, ...titles]) => {
      const roles = titles.map((title) => this.#titleOf[title]).filter((title) => title !== undefined);
      return roles.length === 0 ? { name, source } : { name, roles, source };
    });
  }

  /** Counts the records whose entity gave no line. */
  reportUntaken(): void {
    for (const number of this.#held.untaken()) this.#run.report.drop('roles: of an entity without a line', number);
  }

  #recordOf(row: Row): { number: string; officers: HeldOfficer[] } {
    const record = new Part(row.json);
    const number = record.text('organisasjonsnummer');
    if (number === undefined) throw new FieldFault('organisasjonsnummer', 'is missing');
    const officers = new Map<string, HeldOfficer>();
    for (const group of record.parts('rollegrupper')) {
      for (const role of group.parts('roller')) this.#addRole(number, role, officers);
    }
    return { number, officers: [...officers.values()] };
  }

  /** Adds a role to its holder, who is one officer however many roles there are. */
  #addRole(number: string, role: Part, officers: Map<string, HeldOfficer>): void {
    const { report } = this.#run;
    const type = role.part('type');
    const code = type?.text('kode');
    this.#run.code('rolletype', code);
    if (code === undefined || !this.#shown.has(code)) return;
    if (role.flag('fratraadt') || role.flag('avregistrert')) {
      report.note('resigned or deregistered role, left out', number);
      return;
    }
    const holder = holderOf(role);
    if (holder === undefined) {
      report.note('role without a named holder, left out', number);
      return;
    }
    if (holder.gone) {
      report.note('role of a deceased person or deleted entity, left out', number);
      return;
    }
    const officer = officers.get(holder.identity) ?? [holder.name];
    const title = type?.text('beskrivelse');
    const titleNumber = title === undefined ? undefined : this.#numberOf(title);
    if (titleNumber !== undefined && !officer.includes(titleNumber)) officer.push(titleNumber);
    officers.set(holder.identity, officer);
  }

  #numberOf(title: string): number {
    const known = this.#titles.get(title);
    if (known !== undefined) return known;
    if (this.#titleOf.length === TITLES_MAX) {
      throw new FieldFault(
        'rollegrupper.roller.type.beskrivelse',
        `is one of more than ${TITLES_MAX} different titles`,
      );
    }
    this.#titles.set(title, this.#titleOf.length);
    return this.#titleOf.push(title) - 1;
  }
}

interface Holder {
  readonly name: string;
  /** Equal for two roles of one holder within one entity. */
  readonly identity: string;
  /** Deceased, or deleted from the register. */
  readonly gone: boolean;
}

/** A role is held by a person, by another entity or by the administrator of a bankruptcy estate. */
function holderOf(role: Part): Holder | undefined {
  const person = role.part('person');
  const entity = role.part('enhet');
  const administrator = role.part('bostyrer');
  const name = personName(person?.part('navn')) || (entity ?? administrator)?.words('navn') || '';
  if (name === '') return undefined;
  return {
    name,
    identity: JSON.stringify([name, person?.text('fodselsdato'), entity?.text('organisasjonsnummer')]),
    gone: [person?.flag('erDoed'), entity?.flag('erSlettet'), administrator?.flag('erDoed')].includes(true),
  };
}

function personName(name: Part | undefined): string {
  if (name === undefined) return '';
  return collapseWhiteSpace(['fornavn', 'mellomnavn', 'etternavn'].map((part) => name.words(part)).join(' '));
}
