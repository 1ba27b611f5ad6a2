/**
 * The Greek register of companies (Γ.Ε.ΜΗ.), crawled page by page with a free key.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import { CODES } from './codes.ts';
import columns from './columns.json' with { type: 'json' };
import { crawl } from './crawl.ts';

export const grGemi = declareRegister({
  id: 'gr-gemi',
  country: 'GR',
  name: 'Γενικό Εμπορικό Μητρώο (Γ.Ε.ΜΗ.)',
  publisher: 'Κεντρική Υπηρεσία Γ.Ε.ΜΗ., Κεντρική Ένωση Επιμελητηρίων Ελλάδος (ΚΕΕΕ)',
  licence: { name: 'ODC-BY 1.0', url: 'https://opendatacommons.org/licenses/by/1-0/' },
  attribution:
    'Contains data from the Greek General Commercial Registry (ΓΕΜΗ), published by the Κεντρική Υπηρεσία ΓΕΜΗ / ΚΕΕΕ, ODC-BY-1.0.',
  hasOfficers: true,
  officersReuse: {
    system: 'Γενικό Εμπορικό Μητρώο (Γ.Ε.ΜΗ.)',
    isAllowed: false,
    because: 'ODC-BY 1.0 covers the database, and leaves data protection and other rights in its contents out',
  },
  files: {
    page: 'https://opendata.businessportal.gr/',
    current: [],
    crawl,
    server: {
      credentials: {
        settings: ['API_KEY'],
        how: 'ask for a key with the form at https://opendata.businessportal.gr/register/; people grant it, free of charge',
      },
    },
    answers: true,
    // An object or list that may be null has a path of its own.
    ...columnsOf(columns),
  },
  codes: CODES,
  // A guess from below: 1.66 million records were there in May 2026, sole traders among them; 200 are in an answer.
  expect: { full: /^gemi$/, records: 1500, officers: 300_000 },
  // A crawl begins a week after the last, and takes some nights. It can miss a company that changes its form meanwhile.
  input: 'part',
  keepsAll: true,
  rhythm: { newestDays: 14, oldestDays: 45 },
  reading: () => import('./read.ts'),
});
