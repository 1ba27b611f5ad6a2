/**
 * What of an answer is kept: the fields that are read, by name, and nothing else. What a record has beside them are births, homes,
 * families and owners of people.
 */
const PERSON = { descriptionPersonne: { nom: true, nomUsage: true, prenoms: true, role: true } } as const;

const POWER = {
  typeDePersonne: true,
  roleEntreprise: true,
  secondRoleEntreprise: true,
  actif: true,
  mentionDemissionOrdre: true,
  dateDebut: true,
  dateFin: true,
  individu: PERSON,
  representant: PERSON,
  entreprise: {
    denomination: true,
    nomCommercial: true,
    siren: true,
    roleEntreprise: true,
    individuRepresentant: PERSON,
  },
} as const;

const RECORD: Shape = {
  siren: true,
  updatedAt: true,
  formality: {
    siren: true,
    diffusionINSEE: true,
    content: {
      // That it is of a natural person or a farm is kept; nothing of them is.
      personnePhysique: {},
      exploitation: {},
      natureCessationEntreprise: { etatAdministratifInsee: true },
      personneMorale: {
        detailCessationEntreprise: { dateRadiation: true },
        composition: { pouvoirs: POWER },
      },
    },
  },
};

/** The names of an object that are kept, and what of their values; lists are kept member by member. */
interface Shape {
  readonly [name: string]: true | Shape;
}

/** A record without what is not read. */
export function keptOf(record: unknown): unknown {
  return reduced(record, RECORD);
}

function reduced(value: unknown, shape: true | Shape): unknown {
  // Only texts, numbers and flags, and lists of them, are kept whole: an object may hold anything.
  if (shape === true) return isPlain(value) ? value : undefined;
  if (Array.isArray(value)) return value.map((member) => reduced(member, shape));
  if (typeof value !== 'object' || value === null) return undefined;
  const kept: Record<string, unknown> = {};
  for (const [name, below] of Object.entries(shape)) {
    const member = reduced((value as Record<string, unknown>)[name], below);
    if (member !== undefined) kept[name] = member;
  }
  return kept;
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((member) => typeof member === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}
