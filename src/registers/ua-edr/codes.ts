/** The states of subjects that are no more: terminated, and annulled. */
export const ENDED: ReadonlySet<string> = new Set(['припинено', 'скасовано']);

/** The states that were met; whether there are more is not known. */
export const CODES = {
  STAN: [
    'зареєстровано',
    'зареєстровано, свідоцтво про державну реєстрацію недійсне',
    'в стані припинення',
    'порушено справу про банкрутство',
    'порушено справу про банкрутство (санація)',
    'розпорядження майном',
    'ліквідація',
    'в процесі реорганізації',
    'в процесі реорганізації у формі виділення',
    ...ENDED,
  ],
} as const;
