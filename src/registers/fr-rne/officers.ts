import { ordinary, present, type ImportRun, type NamedOfficer, type RecordReader } from '../../importer/index.ts';
import { collapseWhiteSpace, foldName } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/**
 * The roles of officers by code, with the words of the register: managers, directors, members of boards, and representatives of the whole
 * company. Other roles are members and partners (11, 23, 41, 74, 75, 94 to 96, 131, 132), joint owners and successors, auditors and other
 * controllers (13, 14, 71, 72, 104, 218 to 220), agents for an establishment, for taxes or for a single matter, and 99, whose text says what
 * it is.
 */
const OFFICER_ROLES: ReadonlyMap<string, string> = new Map(Object.entries(codes.roleEntreprise.officers));

/** The code of a role that only its text describes. */
const OTHER = '99';

/** Matches folded texts that begin as an office does, and texts with a word that no office has. */
const [OFFICE, NO_OFFICE] = Object.values(codes.autreRoleEntreprise).map((words) => words.join('|'));
const IS_OFFICE = new RegExp(`^(?:${OFFICE})\\b(?!.*\\b(?:${NO_OFFICE})s?\\b)`);

const INDIVIDUAL = 'INDIVIDU';
const ENTITY = 'ENTREPRISE';

/** The placeholders of a withheld name. */
const WITHHELD_NAMES: ReadonlySet<string> = new Set(['[ND]', '[NON-DIFFUSIBLE]', '[NON DIFFUSIBLE]']);

/** An officer with its own number, which distinguishes it from others of the same name: for a company, its SIREN. */
type Holder = NamedOfficer & { readonly own?: string };

/** Returns the officers among the powers of a company. Powers with the same name are one officer, who may have several roles. */
export function readOfficers(
  powers: readonly RecordReader[],
  siren: string,
  observed: string | undefined,
  run: ImportRun,
): NamedOfficer[] {
  const officers = new Map<string, NamedOfficer>();
  for (const power of powers) {
    for (const { own = '', ...officer } of readHolders(power, siren, observed, run)) {
      const identity = `${officer.name}\0${officer.kind ?? ''}\0${own}`;
      const known = officers.get(identity);
      const roles = [...new Set([...(known?.roles ?? []), ...(officer.roles ?? [])])];
      officers.set(identity, { ...officer, ...known, roles });
    }
  }
  return [...officers.values()];
}

/** Returns the officer of a power and, if that officer is a company, its representative. Empty for other powers and for ended powers. */
function readHolders(
  power: RecordReader,
  siren: string,
  observed: string | undefined,
  run: ImportRun,
): readonly Holder[] {
  const type = power.text('typeDePersonne');
  run.code('typeDePersonne', type, 'left out');
  const person = power.object('individu')?.object('descriptionPersonne');
  const entity = power.object('entreprise');
  const roles = readRoles(power, type === ENTITY ? entity : person, siren, run);
  if (roles.length === 0 || hasEnded(power, siren, observed, run)) return [];
  const dates = { appointed_on: power.day('dateDebut'), resigned_on: power.day('dateFin') };
  const name = type === INDIVIDUAL ? personName(person) : type === ENTITY ? entityName(entity) : undefined;
  if (name === undefined) {
    run.report.note('officer without a name, skipped', siren);
    return [];
  }
  if (type !== ENTITY) return [present<Holder>({ name, kind: 'natural_person', roles, ...dates })];
  const own = entity?.digits('siren')?.replaceAll(/\s/g, '');
  const holder = present<Holder>({ name, kind: 'organisation', roles, ...dates, own });
  const representative = power.object('representant') ?? entity?.object('individuRepresentant');
  const ofPerson = personName(representative?.object('descriptionPersonne'));
  if (ofPerson === undefined || !isMarkedActive(representative)) return [holder];
  const titles = roles.map((role) => `Représentant de ${name}, ${role}`);
  return [holder, { name: ofPerson, kind: 'natural_person', roles: titles }];
}

/**
 * Returns the words of the officer roles of a power. The code of the power counts, else the code of its holder; some powers have a second
 * code. The words of the code 99 are a text of the power; where only the second code is 99, some records have it in the field of the first.
 */
function readRoles(power: RecordReader, holder: RecordReader | undefined, siren: string, run: ImportRun): string[] {
  const first = power.digits('roleEntreprise') ?? holder?.digits('roleEntreprise') ?? holder?.digits('role');
  const second = power.digits('secondRoleEntreprise');
  for (const role of [first, second]) run.code('roleEntreprise', role, 'left out');
  const text = (...names: string[]): string | undefined => names.flatMap((name) => power.content(name) ?? [])[0];
  const ofSecond = ['libelleSecondRoleEntreprise', ...(first === OTHER ? [] : ['autreRoleEntreprise'])];
  const roles = [
    first === OTHER
      ? filterOffice(text('autreRoleEntreprise', 'libelleRoleEntreprise'), siren, run)
      : OFFICER_ROLES.get(first ?? ''),
    second === OTHER ? filterOffice(text(...ofSecond), siren, run) : OFFICER_ROLES.get(second ?? ''),
  ];
  return [...new Set(roles.filter((role) => role !== undefined))];
}

/** Returns the text of a role if it is an office. Counts any other text, which may be of an owner or an auditor, and returns undefined. */
function filterOffice(text: string | undefined, siren: string, run: ImportRun): string | undefined {
  if (text !== undefined && IS_OFFICE.test(foldName(text.replaceAll(/['’]/g, ' ')))) return text;
  return run.report.note(ordinary('role 99 whose text is not an office, skipped'), siren);
}

/** Whether a power, a person or a company is active: it is, unless the register says otherwise. */
function isMarkedActive(holder: RecordReader | undefined): boolean {
  return holder?.has('actif') !== true || holder.flag('actif');
}

function hasEnded(power: RecordReader, siren: string, observed: string | undefined, run: ImportRun): boolean {
  const until = power.day('dateFin');
  const isOver = until !== undefined && (observed === undefined || until <= observed);
  const isActive = [power, power.object('individu'), power.object('entreprise')].every(isMarkedActive);
  if (!isActive || isOver) run.report.note('power that has ended, skipped', siren);
  else if (power.flag('mentionDemissionOrdre')) run.report.note('resigned by a note of the court, skipped', siren);
  else return false;
  return true;
}

/** Returns the first names with the name in use, else with the name at birth. */
function personName(person: RecordReader | undefined): string | undefined {
  if (person === undefined) return undefined;
  const surname = shown(person.text('nomUsage')) ?? shown(person.text('nom'));
  if (surname === undefined) return undefined;
  return collapseWhiteSpace([shown(person.words('prenoms')), surname].filter((part) => part !== undefined).join(' '));
}

function entityName(entity: RecordReader | undefined): string | undefined {
  const name = shown(entity?.text('denomination')) ?? shown(entity?.text('nomCommercial'));
  return name === undefined ? undefined : collapseWhiteSpace(name);
}

function shown(text: string | undefined): string | undefined {
  return text === undefined || text === '' || WITHHELD_NAMES.has(text.toUpperCase()) ? undefined : text;
}
