import { companyName, familyName, personName, type Country, type Random } from './index.ts';
import type { LineOfficer, RegisterLine } from '../../src/model/index.ts';
import { identityOf, type Numbering } from './numbering.ts';

const INDUSTRIES = ['Construction', 'Software', 'Food', 'Logistics', 'Energy', 'Retail', 'Farming'];
const MODELS = ['Services to companies', 'Retail to consumers', 'Subscription', 'Manufacture to order'];
const PRODUCTS = ['Boats', 'Bread', 'Bookkeeping', 'Timber houses', 'Web shops', 'Heat pumps'];
const REGIONS = ['Nordic countries', 'European Union', 'Domestic', 'Worldwide'];
const FOREIGN_SEATS = ['US', 'DE', 'NL', 'GB', 'SG', 'CH', 'LU', 'CA'];

/** One invented company as the register of its country would publish it; `turn` counts the companies of the country. */
export function ordinaryLine(country: Country, turn: number, random: Random, numbering: Numbering): RegisterLine {
  const [inName, published] = random.pick(country.forms.slice(0, random.chance(0.7) ? 2 : undefined));
  const { key, identifiers = [] } = identityOf(numbering.next(country.code), random.chance(0.5));
  if (random.chance(0.2)) identifiers.push({ scheme: 'lei', value: numbering.lei() });
  const line: RegisterLine = {
    ...(key === undefined ? {} : { key }),
    name: companyName(country, ownName(country, turn, random), inName),
    ...description(random),
    ...seat(country, random),
  };
  // Registers that publish no status publish none for anybody; the others rarely say more than the usual word.
  const [usual, ...others] = country.statuses;
  if (usual !== undefined) line.company_status = others.length > 0 && random.chance(0.12) ? random.pick(others) : usual;
  if (inName !== published && /^[\p{L}.]{2,5}$/u.test(inName)) line.company_type = inName;
  line.legal_form = published;
  if (random.chance(0.95)) line.as_of_date = `2026-11-${String(1 + random.int(20)).padStart(2, '0')}`;
  line.identifiers = identifiers;
  const classifications = activities(country, random);
  if (classifications.length > 0) line.classifications = classifications;
  if (country.roles.length > 0 && random.chance(0.6)) {
    line.officers = Array.from({ length: 1 + random.int(4) }, () =>
      ordinaryOfficer(country, random, identifiers[0]?.value),
    );
    if (random.chance(0.03)) line.officers_has_more = true;
  }
  return line;
}

/** A company's own name, without its legal form. */
function ownName(country: Country, turn: number, random: Random): string {
  // In turn, so that even a small country shows all its words, and with them its letters.
  const root = country.roots[turn % country.roots.length] ?? '';
  const trade = random.pick(country.trades);
  const other = random.pick(country.roots);
  const family = familyName(country, random);
  const kind = random.int(100);
  if (kind < 42) return `${root} ${trade}`;
  if (kind < 56) return root;
  if (kind < 64 && other !== root) return `${root} & ${other}`;
  if (kind < 74) return `${family} ${trade}`;
  if (kind < 84) return `${trade} ${root}`;
  if (kind < 90 && other !== root) return `${root} ${other} ${trade}`;
  if (kind < 92) return `${root.charAt(0)}.${other.charAt(0)}.${family.charAt(0)}. ${trade}`;
  if (kind < 97) return `${root} ${2 + random.int(98)}`;
  return `${100 + random.int(9900)} ${trade}`;
}

function description(random: Random): Partial<RegisterLine> {
  if (!random.chance(0.08)) return {};
  const industry = random.pick(INDUSTRIES);
  return {
    summary: `Invented company of the openfirma sample. Line of business: ${industry.toLowerCase()}.`,
    industry,
    business_model: random.pick(MODELS),
    product_category: random.pick(PRODUCTS),
    operating_geography: random.pick(REGIONS),
  };
}

function seat(country: Country, random: Random): Pick<RegisterLine, 'country_code'> {
  if (!country.publishesCountry) return {};
  return { country_code: random.chance(0.04) ? random.pick(FOREIGN_SEATS) : country.code };
}

/** Up to one activity as primary and two more, of one or of both scheme versions; a few registers name no primary. */
function activities(country: Country, random: Random): NonNullable<RegisterLine['classifications']> {
  const rows = country.schemes.flatMap(([scheme, codes]) => codes.map(([code, label]) => ({ scheme, code, label })));
  const chosen = rows.filter(() => random.chance(0.4)).slice(0, 3);
  const primary = country.code === 'RO' ? -1 : random.int(Math.max(chosen.length, 1));
  return chosen.map(({ scheme, code, label }, i) =>
    label === undefined
      ? { scheme, code, is_primary: i === primary }
      : { scheme, code, label, is_primary: i === primary },
  );
}

/** One officer: an invented person, seldom a company, in the manner of the country's register. */
export function ordinaryOfficer(country: Country, random: Random, number = ''): LineOfficer {
  const [usual = ''] = country.roles;
  const role = random.chance(0.5) ? usual : random.pick(country.roles);
  const isCompany = random.chance(0.06);
  const [form = ''] = country.forms[0] ?? [];
  const roles = random.chance(0.95) ? [role] : [];
  const second = random.pick(country.roles);
  if (roles.length > 0 && random.chance(0.1) && second !== role) roles.push(second);
  return {
    name: isCompany ? companyName(country, random.pick(country.roots), form) : personName(country, random),
    ...(roles.length > 0 ? { roles } : {}),
    ...(country.datesOfficers && random.chance(0.9) ? { appointed_on: pastDate(random) } : {}),
    ...(random.chance(0.04) ? { resigned_on: random.chance(0.5) ? '2025-06-30' : '2099-12-31' } : {}),
    source: officerSource(country.code, number, random),
  };
}

function officerSource(code: string, number: string, random: Random): LineOfficer['source'] {
  const page = `https://register.example/${code.toLowerCase()}/${encodeURIComponent(number)}`;
  return {
    system: `openfirma sample (${code})`,
    ...(random.chance(0.7) ? { url: page } : {}),
    ...(random.chance(0.2) ? { title: 'Invented register extract' } : {}),
    ...(random.chance(0.2) ? { published_at: `${pastDate(random)}T00:00:00Z` } : {}),
    ...(random.chance(0.8) ? { observed_at: '2026-11-20T04:30:00Z' } : {}),
  };
}

function pastDate(random: Random): string {
  const day = Date.UTC(1996 + random.int(28), random.int(12), 1 + random.int(28));
  return new Date(day).toISOString().slice(0, 10);
}
