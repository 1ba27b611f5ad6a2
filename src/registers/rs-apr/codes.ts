/** Branches and representations belong to companies of other countries: their municipality is not that of a head office. */
export const FOREIGN_FORMS: ReadonlySet<string> = new Set([
  'Представништво страног привредног друштва',
  'Огранак страног привредног друштва',
]);

/** The closed lists of the register, from a profile of the whole file of 2026-07-31. */
export const CODES = {
  NazivStatus: ['Активан', 'У ликвидацији', 'У стечају', 'У принудној ликвидацији'],
  NazivPravneForme: [
    'Друштво са ограниченом одговорношћу',
    'Задруга',
    ...FOREIGN_FORMS,
    'Акционарско друштво',
    'Ортачко друштво',
    'Јавно предузеће',
    'Друштвено предузеће',
    'Командитно друштво',
    'Отворено акционарско друштво',
    'Задружни савез',
    'Друго',
    'Затворено акционарско друштво',
  ],
} as const;
