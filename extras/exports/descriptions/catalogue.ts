import type { Register } from '../../../src/importer/index.ts';
import { TITLE, describeExport, type ExportFacts, type ExportedFile } from './exported-file.ts';
import { LICENCES_FILE } from './licences.ts';

const MEDIA_TYPES = 'https://www.iana.org/assignments/media-types/';
const EU_VOCABULARY = 'http://publications.europa.eu/resource/authority/';

const CONTEXT = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

const text = (value: string): object => ({ '@value': value, '@language': 'en' });
const typed = (type: string, value: string | number): object => ({ '@value': String(value), '@type': `xsd:${type}` });
const link = (id: string): object => ({ '@id': id });
/** A term of a vocabulary with its class, for programs without the vocabulary. */
const term = (type: string, id: string, more: object = {}): object => ({ '@id': id, '@type': type, ...more });

const LICENCE = term('dct:LicenseDocument', LICENCES_FILE);
/** A term of a list of the Publications Office of the EU. */
const listed = (type: string, list: string, code: string, more: object = {}): object =>
  term(type, `${EU_VOCABULARY}${list}/${code}`, { 'skos:inScheme': link(EU_VOCABULARY + list), ...more });

const ENGLISH = listed('dct:LinguisticSystem', 'language', 'ENG');
const EUROPE = listed('dct:Location', 'continent', 'EUROPE');
const THEMES = term('skos:ConceptScheme', `${EU_VOCABULARY}data-theme`, { 'dct:title': text('Data theme') });
const ECONOMY = listed('skos:Concept', 'data-theme', 'ECON', { 'skos:prefLabel': text('Economy and finance') });

/** Returns the DCAT-AP catalogue in JSON-LD. Its URLs are relative to the URL of the catalogue. */
export function catalogue(facts: ExportFacts): string {
  const { generation, day, publisher, registers, files } = facts;
  const date = day === undefined ? undefined : typed('date', day);
  const dataset = {
    '@id': '#dataset',
    '@type': 'dcat:Dataset',
    'dct:title': text(TITLE),
    'dct:description': text(describeExport(facts)),
    'dct:identifier': generation,
    'dct:modified': date,
    'dct:publisher': link('#publisher'),
    'dct:language': ENGLISH,
    'dct:spatial': EUROPE,
    'dcat:keyword': ['company register', 'companies', 'business identifiers'].map(text),
    'dcat:theme': ECONOMY,
    'dct:source': registers.flatMap(({ register }) => (register === undefined ? [] : [describeSource(register)])),
    'dcat:distribution': files.map(describeDistribution),
  };
  const document = {
    '@context': CONTEXT,
    '@id': '#catalogue',
    '@type': 'dcat:Catalog',
    'dct:title': text(TITLE),
    'dct:description': text(describeExport(facts)),
    'dct:modified': date,
    'dct:publisher': { '@id': '#publisher', '@type': 'foaf:Agent', 'foaf:name': publisher },
    'dct:language': ENGLISH,
    'dct:spatial': EUROPE,
    'dct:license': LICENCE,
    'dcat:themeTaxonomy': THEMES,
    'dcat:dataset': [dataset],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function describeSource({ files, name, publisher, attribution }: Register): object {
  return {
    '@id': files.page,
    '@type': 'dcat:Dataset',
    'dct:title': text(name),
    'dct:description': text(attribution),
    'dct:publisher': { '@type': 'foaf:Agent', 'foaf:name': publisher },
  };
}

function describeDistribution({ path, format, kind, country, bytes, sha256 }: ExportedFile): object {
  const { mediaType, fileType, compression } = format;
  const title = text(`${kind.title}${country === undefined ? '' : `: ${country}`}, ${format.title}`);
  return {
    '@id': `#${path}`,
    '@type': 'dcat:Distribution',
    'dct:title': title,
    'dct:description': title,
    'dcat:accessURL': link(path),
    'dcat:downloadURL': link(path),
    'dcat:mediaType': term('dct:MediaType', MEDIA_TYPES + mediaType),
    'dct:format': listed('dct:MediaTypeOrExtent', 'file-type', fileType),
    'dcat:compressFormat':
      compression === undefined ? undefined : term('dct:MediaType', `${MEDIA_TYPES}application/gzip`),
    'dcat:byteSize': typed('nonNegativeInteger', bytes),
    'dct:license': LICENCE,
    'spdx:checksum': {
      '@type': 'spdx:Checksum',
      'spdx:algorithm': term('spdx:ChecksumAlgorithm', 'spdx:checksumAlgorithm_sha256'),
      'spdx:checksumValue': typed('hexBinary', sha256),
    },
  };
}
