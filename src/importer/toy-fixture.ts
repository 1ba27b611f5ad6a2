/** What all registers that tests declare have in common; each adds its files and how they are read. */
export const TOY = {
  id: 'toy',
  name: 'Toy register',
  publisher: 'Toy maker',
  licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  attribution: 'Toys.',
  hasOfficers: false,
} as const;

/** Where a toy register publishes, and that nothing is fetched from there. */
export const TOY_FILES = { page: 'https://toys.example/', current: [] } as const;
