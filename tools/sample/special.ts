import { FICTION, type Random } from './index.ts';
import { companyIdOf, type RegisterLine } from '../../src/model/index.ts';
import { derivedIdOf, identityOf, type Numbering } from './numbering.ts';
import { ordinaryOfficer } from './ordinary.ts';

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
    ...NAMES.map(([country, name]) => special(country, name)),
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

const LONG_NAME =
  'Škriljograd društvo s ograničenom odgovornošću za graditeljstvo, trgovinu na veliko i na malo, uvoz i izvoz, prijevoz ' +
  'putnika i robe u domaćem i međunarodnom cestovnom prometu, iznajmljivanje plovila, ugostiteljstvo, pripremu hrane i ' +
  'pružanje usluga prehrane, savjetovanje u vezi s poslovanjem i upravljanjem te poslovanje vlastitim nekretninama';

/** Names that try the folding: repeats, marks, scripts, lengths. */
const NAMES: readonly (readonly [country: string, name: string])[] = [
  // The same name three times in one country, and across countries.
  ...['NO', 'NO', 'NO', 'SE', 'DK', 'IS'].map((country) => [country, 'Nordlysmyr Handel AS'] as const),
  ...['GB', 'IE', 'MT', 'CY', 'GB'].map((country) => [country, 'AURELLON GLOBAL TRADING LIMITED'] as const),
  ['FI', 'H.L.F. Köngäs Oy'],
  ['FI', 'HLF Köngäs Oy'],
  ['GB', "O'TARRIGAN & DAUGHTERS LTD"],
  ['GB', 'O’TARRIGAN & SONS LTD'],
  ['GB', '! LTD'],
  ['GB', '100% PENNYWHISTLE LIMITED'],
  ['IE', 'B.L.O.  MARINE   LIMITED'],
  ['SE', 'Q AB'],
  ['NL', '3Q B.V.'],
  ['NL', "'t Kweldergansje V.O.F."],
  ['PL', '4711 ŻÓŁWIGRÓD SPÓŁKA JAWNA'],
  ['FR', 'L’ŒILLETTE DE L’HÊTRAIE'],
  ['FR', "L'OEILLETTE DU GARRIGOT"],
  ['HR', LONG_NAME],
  ['DE', 'Süßkirsch & Söhne GmbH & Co. KG'],
  ['DE', 'SÜSSKIRSCH UND TÖCHTER GMBH'],
  // Decomposed letters, full width, a ligature and a no-break space: as files really carry them.
  ['PT', 'Maçãverde Comércio, Lda.'.normalize('NFD')],
  ['GB', 'ＡＳＨＥＮＦＯＲＤ ＬＴＤ'],
  ['FR', 'SCHISTE ET GRA\uFB01TTE'],
  ['BE', 'Florimée\u00a0Chocolaterie SRL'],
  ['RO', '"LEMNIȘOARA" S.R.L.'],
  ['RO', 'LEMNIŞOARA PROD S.R.L.'],
  ['BG', '„БЪЛГАРКАН – 21“ ООД'],
  ['UA', 'ТОВ "ОБ’ЄДНАННЯ ЩЕДРОЛИСТ №7"'],
  ['MD', 'ООО "Орхидеяна"'],
  ['GR', 'ΑΜΠΕΛΟΡΑΧΗ ΚΑΙ ΥΙΟΣ Α.Ε.'],
  ['ES', 'CEL·LAROSSA GERMANS SL'],
  // A name without a letter or a digit folds to nothing: only its numbers find it.
  ['IT', '—'],
];

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
