import { TITLE, descriptionOf, type ExportFacts, type ExportedFile } from './exported-file.ts';
import { LICENCES_FILE } from './licences.ts';

const MEDIA_TYPES = 'https://www.iana.org/assignments/media-types/';
const EU_VOCABULARY = 'http://publications.europa.eu/resource/authority/';

const CONTEXT = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/** A literal with its type or its language. */
const text = (value: string): object => ({ '@value': value, '@language': 'en' });
const typed = (type: string, value: string | number): object => ({ '@value': String(value), '@type': `xsd:${type}` });
const link = (id: string): object => ({ '@id': id });

/** DCAT-AP in JSON-LD. Its addresses are relative to its own: it can lie anywhere. */
export function catalogue(facts: ExportFacts): string {
  const { generation, day, publisher, registers, files } = facts;
  const date = day === undefined ? undefined : typed('date', day);
  const dataset = {
    '@id': '#dataset',
    '@type': 'dcat:Dataset',
    'dct:title': text(TITLE),
    'dct:description': text(descriptionOf(facts)),
    'dct:identifier': generation,
    'dct:modified': date,
    'dct:publisher': link('#publisher'),
    'dcat:theme': link(`${EU_VOCABULARY}data-theme/ECON`),
    'dct:source': registers.flatMap(({ register }) => (register === undefined ? [] : [link(register.page)])),
    'dcat:distribution': files.map(distributionOf),
  };
  const document = {
    '@context': CONTEXT,
    '@id': '#catalogue',
    '@type': 'dcat:Catalog',
    'dct:title': text(TITLE),
    'dct:description': text(descriptionOf(facts)),
    'dct:modified': date,
    'dct:publisher': { '@id': '#publisher', '@type': 'foaf:Agent', 'foaf:name': publisher },
    'dcat:dataset': [dataset],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function distributionOf({ path, format, kind, country, bytes, sha256 }: ExportedFile): object {
  const { mediaType, fileType, compression } = format;
  return {
    '@id': `#${path}`,
    '@type': 'dcat:Distribution',
    'dct:title': text(`${kind.title}${country === undefined ? '' : `: ${country}`}, ${format.title}`),
    'dcat:accessURL': link(path),
    'dcat:downloadURL': link(path),
    'dcat:mediaType': link(MEDIA_TYPES + mediaType),
    'dct:format': link(`${EU_VOCABULARY}file-type/${fileType}`),
    'dcat:compressFormat': compression === undefined ? undefined : link(`${MEDIA_TYPES}application/gzip`),
    'dcat:byteSize': typed('nonNegativeInteger', bytes),
    'dct:license': { '@id': LICENCES_FILE, '@type': 'dct:LicenseDocument' },
    'spdx:checksum': {
      '@type': 'spdx:Checksum',
      'spdx:algorithm': link('spdx:checksumAlgorithm_sha256'),
      'spdx:checksumValue': typed('hexBinary', sha256),
    },
  };
}
