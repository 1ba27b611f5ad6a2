import { FICTION, type Random } from './index.ts';
import { companyIdOf, type RegisterLine } from '../../src/model/index.ts';
import { derivedIdOf, identityOf, type Numbering } from './numbering.ts';
import { ordinaryOfficer } from './ordinary.ts';
import NAMES from './special-names.json' with { type: 'json' };

/** A line made by hand: its country, its name where it has one, and whatever is special about it. */
type Special = (country: string, name: string | undefined, more?: Partial<RegisterLine>) => RegisterLine;

/** The companies that chance would not bring: every lifecycle state, hard names, thin and crowded records. */
export function specialLines(random: Random, numbering: Numbering): RegisterLine[] {
  const special: Special = (country, name, more = {}) => ({
    ...identityOf(numbering.next(country), true),
    ...(name === undefined ? {} : { name }),
    as_of_date: '2026-11-15',
    ...more,
  });
  return [
    ...moved(special),
    ...withheld(special),
    ...Object.values(NAMES)
      .flat()
      .map(([country = '', name]) => special(country, name)),
    ...thin(special, numbering),
    ...crowded(special, random),
  ];
}

/** Redirects by one step and by two, one that nothing but an id remembers, and a split. */
function moved(special: Special): RegisterLine[] {
  const berries = special('FI', 'Aallokas Marjatila Oy', { company_status: 'Kaupparekisterissä' });
  const harvest = special('NO', 'TVERVIK HAVBRUK AS', { country_code: 'NO', legal_form: 'Aksjeselskap' });
  const middle = special('NO', 'TVERVIK LAKS AS', { lifecycle: redirectTo(derivedIdOf(harvest)) });
  const woods = special('SE', 'Björnhult Skog AB', { country_code: 'SE' });
  const fields = special('SE', 'Björnhult Åker AB', { country_code: 'SE' });
  return [
    berries,
    special('FI', 'Aallokas Mansikka Oy', { lifecycle: redirectTo(derivedIdOf(berries)) }),
    { id: companyIdOf(new Uint8Array(16).fill(1)), lifecycle: redirectTo(derivedIdOf(berries)) },
    harvest,
    middle,
    special('NO', 'HVALØYRA LAKS AS', { lifecycle: redirectTo(derivedIdOf(middle)) }),
    woods,
    fields,
    special('SE', 'Björnhult Skog & Åker AB', {
      country_code: 'SE',
      lifecycle: { status: 'split', successor_ids: [derivedIdOf(woods), derivedIdOf(fields)] },
    }),
  ];
}

function redirectTo(id: string): NonNullable<RegisterLine['lifecycle']> {
  return { status: 'redirected', canonical_id: id };
}

/** Tombstoned and restricted records: what their lines hold beyond the identity is never served. */
function withheld(special: Special): RegisterLine[] {
  const officers = [{ name: 'Withheld Person', source: { system: 'openfirma sample (EE)' } }];
  return [
    special('GB', 'PENNYWHISTLE MOTORS LIMITED', { lifecycle: { status: 'tombstoned' } }),
    special('DK', 'Skævø Møbler ApS', { lifecycle: { status: 'tombstoned' } }),
    special('DE', 'Tüftelburg Pflege GmbH', { lifecycle: { status: 'restricted' } }),
    special('EE', 'Udumets Kinnisvara OÜ', { lifecycle: { status: 'restricted' }, officers }),
  ];
}

/** Records that lack what most have. */
function thin(special: Special, numbering: Numbering): RegisterLine[] {
  const lei = (): NonNullable<RegisterLine['identifiers']> => [{ scheme: 'lei', value: numbering.lei() }];
  return [
    special('IE', undefined, { company_status: 'Normal' }),
    { name: 'Quintéa Fund SICAV', country_code: 'LU', identifiers: lei() },
    { name: 'Aurorange Umbrella Trust', identifiers: lei() },
    { key: 'md-asp:row-17', name: 'Î.I. "Steauașură"', as_of_date: '2026-11-15' },
    // Greek capitals that look Latin, as LEI records print Cypriot numbers.
    {
      name: 'Mesavouni Shipping Ltd',
      identifiers: [{ scheme: 'national_registry_number', value: 'ΗΕ 350042', country_scope: 'CY' }],
    },
    // The same number at two courts: two companies, told apart by their keys.
    ...['X0001', 'X0002'].map((court) => ({
      key: `de-offeneregister:${court}_HRB9001`,
      name: `Dreieckswiese Verwaltungs GmbH (${court})`,
      identifiers: [{ scheme: 'national_registry_number' as const, value: 'HRB 9001', country_scope: 'DE' }],
    })),
  ];
}

/** More officers than one answer holds, and every kind of officer beside the next. */
function crowded(special: Special, random: Random): RegisterLine[] {
  const latvia = FICTION.find(({ code }) => code === 'LV');
  if (latvia === undefined) throw new RangeError('Cannot make the sample: no words for country "LV"');
  const source = { system: 'openfirma sample (GB)', observed_at: '2026-11-20T04:30:00Z' };
  return [
    special('LV', 'AS "Ābolkrūze"', {
      officers: Array.from({ length: 130 }, () => ordinaryOfficer(latvia, random)),
      officers_has_more: true,
    }),
    special('GB', 'LARKHOLT ROLES PLC', {
      legal_form: 'Public Limited Company',
      officers: [
        { name: 'THISTLEWYKE, Imogen', roles: ['director', 'secretary'], appointed_on: '2019-04-01', source },
        { name: 'QUILLHAVEN NOMINEES LIMITED', roles: ['corporate-director'], source },
        {
          name: 'RAVELSTOKE, Caspian',
          roles: ['director'],
          appointed_on: '2001-02-28',
          resigned_on: '2024-03-31',
          source,
        },
        { name: 'LLYNCADŴR, Eluned', roles: ['director'], resigned_on: '2099-12-31', source },
        { name: 'BRACKENMOOR TRUSTEES LLP', source },
      ],
    }),
    special('SK', 'Čučoriedkov softvér s. r. o.', { officers: [] }),
  ];
}
