import { words } from '../../importer/declaration.ts';

const RECORD = 'companies.searchResults';

const within = (path: string, names: string): string[] => words(names).map((name) => `${path}.${name}`);

/** An object or list that may be null has a path of its own. */
export const TAKEN: readonly string[] = [
  ...within('list', 'id descr'),
  'companies.searchMetadata.totalCount',
  ...within(RECORD, 'arGemi afm coNameEl coNamesEn coTitlesEl coTitlesEn isBranch legalType status activities persons'),
  ...within(`${RECORD}.legalType`, 'id descr'),
  ...within(`${RECORD}.status`, 'id descr'),
  ...within(`${RECORD}.activities`, 'type dtTo activity'),
  ...within(`${RECORD}.activities.activity`, 'id descr kadVersion'),
  ...within(`${RECORD}.persons`, 'personName businessName role category dtFrom dtTo'),
];

/** Addresses and ways to reach a company, dates that no line has, shares, and how somebody represents. */
export const IGNORED: readonly string[] = [
  ...within('list', 'descrEn isActive lastUpdated'),
  ...within('companies.searchMetadata', 'resultsOffset resultsSize'),
  ...within(
    RECORD,
    `city street streetNumber zipCode poBox url email phone fax objective incorporationDate lastStatusChange
    autoRegistered branch municipality.* prefecture.* gemiOffice.* assemblySubjects.* capital.* stocks.*`,
  ),
  `${RECORD}.activities.dtFrom`,
  ...within(`${RECORD}.persons`, 'isRepresentativeAlone isRepresentativeInCommon percentage'),
];
