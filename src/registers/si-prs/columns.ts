/** The two files: the business register, and the legal persons that the tax administration knows. */
export const KINDS = {
  subjects: {
    encoding: 'utf-16',
    csv: { delimiter: ',' },
    // The file writes three names with a blank at the end, which the kit takes away, and one with two blanks inside.
    required: ['Matična številka', 'Popolno ime', 'Pravnoorganizacijska oblika'],
    taken: ['Matična številka', 'Popolno ime', 'Pravnoorganizacijska oblika', 'Država'],
    ignored: [
      'HSEID',
      'Registrski organ',
      'Ulica',
      'Hišna št',
      'Hišna št  dodatek',
      'Hišna št dodatek',
      'Naselje',
      'Poštna št',
      'Pošta',
    ],
  },
  taxpayers: {
    // Names are padded to a fixed width and hold quotes: nothing shows that a quote would be more than a character.
    csv: { delimiter: ';', quotes: 'none' },
    required: ['Davčna številka', 'Matična številka', 'Šifra dejavnosti'],
    taken: ['Davčna številka', 'Matična številka', 'Šifra dejavnosti'],
    ignored: [
      'Omejen obseg identifikacije',
      'Zavezanost za DDV',
      'Datum registracije za DDV',
      'Ime zavezanca',
      'Naslov zavezanca',
      'Finančni urad',
    ],
  },
} as const;
