import { ENDED_TYPES, ERRORED_TYPE, OFFICER_ROLES } from './appointments.ts';

/**
 * The closed lists of Product 217. The publisher prints none; these are the values that files from 2018 to September
 * 2026 are known to hold.
 */
export const CODES = {
  CompanyCategory: [
    'Charitable Incorporated Organisation',
    'Community Interest Company',
    'Converted/Closed',
    'European Public Limited-Liability Company (SE)',
    'Further Education and Sixth Form College Corps',
    'Industrial and Provident Society',
    'Investment Company with Variable Capital',
    'Investment Company with Variable Capital (Securities)',
    'Investment Company with Variable Capital(Umbrella)',
    'Limited Liability Partnership',
    'Limited Partnership',
    'Old Public Company',
    'Other company type',
    'Overseas Entity',
    "PRI/LBG/NSC (Private, Limited by guarantee, no share capital, use of 'Limited' exemption)",
    'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
    'PRIV LTD SECT. 30 (Private limited company, section 30 of the Companies Act)',
    'Private Limited Company',
    'Private Unlimited',
    'Private Unlimited Company',
    'Protected Cell Company',
    'Public Limited Company',
    'Registered Society',
    'Royal Charter Company',
    'Scottish Charitable Incorporated Organisation',
    'Scottish Partnership',
    'United Kingdom Economic Interest Grouping',
    'United Kingdom Societas',
  ],
  CompanyStatus: [
    'Active',
    'Active - Proposal to Strike off',
    'ADMINISTRATION ORDER',
    'ADMINISTRATIVE RECEIVER',
    'In Administration',
    'In Administration/Administrative Receiver',
    'In Administration/Receiver Manager',
    'Liquidation',
    'Live but Receiver Manager on at least one charge',
    'RECEIVER MANAGER / ADMINISTRATIVE RECEIVER',
    'RECEIVERSHIP',
    'Voluntary Arrangement',
    'VOLUNTARY ARRANGEMENT / ADMINISTRATIVE RECEIVER',
    'VOLUNTARY ARRANGEMENT / RECEIVER MANAGER',
  ],
  // The first two characters of a number that does not begin with two digits.
  'CompanyNumber prefix': (
    'AC BR CE CS ES FC FE GE GN GS IC IP LP NA NC NF NI NL NO NP NR NV NZ OC OE PC R0 RC RS SA SC SE SF SG SI SL SO SP SR ' +
    'SZ ZC'
  ).split(' '),
  // From here on the codes of the files of officers, whose description lists them all.
  AppointmentType: [...OFFICER_ROLES.keys(), ...ENDED_TYPES, ERRORED_TYPE],
  AppDateOrigin: ['1', '2', '3', '4', '5', '6'],
  CorporateIndicator: ['Y'],
} as const;
