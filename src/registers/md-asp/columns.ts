const xlsx = true as const;

const OFFICERS = 'Lista conducătorilor (cu indicarea rolurilor)';

/** The columns that are taken of the sheet of companies. */
export const COLUMN = {
  number: 'IDNO/ Cod fiscal',
  name: 'Denumirea completă',
  form: 'Forma org./jurid.',
  unit: 'Codul unităţii administrativ-teritoriale (CUATM)',
  officers: OFFICERS,
  activities: 'Genuri de activitate nelicentiate',
  ended: 'Data lichidării',
  /** In older files alone. */
  status: 'Statutul',
} as const;

const { status: _older, ...REQUIRED } = COLUMN;

export const KINDS = {
  companies: {
    xlsx,
    required: Object.values(REQUIRED),
    taken: Object.values(COLUMN),
    ignored: [
      'Data înregistrării',
      'Adresa',
      'Genuri de activitate licentiate',
      // Founders and beneficial owners are no officers, and the latter are people.
      'Lista fondatorilor (cu indicarea cotei părţi în capitalul social %)',
      'Lista beneficiarilor efectivi',
      'Lista beneficiarilor efectivi (Nume, Prenume, Ţara de reşedinţă)',
    ],
  },
  activities: {
    xlsx,
    required: ['ID', 'Denumire', 'Cod CAEM'],
    taken: ['ID', 'Denumire', 'Cod CAEM'],
    ignored: [],
  },
};
