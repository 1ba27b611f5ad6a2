/** The catalogues of publishers, by register. The addresses of their files have the local machine as host. */
const RELEASE = ['od_firme', 'od_stare_firma', 'od_caen_autorizat', 'od_reprezentanti_legali', 'od_reprezentanti_if'];
const CODES = ['n_stare_firma', 'n_caen', 'n_versiune_caen'];

/** Returns the resources of a CKAN data set. */
const resources = (...urls: string[]): unknown =>
  urls.map((url) => ({ name: url.slice(url.lastIndexOf('/') + 1), url }));

const ROMANIA = (name: string, files: readonly string[]): unknown => ({
  name: `${name}-02-09-2026`,
  resources: resources(...files.map((file) => `https://data.gov.ro/download/${file}.csv`)),
});

const CYPRUS = ['organisations_97', 'registered_office_99', 'organisation_officials_86'];

/** The keys of the Slovak bucket. */
const SLOVAKIA = ['batch-daily/actual_2026-11-10.json.gz', 'batch-init/init_2026-11-07_001.json.gz'];

/** The text of a catalogue, or of a page that lists the files. */
export const CATALOGUES: Readonly<Record<string, string>> = {
  'cy-drcor': JSON.stringify({
    'dcat:Distribution': CYPRUS.map((name) => ({
      'dcat:downloadURL': { '@rdf:resource': `https://data.gov.cy/sites/default/files/${name}.csv` },
    })),
  }),
  'fr-rne': JSON.stringify({
    result: { resources: resources('https://www.inpi.net/stock_RNE_formalites_NIVEAU1_20260304_1400.zip') },
  }),
  'gb-companies-house':
    '<a href="BasicCompanyDataAsOneFile-2026-11-01.zip">BasicCompanyDataAsOneFile-2026-11-01.zip</a>',
  'dk-cvr': JSON.stringify({
    availableFileDownloads: ['Virksomhed', 'Navn', 'Virksomhedsform', 'Branche', 'Adressering'].map((entityName) => ({
      entityName,
      typeOfData: 'Current',
      containedFileFormat: 'csv',
      pointInTime: '2026-11-13T23:08:00.414615Z',
    })),
  }),
  'fr-sirene': JSON.stringify({
    resources: [{ id: '825f4199-cadd-486c-ac46-a65a8ea1a047' }, { id: '0651fb76-bcf3-4f6a-a38d-bc04fa708576' }],
  }),
  'hr-sudreg': JSON.stringify([{ snapshot_id: 8, timestamp: '2026-11-20T02:00:00' }]),
  'md-asp': JSON.stringify({ result: { resources: resources('https://dataset.gov.md/company_2026.09.14.xlsx') } }),
  'ro-onrc': JSON.stringify({ result: { results: [ROMANIA('firme', RELEASE), ROMANIA('nomenclatoare', CODES)] } }),
  'si-prs': JSON.stringify({ result: { resources: resources('https://podatki.gov.si/opsiprs.csv') } }),
  'sk-rpo': `<ListBucketResult><IsTruncated>false</IsTruncated>${SLOVAKIA.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
  'ua-edr': JSON.stringify({ result: { resources: resources('https://data.gov.ua/UO.zip') } }),
};
