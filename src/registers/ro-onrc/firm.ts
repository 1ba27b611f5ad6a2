import { nonEmpty, officerSource, present, type ImportRun, type JoinedRecord } from '../../importer/index.ts';
import type { CompanyClassification, CompanyIdentifier, LineOfficer, RegisterLine } from '../../model/index.ts';
import { SOLE_TRADER_FORMS, STRUCK_OFF, gravestState, isOfficerRole } from './codes.ts';
import { countryCodeOf } from './countries.ts';
import { fold } from './fold.ts';
import type { Nomenclatures } from './nomenclatures.ts';
import { cuiForms, isCui, isRegistrationNumber, registrationNumberForms } from '../../model/index.ts';

const SYSTEM = 'Oficiul Național al Registrului Comerțului (ONRC)';

/** A register line holds no more; a firm can have hundreds of authorised activities. */
const ACTIVITIES_MAX = 100;

/** What an import keeps of a row of firms until its other records are found; a text is empty where there is none. */
export type FirmText = readonly [number: string, name: string, cui: string, form: string, country: string];

/** What the files say about one firm. */
export interface Firm {
  /** The registration number in the form that lasts. */
  readonly lastingNumber: string;
  readonly row: JoinedRecord;
  readonly text: FirmText;
  /** Their texts are codes. */
  readonly states: readonly JoinedRecord[];
  /** Their texts are JSON: version, code. */
  readonly activities: readonly JoinedRecord[];
  /** Their texts are JSON: name, role. */
  readonly representatives: readonly JoinedRecord[];
}

/** Says whether a firm is one person or one family in business: its form says so, or the letter of its number. */
export function isSoleTrader(lastingNumber: string, [, , , form]: FirmText): boolean {
  return SOLE_TRADER_FORMS.has(form) || lastingNumber.startsWith('F');
}

/** Builds the lines of firms; what was not understood is counted in the report. */
export class FirmLines {
  readonly #nomenclatures: Nomenclatures;
  readonly #dates: ReadonlyMap<string, string>;
  readonly #run: ImportRun;

  /** @param dates the publish dates of the inputs, by their name */
  constructor(nomenclatures: Nomenclatures, dates: ReadonlyMap<string, string>, run: ImportRun) {
    this.#nomenclatures = nomenclatures;
    this.#dates = dates;
    this.#run = run;
  }

  /** The line of a firm, with its officers. */
  lineOf({ lastingNumber, row, text, states, activities, representatives }: Firm): RegisterLine {
    const [number, name, cui, form, country] = text;
    this.#run.code('FORMA_JURIDICA', form || undefined);
    const identifiers = this.#identifiersOf(number, cui);
    const officers = this.#officersOf(number, representatives);
    // The file of representatives keeps them: who held an office last is no current officer.
    const hasEnded = states.some((state) => state.text === STRUCK_OFF);
    if (hasEnded && officers !== undefined) this.#run.report.note('ended, and its officers are left out', number);
    return present<RegisterLine>({
      key: `ro-onrc:${lastingNumber}`,
      name: name || undefined,
      country_code: this.#countryOf(country),
      company_status: this.#statusOf(number, states),
      legal_form: form || undefined,
      as_of_date: this.#dates.get(row.input),
      identifiers,
      number_forms: nonEmpty(formsOf(identifiers)),
      classifications: this.#classificationsOf(number, activities),
      officers: hasEnded ? undefined : officers,
    });
  }

