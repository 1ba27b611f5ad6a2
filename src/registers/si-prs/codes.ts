/**
 * Forms of natural persons, whose names are the names of people. The first is of the register; of the others only their kinds are known,
 * so their words are looked for.
 */
export const NATURAL_PERSON =
  /\bs\. ?p\.|podjetnik posameznik|fizičn[aei]\p{L}* oseb|sobodajal|nosilec dopolniln|^(odvetnik|notar|detektiv|zasebnik|samostojni |samozaposlen)/iu;

/** Branches belong to companies of other countries: their address is not that of a head office. */
export const FOREIGN_FORM = /\btuj(a|e|ega|i|ih)\b/iu;

/** The closed lists of the register. The first two forms are of genuine rows; the others are guesses after the ISO 20275 list. */
export const CODES = {
  'Pravnoorganizacijska oblika': [
    'Družba z omejeno odgovornostjo d.o.o.',
    'Samostojni podjetnik posameznik s.p.',
    'Delniška družba d.d.',
    'Družba z neomejeno odgovornostjo d.n.o.',
    'Komanditna družba k.d.',
    'Komanditna delniška družba k.d.d.',
    'Evropska delniška družba SE',
    'Gospodarsko interesno združenje GIZ',
    'Društvo, zveza društev',
    'Javno podjetje',
    'Javna agencija',
    'Javni sklad',
    'Javni zavod',
    'Zavod',
    'Ustanova',
    'Zadruga',
    'Sindikat',
    'Politična stranka',
    'Gospodarska zbornica',
    'Skupnost lastnikov stanovanj',
    'Verska skupnost in podobne verske organizacije',
  ],
  Država: ['SLOVENIJA'],
} as const;
