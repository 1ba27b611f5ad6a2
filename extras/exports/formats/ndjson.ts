import { FORMER_IDS, detailsRow, namesBeside } from './tables.ts';
import type { ExportedCompany, FormerId, Format } from './format.ts';
import { textLines } from './text-lines.ts';

/** Returns the JSON of an object with the members of a second object appended. */
function withMembers(object: string, members: string): string {
  return members === '{}' ? object : `${object.slice(0, -1)},${members.slice(1)}`;
}

/** Resources in the form of the API, one resource a line. */
export const NDJSON: Format = {
  name: 'ndjson',
  title: 'newline-delimited JSON',
  extension: 'ndjson.gz',
  mediaType: 'application/x-ndjson',
  fileType: 'JSON',
  compression: 'gz',
  perCountry: [
    textLines<ExportedCompany>(
      {
        name: 'companies',
        title: 'Companies as the API answers them, closed ones included, with the details of the table companies',
      },
      (company) => [withMembers(company.json, JSON.stringify(detailsRow(company)))],
    ),
    textLines<ExportedCompany>(
      { name: 'other_names', title: 'Former and other names of companies' },
      ({ resource, details }) =>
        namesBeside(details).map((name) => JSON.stringify({ company_id: resource.id, ...name })),
    ),
    textLines<ExportedCompany>(
      {
        name: 'officers',
        title: 'Officers as the API answers them, with their kind, of registers whose licence allows it',
      },
      ({ resource, officers }) =>
        officers.map((officer) => JSON.stringify({ company_id: resource.id, object: 'company_officer', ...officer })),
    ),
  ],
  forAll: [
    textLines<FormerId>({ name: FORMER_IDS.name, title: FORMER_IDS.title }, ({ id, lifecycle }) => [
      JSON.stringify({ id, object: 'company', lifecycle }),
    ]),
  ],
};