  #identifiersOf(number: string, cui: string): CompanyIdentifier[] {
    const { report } = this.#run;
    if (!isRegistrationNumber(number)) {
      report.note('registration number with wrong form or check digit, kept as published', number);
    }
    const digits = cui.replaceAll(/\D/g, '');
    // No CUI at all, or 0.
    if (/^0*$/.test(digits)) return [numberOf(number)];
    if (digits.length > 10) {
      // The personal number (CNP) of an old sole trader. It must not even be an example in the report.
      report.note('CUI of more than ten digits, a personal number, left out', number);
      return [numberOf(number)];
    }
    if (!isCui(cui)) report.note('CUI with wrong form or check digit, kept as published', cui);
    return [numberOf(number), numberOf(cui)];
  }

  #countryOf(name: string): string | undefined {
    if (name === '') return undefined;
    const code = countryCodeOf(name);
    if (code === undefined) this.#run.report.unknownCode('ADR_TARA', name, 'left out');
    return code;
  }

  /** The register's text for the gravest of a firm's states, or its code where no nomenclature tells. */
  #statusOf(number: string, states: readonly JoinedRecord[]): string | undefined {
    const texts = new Map<string, string | undefined>();
    for (const { text: code } of states) {
      if (code === '') this.#run.report.drop('od_stare_firma: without a code', number);
      else texts.set(code, this.#nomenclatures.stateOf(code));
    }
    const gravest = gravestState([...texts.keys()]);
    return gravest === undefined ? undefined : (texts.get(gravest) ?? gravest);
  }

  /** The authorised activities; the register marks none of them as the main one. */
  #classificationsOf(number: string, activities: readonly JoinedRecord[]): CompanyClassification[] | undefined {
    const { report } = this.#run;
    const found = new Map<string, CompanyClassification>();
    for (const { text } of activities) {
      const [version, code] = JSON.parse(text) as [version: string, code: string];
      const year = this.#nomenclatures.yearOf(version);
      if (year === undefined) this.#run.code('VER_CAEN_AUTORIZAT', version || undefined, 'left out');
      if (year === undefined || code === '') {
        report.drop('od_caen_autorizat: without a code or of an unknown version', number);
        continue;
      }
      const label = this.#nomenclatures.activityOf(year, code);
      const activity = { scheme: `CAEN ${year}`, code, label, is_primary: false };
      found.set(`${year} ${code}`, present<CompanyClassification>(activity));
    }
    if (found.size === 0) return undefined;
    if (found.size <= ACTIVITIES_MAX) return [...found.values()];
    report.note(`more than ${ACTIVITIES_MAX} activities, the last of the oldest version left out`, number);
    return [...found.values()].toSorted(byNewestVersion).slice(0, ACTIVITIES_MAX);
  }

  /**
   * The representatives in a shown role, in the order of the file; one who has several roles is one officer. Each of the
   * others is counted as dropped.
   */
  #officersOf(number: string, representatives: readonly JoinedRecord[]): LineOfficer[] | undefined {
    const officers = new Map<string, LineOfficer & { readonly roles: string[] }>();
    for (const { text, input } of representatives) {
      const [name, role] = JSON.parse(text) as [name: string, role: string];
      const folded = fold(role);
      this.#run.code('CALITATE', folded || undefined, 'left out');
      if (name === '' || !isOfficerRole(folded)) {
        this.#run.report.drop('representatives: without a name, or in a role that is not shown', number);
        continue;
      }
      const officer = officers.get(name) ?? { name, roles: [], source: this.#sourceOf(input) };
      if (!officer.roles.includes(role)) officer.roles.push(role);
      officers.set(name, officer);
    }
    return nonEmpty(officers.values());
  }

  #sourceOf(input: string): LineOfficer['source'] {
    return officerSource(SYSTEM, this.#dates.get(input));
  }
}

/**
 * A number of the register. Both the registration number and the CUI (cod unic de înregistrare, unique registration
 * code) are: the register prints both on its certificate, and other sources know firms by either.
 */
function numberOf(value: string): CompanyIdentifier {
  return { scheme: 'national_registry_number', value, country_scope: 'RO' };
}

/** The other forms of the registration number, which stands first, and of the CUI. */
function formsOf([number, cui]: readonly CompanyIdentifier[]): string[] {
  return [...registrationNumberForms(number?.value ?? ''), ...cuiForms(cui?.value ?? '')];
}

function byNewestVersion(a: CompanyClassification, b: CompanyClassification): number {
  return a.scheme === b.scheme ? 0 : a.scheme < b.scheme ? 1 : -1;
}
