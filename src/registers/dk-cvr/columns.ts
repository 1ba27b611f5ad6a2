import { words } from '../../importer/declaration.ts';

const csv = { delimiter: ',' } as const;

/** When a row is in force, and when it was entered. */
const PERIOD = words('virkningFra virkningTil registreringTil');

/** Who entered a row, and how a copy of the file is kept. */
const BOOKKEEPING = words('registreringFra registreringsaktoer virkningsaktoer datafordelerOpdateringstid id');

/** Parts of addresses. `coNavn` is the name of a person on many rows. */
const ADDRESS = [
  ...words('coNavn Adresse'),
  ...words(`
    vejnavn vejkode husnummerFra husnummerTil bogstavFra bogstavTil etagebetegnelse doerbetegnelse postnummer postdistrikt
    kommunekode kommunenavn bynavn supplerendeBynavn postboks fritekst adresseFritekst
  `).map((part) => `CVRAdresse_${part}`),
];

/** The files by entity. What identifies a file comes first; forms have the columns of activities less their order. */
export const KINDS = {
  addresses: layout(words('CVREnhedsId AdresseringAnvendelse CVRAdresse_landekode'), ADDRESS),
  units: layout(words('tilknyttetVirksomhedsCVRNummer'), []),
  companies: layout(words('id CVRNummer status'), words('virksomhedStartdato virksomhedOphoersdato')),
  activities: layout(words('CVREnhedsId vaerdi vaerdiTekst sekvens'), []),
  forms: layout(words('CVREnhedsId vaerdi vaerdiTekst'), []),
  names: layout(words('CVREnhedsId vaerdi sekvens'), []),
};

function layout(required: readonly string[], ignored: readonly string[]) {
  const taken = [...required, ...PERIOD];
  return { csv, required, taken, ignored: [...ignored, ...BOOKKEEPING].filter((column) => !taken.includes(column)) };
}
