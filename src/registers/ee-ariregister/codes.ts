import { words } from '../../importer/declaration.ts';
import type { OfficerKind } from '../../model/index.ts';

/** Roles of officers by their code, as the register's texts name them: who leads, represents, oversees or winds up. */
const OFFICER_ROLES = [
  // Members of the management board: any, the only one, the chair, the managing one.
  'JUHL',
  'JUHA',
  'JUHE',
  'JUHJ',
  // Members and chair of the supervisory board, who stand outside the card. The third is named in descriptions of the
  // file and not in what was seen of it.
  'N',
  'E',
  'NOUK',
  // Member of the administrative board of a Societas Europaea or a co-operative.
  'HNKL',
  // Procurist.
  'PROK',
  // General and limited partner; limited partner with the power to represent.
  'TOSAN',
  'UOSAN',
  'EUSOS',
  'EUSOS2',
  // Manager of a branch, of a fund, of a European grouping.
  'VFILJ',
  'FV',
  'VALIT',
  // Persons entitled to represent: by law, of an institution, others.
  'SJESI',
  'ASES',
  'ESIS',
  'ESIS2',
  'ESOI',
  // Liquidators; the second is one out of the management board.
  'LIKV',
  'LIKVJ',
  // Trustees in bankruptcy: appointed, interim, interim and liquidating, supervising.
  'PANKR',
  'AJUTPH',
  'AJPH',
  'JPNKR',
  // Administrators of a special regime (erirežiimihaldur) and of a moratorium.
  'ERIH',
  'MORAH',
];

/** The owner of a sole proprietorship: the entity itself, under a person's name. */
const SOLE_OWNER_ROLES = ['FIE', 'ETTEV'];

/**
 * Known, and no officers: shareholders, members, founders, beneficial owners and superior bodies; keepers of share
 * registers and of documents, contact persons, agents for service, auditors, creditors' committees, pledgees and others.
 */
const OTHER_ROLES = [
  ...'OSAN O S YHL YHLLV HUL H K L A B ASUTAJA W KOAS'.split(' '),
  ...'ORP ARP DOKH KISIK MDKPI D J M R P PANTP TVH YFI V'.split(' '),
];

/** Füüsiline isik and juriidiline isik. */
export const OFFICER_KIND_OF: ReadonlyMap<string, OfficerKind> = new Map([
  ['F', 'natural_person'],
  ['J', 'organisation'],
]);

/** The roles that are shown. */
export function officerRoles(soleTraders: boolean): ReadonlySet<string> {
  return new Set(soleTraders ? [...OFFICER_ROLES, ...SOLE_OWNER_ROLES] : OFFICER_ROLES);
}

/** The legal form of one person in business. */
export const SOLE_TRADER = 'Füüsilisest isikust ettevõtja';
export const SOLE_TRADER_CODE = 'FIE';

/** The legal form of the Estonian registration of a foreign company. */
export const FOREIGN_BRANCH = 'Välismaa äriühingu filiaal';

/** The generations of the Estonian classification of activities, by the number of their version. */
export const EMTAK_OF_VERSION: ReadonlyMap<string, string> = new Map([
  ['2', 'EMTAK 2008'],
  ['3', 'EMTAK 2025'],
]);

export const CODES = {
  // Entered, in liquidation, bankrupt, deleted. Of the last there should be none; there was one in September 2026.
  staatus: ['R', 'L', 'N', 'K'],
  oiguslik_vorm: 'OÜ AS FIE MTÜ SA KÜ UÜ TÜ TÜH HÜ MPÜ FIL FA EMÜ SE SCE TKR TRAS AVOIG KOVAS AMETÜ ERAK'.split(' '),
  oiguslik_vorm_tekstina: [
    SOLE_TRADER,
    FOREIGN_BRANCH,
    'Aktsiaselts',
    'Ametiühing',
    'Avalik-õiguslik juriidiline isik, põhiseaduslik institutsioon või nende asutus',
    'Erakond',
    'Euroopa majandushuviühing',
    'Euroopa territoriaalse koostöö rühmitus',
    'Euroopa äriühing (Societas Europaea)',
    'Euroopa ühistu',
    'Kohaliku omavalitsuse asutus',
    ...words('Korteriühistu Maaparandusühistu Mittetulundusühing Osaühing Sihtasutus Tulundusühistu'),
    'Täidesaatva riigivõimu asutus või riigi muu institutsioon',
    'Täisühing',
    'Usaldusühing',
  ],
  emtak_versioon: [...EMTAK_OF_VERSION.keys()],
  isiku_tyyp: [...OFFICER_KIND_OF.keys()],
  isiku_roll: [...OFFICER_ROLES, ...SOLE_OWNER_ROLES, ...OTHER_ROLES],
} as const;
