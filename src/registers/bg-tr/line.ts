import {
  countryCode,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  officerSource,
  present,
  withSource,
  type ImportRun,
  type NamedOfficer,
} from '../../importer/index.ts';
import {
  collapseWhiteSpace,
  type CompanyClassification,
  type LineName,
  type LineOfficer,
  type OfficerKind,
  type RegisterLine,
} from '../../model/index.ts';
import about from './about.json' with { type: 'json' };
import { ENDED, LEGAL_FORMS, OFFICER_FIELDS } from './codes.ts';
import type { Days } from './days.ts';
import { shortFormOf, type Filing, type Value } from './filing.ts';
import { State, type Held } from './replay.ts';

/** The line of a company: what all its filings leave. */
export function lineOf(number: string, filings: readonly Filing[], days: Days, run: ImportRun): RegisterLine {
  const state = new State(filings.flatMap(({ changes }) => changes));
  const newest = filings.reduce((last, filing) => (rankOf(filing) > rankOf(last) ? filing : last));
  noteWrongNumber(run, 'BG ЕИК', number, 'ЕИК');
  const known = state.status();
  const hasEnded = ENDED.has(newest.status ?? '') || known?.rank === 0;
  const observed = observedOn(newest.day, days);
  const name = newest.name ?? state.value('Company')?.text;
  if (name === undefined || name === '') run.report.note('no name is known', number);
  // A company that was entered before the first day may have officers that no file names.
  const isWhole = state.records('UIC').length > 0;
  const country = state.value('Seat')?.text;
  const activity = activityOf(state.value('SubjectOfActivityNKID'));
  return present<RegisterLine>({
    name: name === '' ? undefined : name,
    country_code: countryCode(run, 'CountryCode', country === 'BGR' ? 'BG' : country || undefined),
    company_status: hasEnded && known?.rank !== 0 ? ENDED.get(newest.status ?? '') : known?.word,
    legal_form: legalFormOf(newest.form, state.value('LegalForm')),
    as_of_date: observed,
    identifiers: [nationalNumber('BG', number)],
    former_names: nonEmpty(formerNames(state.names, name)),
    other_names: nonEmpty(otherNames(state)),
    classifications: nonEmpty(activity),
    officers: hasEnded ? undefined : officersOf(state, observed),
    officers_has_more: isWhole || hasEnded ? undefined : true,
  });
}

/** Of two filings of one day the one with the later entry counts. */
function rankOf({ day, changes, status, name, form }: Filing): string {
  const at = changes.reduce((last, change) => (change.at > last ? change.at : last), '');
  return JSON.stringify([day, at, status, name, form]);
}

/** The day up to which what is known holds: before a gap, unless the company filed after it. */
function observedOn(filed: string, { last, beforeGap }: Days): string | undefined {
  const day = beforeGap === undefined ? last : filed > beforeGap ? filed : beforeGap;
  return day === undefined || day === '' ? undefined : day;
}

/** The register's own words, where field 00030 is known and of the form that the newest filing has. */
function legalFormOf(form: string | undefined, field: Value | undefined): string | undefined {
  const { text = '', code } = field ?? {};
  const isNewest = form === undefined || shortFormOf(code) === form;
  return isNewest && text !== '' ? text : (LEGAL_FORMS.get(form ?? '')?.label ?? form);
}

/** Names that a later entry replaced. */
function formerNames(names: readonly Held[], current: string | undefined): LineName[] {
  const former = new Map<string, LineName>();
  for (const [position, { value }] of names.entries()) {
    const { text: name } = value;
    const next = names[position + 1];
    if (name === '' || name === current || next === undefined || next.value.text === name) continue;
    former.set(name, present<LineName>({ name, kind: 'Company', until: dayOf(next.at) }));
  }
  return [...former.values()];
}

function otherNames(state: State): LineName[] {
  const { text: name = '' } = state.value('Transliteration') ?? {};
  return name === '' ? [] : [{ name, kind: 'Transliteration' }];
}

/** Codes of the classification of 2008 have a point; the one before it had none. */
function activityOf(field: Value | undefined): CompanyClassification[] {
  const { code = '', text: label = '' } = field ?? {};
  if (code === '') return [];
  const scheme = code.includes('.') ? 'КИД-2008' : 'НКИД-2003';
  return [present<CompanyClassification>({ scheme, code, label: label || undefined, is_primary: true })];
}

/** The officers in the order of the list of fields. Records of one name are one officer with several roles. */
function officersOf(state: State, observed: string | undefined): LineOfficer[] | undefined {
  const officers = new Map<string, { readonly name: string; readonly kinds: Set<OfficerKind>; roles: Set<string> }>();
  for (const [field, { role }] of OFFICER_FIELDS) {
    for (const { value } of state.records(field)) {
      const { text: name, kind = '', position = role } = value;
      const key = collapseWhiteSpace(name).toLocaleUpperCase('bg');
      const officer = officers.get(key) ?? { name, kinds: new Set(), roles: new Set() };
      if (kind !== '') officer.kinds.add(kind);
      officer.roles.add(role).add(position);
      officers.set(key, officer);
    }
  }
  const named = Array.from(officers.values(), ({ name, kinds, roles }) => {
    // A person and a company of one name: neither is said.
    const [kind, other] = kinds;
    return present<NamedOfficer>({ name, kind: other === undefined ? kind : undefined, roles: [...roles] });
  });
  return withSource(named, officerSource(about.officersReuse.system, observed));
}

function dayOf(at: string): string | undefined {
  return at === '' ? undefined : at.replace(/^(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3');
}
