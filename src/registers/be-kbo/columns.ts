import { words } from '../../importer/declaration.ts';

const csv = { delimiter: ',' };

/** The files of a Full zip, by the name they have there without `.csv`, told apart by their columns. */
export const KINDS = {
  meta: { csv, required: ['Variable', 'Value'], taken: ['Variable', 'Value'], ignored: [] },
  code: {
    csv,
    required: ['Category', 'Code', 'Language', 'Description'],
    taken: ['Category', 'Code', 'Language', 'Description'],
    ignored: [],
  },
  enterprise: {
    csv,
    required: ['EnterpriseNumber', 'JuridicalSituation', 'TypeOfEnterprise', 'JuridicalForm'],
    taken: [
      ...words('EnterpriseNumber Status JuridicalSituation TypeOfEnterprise JuridicalForm'),
      // Since the Companies Code of 2019; older files lack it.
      'JuridicalFormCAC',
    ],
    ignored: ['StartDate'],
  },
  denomination: {
    csv,
    required: ['EntityNumber', 'Language', 'TypeOfDenomination', 'Denomination'],
    taken: ['EntityNumber', 'Language', 'TypeOfDenomination', 'Denomination'],
    ignored: [],
  },
  address: {
    csv,
    required: ['EntityNumber', 'TypeOfAddress', 'CountryNL', 'CountryFR'],
    taken: ['EntityNumber', 'TypeOfAddress', 'CountryNL', 'CountryFR'],
    ignored: [
      ...words('Zipcode MunicipalityNL MunicipalityFR StreetNL StreetFR HouseNumber Box ExtraAddressInfo'),
      // Nobody was found there. The seat is still the one that the register publishes.
      'DateStrikingOff',
    ],
  },
  activity: {
    csv,
    required: ['EntityNumber', 'ActivityGroup', 'NaceVersion', 'NaceCode', 'Classification'],
    taken: ['EntityNumber', 'ActivityGroup', 'NaceVersion', 'NaceCode', 'Classification'],
    ignored: [],
  },
  establishment: {
    csv,
    required: ['EstablishmentNumber', 'EnterpriseNumber'],
    taken: [],
    ignored: ['EstablishmentNumber', 'StartDate', 'EnterpriseNumber'],
  },
  branch: {
    csv,
    required: ['Id', 'EnterpriseNumber'],
    taken: [],
    ignored: ['Id', 'StartDate', 'EnterpriseNumber'],
  },
  // E-mail addresses and telephone numbers.
  contact: {
    csv,
    required: ['EntityNumber', 'EntityContact', 'ContactType'],
    taken: [],
    ignored: ['EntityNumber', 'EntityContact', 'ContactType', 'Value'],
  },
};
