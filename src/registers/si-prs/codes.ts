import codes from './codes.json' with { type: 'json' };

/**
 * Forms of natural persons, whose names are the names of people. The first is of the register; of the others only their kinds are known,
 * so their words are looked for.
 */
export const NATURAL_PERSON =
  /\bs\. ?p\.|podjetnik posameznik|fizičn[aei]\p{L}* oseb|sobodajal|nosilec dopolniln|^(odvetnik|notar|detektiv|zasebnik|samostojni |samozaposlen)/iu;

/** Branches belong to companies of other countries: their address is not that of a head office. */
export const FOREIGN_FORM = /\btuj(a|e|ega|i|ih)\b/iu;

/** The closed lists of the register. The first two forms are of genuine rows; the others are guesses after the ISO 20275 list. */
export const CODES = { 'Pravnoorganizacijska oblika': codes.forms, Država: ['SLOVENIJA'] } as const;
